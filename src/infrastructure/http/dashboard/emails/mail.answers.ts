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
    .describe(
      'A future time: when a scheduled email is sent, when the next attempt begins, or when a public link expires, depending on `type`. Null for other entries.',
    ),
  reason: z
    .string()
    .nullable()
    .describe(
      'The code of the reason why the email failed, was abandoned, or was not sent, or why the outcome is unknown. Null for other entries.',
    ),
  meaning: z.string().nullable().describe('The meaning of the reply as text. Null if the reply needs no explanation.'),
  kind: z
    .string()
    .nullable()
    .describe('The meaning of the reply as a code, as in the metrics. Null if the entry has no classified reply.'),
  note: z.string().nullable().describe('The reason that a user entered. Null if no reason was entered.'),
  tls: z.strictObject({ protocol: z.string(), cipher: z.string(), authorized: z.boolean() }).nullable(),
  hit: z
    .strictObject({
      at: isoTime,
      judged: z.enum(['person', 'privacy_proxy', 'scanner']),
      sign: z.string().describe('The code of the reason for the classification in `judged`.'),
      link: z.int().nullable().describe('The index of the link in the HTML, from 0. Null for an open.'),
      url: z.string().nullable().describe('The URL of the link. Null for an open, or if it was erased.'),
      user_agent: z.string().nullable().describe('The user agent. Null if it was erased.'),
      ip_address: z.string().nullable(),
    })
    .nullable()
    .describe('The open or click. Null for other entries.'),
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
    .describe(
      'The broadcast of the email, with the contact that the email is for. Null if the email belongs to no broadcast.',
    ),
  request_id: z
    .string()
    .nullable()
    .describe(
      'The ID of the API request or SMTP session that submitted the email, as in the request log. Null for other emails.',
    ),
  erased: z.boolean(),
  is_raw: z.boolean().describe('True if the email was submitted as a complete message over SMTP.'),
  attachments: z.int().min(0),
  timeline: z.array(entry).describe('The events of the email, oldest first.'),
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
