import { email } from '../../domain/email/email.js';
import type { EmailEvent } from '../../domain/email/events.js';
import { judgeReply } from '../../domain/email/judging/judge-reply.js';
import type { ReplyKind } from '../../domain/email/judging/judgement.js';
import { type Pause, pauseOf, queue, type QueueState } from '../../domain/queue/queue.js';
import { domainOfAddress } from '../../domain/shared/mailbox.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { queueStream, streamName } from '../../domain/shared/stream-name.js';
import type { PendingRow } from '../../projections/pending/pending.document.js';
import type { ReadStoreReader } from '../ports/read-store.js';
import { load, type LogPorts } from '../shared/handle.js';
import { allRows } from './pending-rows.js';
import { acceptedIn } from '../../domain/email/accepted-in.js';

/** What waits for one destination over one MX set. Counts are of recipients. */
export interface QueueLine {
  /** The recipient domain's keyed hash. */
  readonly destination: string;
  /** In clear, as one of the mails shows it; null where that is erased. */
  readonly domain: string | null;
  /** Where it was tried last; null: not tried yet. */
  readonly mxSet: string | null;
  /** Could be sent now. */
  readonly due: number;
  /** Wait for their next try, or for a time of their own. */
  readonly waiting: number;
  /** In an attempt. */
  readonly claimed: number;
  /** ISO 8601, the earliest; null: no recipient is due or waits. */
  readonly nextAt: string | null;
  /** Reply to the last failed try, such as `451 4.7.1 at rcpt`; null when none is known. */
  readonly lastReply: string | null;
  /** What that reply means, by its codes alone; null: no try is known that came to nothing. */
  readonly replyKind: ReplyKind | null;
  /** ISO 8601: since when the oldest of these mails could have been sent. */
  readonly since: string;
  readonly paused: Pick<Pause, 'since' | 'until' | 'reason'> | null;
}

/** As the rows of the read model show it. */
export type CountedLine = Omit<QueueLine, 'domain'>;

export interface QueueListing {
  /** By domain, then by MX set. */
  readonly lines: readonly QueueLine[];
  readonly pauses: QueueState['pauses'];
}

export type ListQueuePorts = LogPorts & { readonly readStore: Pick<ReadStoreReader, 'list'> };

/** Reads every row that is pending, a page at a time. */
export async function listQueue(ports: ListQueuePorts): Promise<QueueListing> {
  const { state } = await load(ports, queue, queueStream);
  const nowMs = ports.clock.now();
  const lines = new Map<string, CountedLine>();
  const domains = new Map<string, string | null>();
  for await (const row of allRows(ports.readStore)) {
    const { destination } = row;
    const key = lineKey(row);
    lines.set(key, withRow(lines.get(key) ?? emptyLine(row, state, nowMs), row, nowMs));
    if (domains.get(destination) == null) domains.set(destination, domainIn(await openEmail(ports, row.emailId), row));
  }
  const shown = [...lines.values()].map((line) => ({ ...line, domain: domains.get(line.destination) ?? null }));
  const keyOf = ({ domain, destination, mxSet }: QueueLine): string => `${domain ?? destination} ${mxSet ?? ''}`;
  return { lines: shown.sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1)), pauses: state.pauses };
}

/** What happened to the email, decrypted. */
export async function openEmail(ports: LogPorts, emailId: string): Promise<readonly Recorded<EmailEvent>[]> {
  return (await load(ports, email, streamName('email', emailId), true)).events;
}

/** From the address of a recipient that the row is about. `events`: those of its email. */
export function domainIn(events: readonly Recorded<EmailEvent>[], { recipients }: PendingRow): string | null {
  const opening = acceptedIn(events);
  if (opening === undefined) return null;
  const { data } = opening.event;
  for (const number of recipients.keys()) {
    const recipient = data.recipients[number];
    const mailbox = recipient === undefined ? undefined : reveal(recipient.mailbox);
    if (mailbox !== undefined) return domainOfAddress(mailbox.address);
  }
  return null;
}

/** What a receiver said when it last deferred this row's email, and what that means, as the email's page has it. */
export interface SaidReply {
  readonly text: string;
  readonly kind: ReplyKind;
}

/** Null where nothing was said yet, or it is erased. `events`: those of the row's email. */
export function lastSaidIn(
  events: readonly Recorded<EmailEvent>[],
  { destination }: Pick<PendingRow, 'destination'>,
): SaidReply | null {
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const event = events[index]?.event;
    if (event?.type !== 'DeliveryDeferred' || event.data.destination !== destination) continue;
    const { step, code, enhancedCode, detail, recipients } = event.data.reply;
    const text = reveal(detail)?.text;
    return text === undefined ? null : { text, kind: judgeReply({ step, code, enhancedCode, text, recipients }).kind };
  }
  return null;
}

export function lineKey({ destination, mxSet }: PendingRow): string {
  return JSON.stringify([destination, mxSet]);
}

export function emptyLine({ destination, mxSet, startsAt }: PendingRow, state: QueueState, nowMs: number): CountedLine {
  const pause = pauseOf(state, { destination, mxSet }, nowMs);
  const paused = pause === undefined ? null : { since: pause.since, until: pause.until, reason: pause.reason };
  const counts = { due: 0, waiting: 0, claimed: 0 };
  return { destination, mxSet, ...counts, nextAt: null, lastReply: null, replyKind: null, since: startsAt, paused };
}

export function withRow(line: CountedLine, row: PendingRow, nowMs: number): CountedLine {
  let { due, waiting, claimed, nextAt } = line;
  for (const recipient of row.recipients.values()) {
    if (recipient.status === 'claimed') {
      claimed += 1;
      continue;
    }
    if (Date.parse(recipient.dueAt) <= nowMs) due += 1;
    else waiting += 1;
    if (nextAt === null || recipient.dueAt < nextAt) nextAt = recipient.dueAt;
  }
  const since = row.startsAt < line.since ? row.startsAt : line.since;
  return { ...line, due, waiting, claimed, nextAt, since, ...replyAfter(line, row) };
}

function replyAfter(
  { lastReply, replyKind }: CountedLine,
  { lastReply: newer }: PendingRow,
): Pick<CountedLine, 'lastReply' | 'replyKind'> {
  if (newer === null) return { lastReply, replyKind };
  return { lastReply: spoken(newer), replyKind: judgeReply({ ...newer, text: '' }).kind };
}

function spoken(reply: NonNullable<PendingRow['lastReply']>): string {
  const { code, enhancedCode, step } = reply;
  const codes = code === null ? 'no reply' : [code, enhancedCode].filter((part) => part !== null).join(' ');
  return `${codes} at ${step}`;
}
