import { z } from 'zod';
import type { Insights } from '../../../../application/insight/get-insights.js';
import type { InsightFix } from '../../../../domain/insight/finding.js';
import { type InsightFinding, insightChecks } from '../../../../domain/insight/rules.js';
import type { Answer } from '../../openapi/operation.js';
import { id } from '../../openapi/shared-schemas.js';

const fix = z.strictObject({
  label: z.string().describe('The label of the button that leads to the fix.'),
  path: z
    .string()
    .nullable()
    .describe('The dashboard path where you can fix the problem. Null if a server setting fixes it.'),
  setting: z
    .string()
    .nullable()
    .describe('The server setting that fixes the problem. Null if you fix it in the dashboard.'),
});

/** A finding as answers show it. */
export const shownFinding = z.strictObject({
  check: z.enum(insightChecks).describe('The stable name of the check.'),
  group: z
    .enum(['attention', 'improvement', 'passed', 'unchecked'])
    .describe(
      'The result of the check. `attention`: receivers are likely to penalize the email. `improvement`: a change is recommended. `unchecked`: the result is unknown.',
    ),
  title: z.string().describe('The expected result.'),
  seen: z.string().describe('What the check found.'),
  why: z.string().describe('Why the check matters.'),
  source: z.strictObject({ name: z.string(), url: z.url() }).describe('The source of the requirement.'),
  remedy: z.string().nullable().describe('How to fix the problem. Null if no action is required.'),
  fix: fix.nullable().describe('Where to fix the problem. Null if Posthorn has no page or setting for it.'),
});

export const emailInsights = z.strictObject({
  object: z.literal('insights'),
  email_id: id.nullable().describe('The ID of the email. Null if the email was not sent.'),
  erased: z.boolean().describe('True if the content was erased. There are no findings then.'),
  findings: z
    .array(shownFinding)
    .describe('The findings; those that need attention come first. Checks that do not apply to the email are omitted.'),
});

export function presentInsights(emailId: string | null, { erased, findings }: Insights): Answer<typeof emailInsights> {
  return { object: 'insights', email_id: emailId, erased, findings: findings.map(presentFinding) };
}

function presentFinding({ fix: place, ...shown }: InsightFinding): Answer<typeof shownFinding> {
  return { ...shown, fix: place === null ? null : presentFix(place) };
}

export function presentFix(place: InsightFix): Answer<typeof fix> {
  switch (place.kind) {
    case 'setting':
      return { label: `Set ${place.name}`, path: null, setting: place.name };
    case 'domain-records':
      return { label: 'Open the records', path: `/dashboard/domains/${place.domainId}`, setting: null };
    case 'domains':
      return { label: 'Add a domain', path: '/dashboard/domains?create=true', setting: null };
    case 'topics':
      return { label: 'Open the topics', path: '/dashboard/topics', setting: null };
    case 'domain-settings':
      return { label: 'Open the settings', path: `/dashboard/domains/${place.domainId}`, setting: null };
  }
}
