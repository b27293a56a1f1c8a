import { z } from 'zod';
import { actorKinds } from '../../../../domain/shared/recorded.js';
import type { EmailOverview } from '../../../../application/email/get-email-overview.js';
import type { HitFacts } from '../../../../projections/emails/email-timeline-facts.js';
import { presentEmail, sentEmail } from '../../emails/emails.answers.js';
import { email } from '../../emails/emails.answers.js';
import type { Answer } from '../../openapi/operation.js';
import { id, isoTime } from '../../openapi/shared-schemas.js';
import { presentTimelineEntry, timeline } from '../dashboard.answers.js';

const entry = timeline.shape.data.element.extend({
  until: isoTime
    .nullable()
    .describe('The time of a scheduled email, of the next try, or of the end of a link, by the type of the entry.'),
  reason: z.string().nullable().describe('A code: why it failed, was abandoned, not sent or is unknown.'),
  meaning: z.string().nullable().describe('What the reply was judged to be; null where it speaks for itself.'),
  kind: z.string().nullable().describe('The same as a code, as metrics count it.'),
  note: z.string().nullable().describe('What a person gave as a reason.'),
  tls: z.strictObject({ protocol: z.string(), cipher: z.string(), authorized: z.boolean() }).nullable(),
  hit: z
    .strictObject({
      at: isoTime,
      judged: z.enum(['person', 'privacy_proxy', 'scanner']),
      sign: z.string().describe('A code: why it was judged so.'),
      link: z.int().nullable().describe('Number of the link, from 0; null: the email was shown.'),
      url: z.string().nullable().describe('Where the link led; null: no link, or erased.'),
      user_agent: z.string().nullable().describe('Null: erased.'),
      ip_address: z.string().nullable(),
    })
    .nullable()
    .describe('Who opened it or followed a link.'),
});

export const emailOverview = email.omit({ object: true, html: true, text: true }).extend({
  object: z.literal('email_overview'),
  accepted_by: z.strictObject({
    kind: z.enum(actorKinds),
    id: z.string(),
  }),
  broadcast: z
    .strictObject({ id, name: z.string(), contact_id: id, variant: z.enum(['a', 'b']).nullable() })
    .nullable()
    .describe('The broadcast that it is of, and whose email it is.'),
  request_id: z.string().nullable().describe('Of the request or the SMTP session that it came with, as in the logs.'),
  erased: z.boolean(),
  is_raw: z.boolean().describe('It came as a whole message, over SMTP.'),
  attachments: z.int().min(0),
  timeline: z.array(entry).describe('Oldest first.'),
});
export const resentEmail = sentEmail;

/** A mail without its content, with what happened to it. */
export function presentOverview({
  email: document,
  acceptedBy,
  requestId,
  broadcast,
  timeline: entries,
}: EmailOverview): Answer<typeof emailOverview> {
  const { html: _html, text: _text, object: _object, ...shown } = presentEmail(document, undefined);
  return {
    object: 'email_overview',
    ...shown,
    accepted_by: { kind: acceptedBy.kind, id: acceptedBy.id },
    broadcast:
      broadcast === null || document.broadcast === undefined
        ? null
        : {
            ...broadcast,
            contact_id: document.broadcast.contactId,
            variant: document.broadcast.variant ?? null,
          },
    request_id: requestId,
    erased: document.erased,
    is_raw: document.raw !== undefined,
    attachments: document.attachments.length,
    timeline: entries.map(({ facts: { hit, ...facts }, ...each }) => ({
      ...presentTimelineEntry(each),
      ...facts,
      hit: hit === null ? null : presentHit(hit),
    })),
  };
}

function presentHit({ at, judged, sign, link, visitor }: HitFacts) {
  const { url = null, userAgent = null, ipAddress = null } = visitor ?? {};
  return { at, judged, sign, link, url, user_agent: userAgent, ip_address: ipAddress };
}
