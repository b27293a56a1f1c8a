import { z } from 'zod';
import { GetSendingHealth, type SendingHealth } from '../../../application/sending-health/get-sending-health.js';
import { fallMeasures } from '../../../domain/insight/health/fall.js';
import { receiverGroups } from '../../../domain/insight/health/receiver-group.js';
import { requirementNames } from '../../../domain/insight/health/requirements.js';
import { presentFix, shownFinding } from '../emails/insights/insights.answers.js';
import type { Answer } from '../openapi/operation.js';
import { get } from '../openapi/served.js';
import { domainId } from '../openapi/shared-examples.js';
import { id, isoTime } from '../openapi/shared-schemas.js';

const count = z.int().min(0);
const milliseconds = z.number().nullable().describe('A time in milliseconds. Null if nothing was delivered.');
const group = z.enum(receiverGroups).describe('The group of receivers, by the MX hosts that accepted the email.');
const share = z.strictObject({ count, of: count });

const { check: _, ...found } = shownFinding.shape;

export const sendingHealth = z.strictObject({
  object: z.literal('sending_health'),
  domain_id: id,
  windows: z
    .array(
      z.strictObject({
        from: isoTime,
        until: isoTime.describe('The end of the window, which is not part of the window.'),
        groups: z.array(
          z.strictObject({
            ...{ group, delivered: count },
            deferred: count.describe(
              'The number of recipients with a final result whose email needed another attempt.',
            ),
            bounced: count.describe(
              'The number of recipients whose email was rejected permanently or ran out of retries.',
            ),
            complained: count,
            encrypted: count.describe('The number of delivered recipients whose email was sent over TLS.'),
            verified: count.describe(
              'The number of delivered recipients whose email was sent over verified TLS (DANE, MTA-STS, or a valid certificate).',
            ),
            p50_ms: milliseconds.describe(
              'The median time from acceptance, or from the scheduled time, to the receiver’s reply, in milliseconds, rounded up by at most 5%. Null if nothing was delivered.',
            ),
            p95_ms: milliseconds,
          }),
        ),
      }),
    )
    .describe(
      'Windows of seven days, latest first. Each recipient counts in the window in which the email was accepted.',
    ),
  falls: z
    .array(z.strictObject({ group, measure: z.enum(fallMeasures), now: share, before: share }))
    .describe('The shares that declined significantly in the latest window, compared with the earlier windows.'),
  requirements: z
    .array(
      z.strictObject({
        requirement: z.enum(requirementNames),
        receivers: z.array(z.string()).describe('The receivers that require it.'),
        ...found,
      }),
    )
    .describe('The requirements of large receivers, and what each check found. Each request queries DNS.'),
  unverified: z
    .array(z.strictObject({ email_id: id, at: isoTime, protection: z.enum(['encrypted', 'none']) }))
    .describe('The latest 100 emails of the latest window that a receiver accepted without verified TLS.'),
  complete: z.boolean().describe('False if the domain has too many emails. The oldest emails are then not included.'),
});

export const getSendingHealth = get({
  path: '/dashboard-api/domains/{id}/health',
  summary: 'Get the sending health of a domain, by week and group of receivers',
  answer: sendingHealth,
  examples: {
    quiet: {
      summary: 'A domain that has not sent email',
      answer: {
        ...{ object: 'sending_health', domain_id: domainId, windows: [], falls: [], requirements: [] },
        ...{ unverified: [], complete: true },
      },
    },
  },
  runs: GetSendingHealth,
  input: ({ teamId, path }) => ({ teamId, domainId: path.id }),
  isLongRead: () => true,
  present: (health, _options, asked) => present(asked.domainId, health),
});

function present(
  ofDomain: string,
  { windows, falls, requirements, unverified, isComplete }: SendingHealth,
): Answer<typeof sendingHealth> {
  return {
    object: 'sending_health',
    domain_id: ofDomain,
    windows: windows.map(({ from, until, groups }) => ({
      ...{ from, until },
      groups: groups.map(({ p50Ms, p95Ms, ...counts }) => ({ ...counts, p50_ms: p50Ms, p95_ms: p95Ms })),
    })),
    falls: falls.map(({ now, before, ...fall }) => ({ ...fall, now: { ...now }, before: { ...before } })),
    requirements: requirements.map(({ fix, receivers, ...rest }) => ({
      ...rest,
      receivers: [...receivers],
      fix: fix === null ? null : presentFix(fix),
    })),
    unverified: unverified.map(({ emailId, at, isClear }) => ({
      ...{ email_id: emailId, at, protection: isClear ? 'none' : 'encrypted' },
    })),
    complete: isComplete,
  };
}
