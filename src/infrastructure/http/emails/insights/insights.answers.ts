import { z } from 'zod';
import type { Insights } from '../../../../application/insight/get-insights.js';
import type { InsightFix } from '../../../../domain/insight/finding.js';
import { type InsightFinding, insightChecks } from '../../../../domain/insight/rules.js';
import type { Answer } from '../../openapi/operation.js';
import { id } from '../../openapi/shared-schemas.js';

const fix = z.strictObject({
  label: z.string().describe('What a button says.'),
  path: z.string().nullable().describe('Where in the dashboard it is fixed; null where a setting of the server does.'),
  setting: z.string().nullable().describe('The setting of the server that fixes it; null where a page does.'),
});

/** A finding as answers show it. */
export const shownFinding = z.strictObject({
  check: z.enum(insightChecks).describe('The stable name of the check.'),
  group: z
    .enum(['attention', 'improvement', 'passed', 'unchecked'])
    .describe('`unchecked`: what it takes could not be found out, so it is neither good nor bad.'),
  title: z.string().describe('What is expected.'),
  seen: z.string().describe('What was seen.'),
  why: z.string().describe('Why it matters.'),
  source: z.strictObject({ name: z.string(), url: z.url() }).describe('Who says so.'),
  remedy: z.string().nullable().describe('What to do; null where nothing is to be done.'),
  fix: fix.nullable().describe('Where it is fixed, where Posthorn has a place for it.'),
});

export const emailInsights = z.strictObject({
  object: z.literal('insights'),
  email_id: id.nullable().describe('Null for an email that was not sent.'),
  erased: z.boolean().describe('True: its content is gone, and nothing can be said about it.'),
  findings: z
    .array(shownFinding)
    .describe('What needs attention first. Checks that are not about such an email are left out.'),
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
