import type { EmailEvent, RecordedReply, UnansweredRecipient } from '../../domain/email/events.js';
import type { ReplyJudgement } from '../../domain/email/judging/judgement.js';
import { unreachable } from '../../domain/shared/decider.js';
import { erasedText, reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import type { TimelineEntry, TimelineReply } from './email-timeline.document.js';
import { kindsInWords } from './kinds-in-words.js';

export type { TimelineEntry, TimelineReply } from './email-timeline.document.js';

/** The events of one mail's stream, decrypted, in their order. */
export function emailTimeline(recorded: readonly Recorded[]): readonly TimelineEntry[] {
  return recorded.map(({ id, event: decoded, metadata, position }) => {
    // The codec types the union of all events; an email stream holds an email's.
    const event = decoded as EmailEvent;
    return { id, type: event.type, at: metadata.time, actor: metadata.actor, position, ...inWords(event) };
  });
}

type InWords = Pick<TimelineEntry, 'recipients' | 'summary' | 'reply'>;

function inWords(event: EmailEvent): InWords {
  switch (event.type) {
    case 'EmailAccepted': {
      const numbers = event.data.recipients.map((_recipient, number) => number);
      const { scheduledAt } = event.data;
      const when = scheduledAt === null ? '' : `, to be sent at ${scheduledAt}`;
      return withoutReply(numbers, `Accepted for ${countOf(numbers)}${when}`);
    }
    case 'EmailRescheduled':
      return withoutReply([], `Rescheduled: to be sent at ${event.data.scheduledAt}`);
    case 'EmailCanceled':
      return withoutReply([], 'Canceled before anything was sent: nobody gets it');
    case 'EmailRetried': {
      const numbers = event.data.destinations.flatMap(({ recipients }) => recipients);
      return withoutReply(numbers, `To be tried again at once for ${listOf(numbers)}: ${event.data.reason}`);
    }
    case 'AcceptAbandoned':
      return withoutReply([], 'Not accepted: nothing was sent under this id, and nothing will be');
    case 'DeliveryAttemptStarted': {
      const { recipients, tls } = event.data;
      const proof = tls?.authorized === true ? 'certificate valid' : 'certificate not proven';
      const connection = tls === null ? 'without TLS' : `over ${tls.protocol} (${tls.cipher}, ${proof})`;
      return withoutReply(recipients, `Handing over to ${listOf(recipients)}, ${connection}`);
    }
    case 'DeliveryAttemptAbandoned':
      return withoutReply(
        event.data.recipients,
        `Attempt for ${listOf(event.data.recipients)} given up before anything was sent: ${abandonReasons[event.data.reason]}`,
      );
    case 'DeliveryOutcomeUnknown':
      return outcomeUnknown(event.data);
    case 'EmailDelivered':
      return withReply(event.data, 'Delivered to recipient', '');
    case 'DeliveryDeferred':
      return withReply(event.data, 'Put off for recipient', `; next try at ${event.data.dueAt}`);
    case 'EmailBounced':
      return withReply(event.data, 'Refused for good for recipient', '');
    case 'EmailFailed':
      return failed(event.data);
    case 'EmailSuppressed': {
      const { recipient, reason } = event.data;
      return withoutReply([recipient], `Not sent to recipient ${recipient}: ${suppressionReasons[reason]}`);
    }
    case 'EmailComplained': {
      const { recipient, by } = event.data;
      const who = by === 'simulator' ? ' (simulated)' : '';
      return withoutReply([recipient], `Recipient ${recipient} complained: the mail was called unwanted${who}`);
    }
    case 'EmailShared':
      return withoutReply([], `Shared: link ${event.data.shareId} opens it until ${event.data.expiresAt}`);
    case 'EmailShareRevoked':
      return withoutReply([], `Link ${event.data.shareId} revoked: it opens nothing any more`);
    default:
      return unreachable(event);
  }
}

const abandonReasons = {
  'append-unknown': 'the claim could not be recorded',
  'deadline-passed': 'it took too long',
  'lease-lost': 'another process took over',
  'connection-lost': 'the connection was lost',
  stopping: 'the server was stopping',
} as const;

function outcomeUnknown({
  recipients,
  recordedBy,
  retries,
  replies,
}: Extract<EmailEvent, { type: 'DeliveryOutcomeUnknown' }>['data']): InWords {
  const why = recordedBy === 'recovery' ? 'the worker died before it saw a reply' : 'no reply was seen';
  const dueTimes = retries.map(({ dueAt }) => dueAt).sort();
  const next = dueTimes[0] === undefined ? 'not sent again' : `sent again from ${dueTimes[0]}`;
  return {
    recipients,
    summary: `Outcome unknown for ${listOf(recipients)}: ${why}; ${next}`,
    reply: shownTogether(replies),
  };
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

const suppressionReasons = {
  bounce: 'the address is on the suppression list since earlier mail bounced',
  complaint: 'the address is on the suppression list since its owner complained',
  manual: 'the address was put on the suppression list',
  simulated: 'it plays an address on the suppression list',
} as const;

const failureReasons = {
  expired: 'retries ran out',
  'outcome-unknown': 'the outcome stayed unknown too often',
  erased: 'the address was erased',
  'domain-deleted': 'its domain was deleted before it was sent',
  dropped: 'it was dropped by hand',
} as const;

function failed({
  recipient,
  reason,
  reply,
  judgement,
  why,
}: Extract<EmailEvent, { type: 'EmailFailed' }>['data']): InWords {
  const shown = reply && shownReply(reply);
  const last = shown === null ? '' : `; the last answer was ${spoken(shown)}${meant(judgement)}`;
  return {
    recipients: [recipient],
    summary: `Given up for recipient ${recipient}: ${failureReasons[reason]}${why === null ? '' : ` (${why})`}${last}`,
    reply: shown,
  };
}

function withoutReply(recipients: readonly number[], summary: string): InWords {
  return { recipients, summary, reply: null };
}

function withReply(
  {
    recipient,
    reply,
    judgement = null,
  }: { readonly recipient: number; readonly reply: RecordedReply; readonly judgement?: ReplyJudgement | null },
  verb: string,
  rest: string,
): InWords {
  const shown = shownReply(reply);
  return {
    recipients: [recipient],
    summary: `${verb} ${recipient}: ${spoken(shown)}${meant(judgement)}${rest}`,
    reply: shown,
  };
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

function meant(judgement: ReplyJudgement | null): string {
  const words = judgement === null ? '' : kindsInWords[judgement.kind];
  return words === '' ? '' : ` (${words})`;
}

/** `250 2.0.0 Ok`; a text that already begins with the codes is not given them twice. */
function spoken({ code, enhancedCode, text }: TimelineReply): string {
  const codes = [code, enhancedCode].filter((part) => part !== null).map(String);
  let rest = text;
  for (const part of codes)
    if (rest === part || rest.startsWith(`${part} `)) rest = rest.slice(part.length).trimStart();
  return [...codes, rest].filter((part) => part !== '').join(' ');
}

function listOf(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? 'recipient' : 'recipients'} ${numbers.join(', ')}`;
}

function countOf(numbers: readonly number[]): string {
  return numbers.length === 1 ? '1 recipient' : `${numbers.length} recipients`;
}
