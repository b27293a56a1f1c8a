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
const milliseconds = z.number().nullable().describe('Null where nothing was delivered.');
const group = z.enum(receiverGroups).describe('By the MX hosts that the email was delivered to.');
const share = z.strictObject({ count, of: count });

const { check: _, ...found } = shownFinding.shape;

export const sendingHealth = z.strictObject({
  object: z.literal('sending_health'),
  domain_id: id,
  windows: z
    .array(
      z.strictObject({
        from: isoTime,
        until: isoTime.describe('Not part of it.'),
        groups: z.array(
          z.strictObject({
            ...{ group, delivered: count },
            deferred: count.describe('Of those that are settled, how many had to wait for another attempt.'),
            bounced: count.describe('Rejected permanently, or retries ran out.'),
            complained: count,
            encrypted: count.describe('Of those that were delivered, how many went over TLS.'),
            verified: count.describe(
              'And how many over TLS with proof of the receiver: DANE, MTA-STS or a valid certificate.',
            ),
            p50_ms: milliseconds.describe(
              'Time to deliver, from acceptance to the receiver’s reply, rounded up by 5% at most.',
            ),
            p95_ms: milliseconds,
          }),
        ),
      }),
    )
    .describe('Seven days each, the latest first; recipients by when their email was accepted.'),
  falls: z
    .array(z.strictObject({ group, measure: z.enum(fallMeasures), now: share, before: share }))
    .describe('What got worse in the latest window against the others, beyond chance.'),
  requirements: z
    .array(
      z.strictObject({
        requirement: z.enum(requirementNames),
        receivers: z.array(z.string()).describe('Those that require it.'),
        ...found,
      }),
    )
    .describe('What large receivers require, and what was seen. DNS is asked when the question is asked.'),
  unverified: z
    .array(z.strictObject({ email_id: id, at: isoTime, protection: z.enum(['encrypted', 'none']) }))
    .describe('Emails of the latest window that a receiver accepted without verified TLS: the latest 100.'),
  complete: z.boolean().describe('False: there are more emails than are read, and the oldest are left out.'),
});

export const getSendingHealth = get({
  path: '/dashboard-api/domains/{id}/health',
  summary: 'How receivers take the emails of a domain, by week and receiver, and what they require',
  answer: sendingHealth,
  examples: {
    quiet: {
      summary: 'Nothing was sent yet',
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
