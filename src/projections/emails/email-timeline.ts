import {
  type EmailEvent,
  emailStreams,
  type RecordedReply,
  type UnansweredRecipient,
} from '../../domain/email/events.js';
import { unreachable } from '../../domain/shared/decider.js';
import { summariesIn } from '../../domain/shared/event.js';
import { erasedText, reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import type { TimelineEntry, TimelineReply } from './email-timeline.document.js';

export type { TimelineEntry } from './email-timeline.document.js';

const summaryOf = summariesIn([emailStreams]);

/** The events of one mail's stream, decrypted, in their order. */
export function emailTimeline(recorded: readonly Recorded[]): readonly TimelineEntry[] {
  return recorded.map(({ id, event: decoded, metadata, position }) => {
    // The codec types the union of all events; an email stream holds an email's.
    const event = decoded as EmailEvent;
    const shown = { recipients: recipientsOf(event), summary: summaryOf(event), reply: replyTo(event) };
    return { id, type: event.type, at: metadata.time, actor: metadata.actor, position, ...shown };
  });
}

/** Those of its recipients that it is about. */
function recipientsOf(event: EmailEvent): readonly number[] {
  switch (event.type) {
    case 'EmailAccepted':
      return event.data.recipients.map((_recipient, number) => number);
    case 'EmailRetried':
      return event.data.destinations.flatMap(({ recipients }) => recipients);
    case 'DeliveryAttemptStarted':
    case 'DeliveryAttemptAbandoned':
    case 'DeliveryOutcomeUnknown':
      return event.data.recipients;
    case 'EmailDelivered':
    case 'DeliveryDeferred':
    case 'EmailBounced':
    case 'EmailFailed':
    case 'DeliveryReported':
    case 'EmailSuppressed':
    case 'EmailComplained':
      return [event.data.recipient];
    case 'EmailOpened':
    case 'EmailClicked':
      return event.data.recipient === null ? [] : [event.data.recipient];
    case 'EmailRescheduled':
    case 'EmailCanceled':
    case 'AcceptAbandoned':
    case 'EmailShared':
    case 'EmailShareRevoked':
      return [];
    default:
      return unreachable(event);
  }
}

function replyTo(event: EmailEvent): TimelineReply | null {
  switch (event.type) {
    case 'DeliveryOutcomeUnknown':
      return shownTogether(event.data.replies);
    case 'EmailDelivered':
    case 'DeliveryDeferred':
    case 'EmailBounced':
    case 'EmailFailed':
    case 'DeliveryReported':
      return event.data.reply && shownReply(event.data.reply);
    default:
      return null;
  }
}

/** They end alike; the conversations about each recipient follow one another. */
function shownTogether(replies: readonly UnansweredRecipient[]): TimelineReply | null {
  const shown = replies.map(({ recipient, reply }) => ({ recipient, reply: shownReply(reply) }));
  const [first] = shown;
  if (first === undefined || shown.length === 1) return first?.reply ?? null;
  const conversations = shown.flatMap(({ recipient, reply: { conversation } }) =>
    conversation === null ? [] : [`recipient ${recipient}\n${conversation}`],
  );
  return { ...first.reply, conversation: conversations.length === 0 ? null : conversations.join('\n') };
}

function shownReply({ step, code, enhancedCode, detail }: RecordedReply): TimelineReply {
  const revealed = reveal(detail);
  return {
    step,
    code,
    enhancedCode,
    text: revealed?.text ?? erasedText,
    host: revealed?.host ?? erasedText,
    conversation: revealed?.conversation ?? null,
  };
}
