import type { ErasureEvent } from '../../domain/erasure/events.js';
import type { EmailAccepted } from '../../domain/email/events.js';
import type { DomainCreated } from '../../domain/sending-domain/events.js';
import type { DomainEvent } from '../../domain/shared/decider.js';
import { type Summaries, summariesIn } from '../../domain/shared/event.js';
import type { Actor, Position, Recorded } from '../../domain/shared/recorded.js';
import { categoryOf, type StreamName, streamName } from '../../domain/shared/stream-name.js';
import { emailTimeline, type TimelineEntry } from '../../projections/emails/email-timeline.js';
import { domainNameStream } from '../sending-domain/sending-domains.js';
import { decodeInTurns, keysInTurns } from '../shared/decode-in-turns.js';
import { nextTurn } from '../shared/delay.js';
import { atOnce, type InTurn } from '../shared/fair-semaphore.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { resourceOf } from '../shared/resource.js';
import { type CausesOf, type CauseStep, createCausesOf } from './causes.js';
import type { AcceptedEmail } from '../../domain/shared/accepted-email.js';
import { formatMailbox } from '../../domain/shared/mailbox.js';
import { erasedText, reveal } from '../../domain/shared/personal.js';

export type AuditPorts = Pick<LogPorts, 'store' | 'codec' | 'keys'> &
  Pick<Ports, 'hash' | 'resources'> & {
    /** Without it no one waits for a turn. */
    readonly inTurn?: InTurn;
  };

/** One event: what happened, who did it, and why. */
export interface AuditEntry {
  readonly stream: StreamName;
  readonly revision: number;
  readonly position: Position;
  readonly id: string;
  readonly type: string;
  /** ISO 8601. */
  readonly time: string;
  readonly teamId: string | null;
  readonly actor: Actor;
  /** The request (or job) that it belongs to. */
  readonly correlationId: string;
  /** The API request that it began with, under whose id the request log has it. */
  readonly requestId: string | null;
  /** What it followed from, the nearest first. */
  readonly because: readonly CauseStep[];
  /** Personal values in plain where their key is there, else marked as erased. */
  readonly summary: string;
  /** The SMTP conversation with the receiver about the event's recipient, line by line; null: not kept, or erased. */
  readonly conversation: string | null;
}

export interface Audit<State extends object = object> {
  readonly stream: StreamName;
  /**
   * In the order of the log: the stream's own events, those of a domain's name, and the erasures that name the stream;
   * with `at`, those up to then.
   */
  readonly entries: readonly AuditEntry[];
  /** After the entries; null where it did not exist then, or has no state to show. */
  readonly state: State | null;
}

/** Made in one turn of the event loop. */
const entriesAtOnce = 100;
/** One may name thousands of streams: half a megabyte. */
const erasurePageSize = 20;

/**
 * The audit of a stream, or of a resource by its id. `at` (ISO 8601, UTC, milliseconds): the state at that time,
 * without what was erased since.
 * @returns undefined when there is no such stream and no such resource.
 */
export async function auditResource(ports: AuditPorts, id: string, at?: string): Promise<Audit | undefined> {
  // What was typed in may be no stream's name: nothing is found under it then.
  const audited = ports.resources.filter(({ audit }) => audit !== undefined);
  const candidates = [id as StreamName, ...audited.map(({ streams: [own] }) => streamName(own.category, id))];
  for (const stream of candidates) {
    if ((await ports.store.readLast(stream)) === undefined) continue;
    const { stateOf = () => undefined } = resourceOf(ports.resources, categoryOf(stream))?.audit ?? {};
    const audit = await auditStream(ports, stream, stateOf, at);
    if (audit !== undefined) return audit;
  }
  return undefined;
}

