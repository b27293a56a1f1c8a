import type { EmailBody } from '../../../application/ports/mail-composer.js';
import type { EmailDocument } from '../../../projections/emails/emails.document.js';
import type { TimelineEntry } from '../../../projections/emails/email-timeline.js';
import { restTimestamp } from '../edge/timestamp.js';

/** A row of GET /emails. */
export function presentEmailRow(email: EmailDocument) {
  return {
    id: email.id,
    message_id: email.messageId,
    to: email.to,
    from: email.from,
    created_at: restTimestamp(email.createdAt),
    subject: email.subject,
    bcc: email.bcc,
    cc: email.cc,
    reply_to: email.replyTo,
    last_event: email.lastEvent,
    scheduled_at: email.scheduledAt === null ? null : restTimestamp(email.scheduledAt),
  };
}

/** GET /emails/{id}. `recipients` says of each address what `last_event` sums up; html and text are left out where there is none. */
export function presentEmail(email: EmailDocument, body: EmailBody | undefined) {
  return {
    object: 'email',
    ...presentEmailRow(email),
    ...(body?.html === undefined ? {} : { html: body.html }),
    ...(body?.text === undefined ? {} : { text: body.text }),
    tags: email.tags,
    recipients: email.recipients.map(({ address, role, status, lastReply, at }) => ({
      address,
      role,
      status,
      reply:
        lastReply === null
          ? null
          : { code: lastReply.code, enhanced_code: lastReply.enhancedCode, text: lastReply.text },
      at: restTimestamp(at),
    })),
  };
}

/** A step of a mail's story, for the dashboard. */
export function presentTimelineEntry(entry: TimelineEntry) {
  const { id, type, at, actor, recipients, summary, reply } = entry;
  return {
    id,
    type,
    created_at: at,
    actor: actor.kind === 'system' ? 'system' : `${actor.kind} ${actor.id}`,
    recipients,
    summary,
    reply:
      reply === null
        ? null
        : {
            step: reply.step,
            code: reply.code,
            enhanced_code: reply.enhancedCode,
            text: reply.text,
            host: reply.host,
            conversation: reply.conversation,
          },
  };
}