/** As {@link auditResource}, of one stream; `stateOf` folds its events into the state that is shown. */
export async function auditStream<State extends object>(
  ports: AuditPorts,
  stream: StreamName,
  stateOf: (events: readonly Recorded[]) => State | undefined,
  at?: string,
): Promise<Audit<State> | undefined> {
  const stored = await ports.store.readStream(stream);
  if (stored.length === 0) return undefined;
  const own = upTo(await decodeInTurns(ports.codec, stored, await keysInTurns(ports, stored)), at);
  const timeline = categoryOf(stream) === 'email' ? emailTimeline(own) : undefined;
  const erasures =
    categoryOf(stream) === 'erasure' ? [] : await erasuresOf(ports, stream, own[0]?.metadata.teamId ?? '');
  const causesOf = createCausesOf(ports);
  const summaries = summariesIn(ports.resources.flatMap(({ streams }) => streams));
  const entries: AuditEntry[] = [];
  for (const [index, event] of own.entries()) {
    if (index % entriesAtOnce === entriesAtOnce - 1) await nextTurn();
    entries.push(await entryOf(event, causesOf, summaries, timeline?.[index]));
  }
  for (const event of [...erasures, ...(await ofName(ports, own))]) {
    if (at === undefined || event.metadata.time <= at) entries.push(await entryOf(event, causesOf, summaries));
  }
  entries.sort((a, b) => (a.position < b.position ? -1 : 1));
  return { stream, entries, state: stateOf(own) ?? null };
}

/** In the order of the stream, which decides; the clocks of two processes may differ. */
function upTo(events: readonly Recorded[], at: string | undefined): readonly Recorded[] {
  const end = at === undefined ? -1 : events.findIndex(({ metadata }) => metadata.time > at);
  return end < 0 ? events : events.slice(0, end);
}

async function entryOf(
  recorded: Recorded,
  causesOf: CausesOf,
  summaries: Summaries,
  shown?: TimelineEntry,
): Promise<AuditEntry> {
  const { stream, revision, position, id, event, metadata } = recorded;
  const { time, teamId, actor, correlationId } = metadata;
  const because = await causesOf(recorded);
  const summary = summaryOf(event, summaries);
  const requestId = requestIdOf([{ actor, correlationId }, ...because]);
  const { type } = event;
  const conversation = shown?.reply?.conversation ?? null;
  const done = { type, time, teamId, actor, correlationId, requestId, because, summary, conversation };
  return { stream, revision, position, id, ...done };
}

/** Only what an API key or an SMTP session did has an entry in the request log. */
function requestIdOf(chain: readonly (Pick<AuditEntry, 'actor' | 'correlationId'> | CauseStep)[]): string | null {
  for (const step of chain) if (!('missing' in step) && isLogged(step.actor)) return step.correlationId;
  return null;
}

function isLogged({ kind }: Actor): boolean {
  return kind === 'api-key' || kind === 'smtp-session';
}

function summaryOf(event: DomainEvent, summaries: Summaries): string {
  const summary = summaries(event);
  return event.type === 'EmailAccepted' ? `${summary}: ${describeMail((event as EmailAccepted).data)}` : summary;
}

/** Who reserved, claimed and released a domain's name, in this team or another: part of the domain's story. */
async function ofName(
  { store, codec, hash }: AuditPorts,
  [opening]: readonly Recorded[],
): Promise<readonly Recorded[]> {
  if (opening?.event.type !== 'DomainCreated') return [];
  const { name } = (opening.event as DomainCreated).data;
  return codec.decode(await store.readStream(domainNameStream(hash, name)));
}

/** Who had it erased stands in streams of the erasures, not in its own. */
async function erasuresOf(
  { store, codec, inTurn = atOnce }: AuditPorts,
  stream: StreamName,
  teamId: string,
): Promise<readonly Recorded[]> {
  const filter = { categories: ['erasure'] as const };
  // The name stands in the text as it is: what names others need not be taken apart.
  const named = JSON.stringify(stream);
  const found: Recorded[] = [];
  let after: Position | undefined;
  for (let atEnd = false; !atEnd; ) {
    const page = await inTurn(teamId, async () => {
      const read = await store.readAll({ limit: erasurePageSize, filter, ...(after === undefined ? {} : { after }) });
      const recorded = codec.decode<ErasureEvent>(read.events.filter(({ data }) => data.includes(named)));
      found.push(...recorded.filter(({ event }) => event.data.streams.includes(stream)));
      return read;
    });
    after = page.position;
    atEnd = page.atEnd;
  }
  return found;
}

/** Who wrote what to whom, as far as it can still be read. */
function describeMail({ content, recipients }: AcceptedEmail): string {
  const revealed = reveal(content);
  const from = revealed === undefined ? erasedText : formatMailbox(revealed.from);
  const subject = revealed === undefined ? erasedText : JSON.stringify(revealed.subject);
  const addressees = recipients.map(({ role, mailbox }) => {
    const shown = reveal(mailbox);
    return `${role} ${shown === undefined ? erasedText : formatMailbox(shown)}`;
  });
  return [`from ${from}`, ...addressees, `subject ${subject}`].join(', ');
}
