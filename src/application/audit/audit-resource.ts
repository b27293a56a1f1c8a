import type { ErasureEvent } from '../../domain/erasure/events.js';
import type { EmailAccepted } from '../../domain/email/events.js';
import type { Actor, Cause, Position, Recorded } from '../../domain/shared/recorded.js';
import { type Category, categoryOf, type StreamName, streamName } from '../../domain/shared/stream-name.js';
import type { TimelineEntry } from '../../projections/emails/email-timeline.document.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { LogPorts } from '../shared/handle.js';
import { describeEvent, describeMail, type DescribedEvent } from './describe-event.js';

export interface AuditDependencies {
  readonly ports: Pick<LogPorts, 'store' | 'codec' | 'keys'>;
  readonly timelineOf: (events: readonly Recorded[]) => readonly TimelineEntry[];
}

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
  /** The event that it followed from. */
  readonly cause: Cause | null;
  /** Personal values in plain where their key is there, else marked as erased. */
  readonly summary: string;
}

export interface Audit {
  readonly stream: StreamName;
  /** In the order of the log: the stream's own events, and the erasures that name it. */
  readonly entries: readonly AuditEntry[];
}

/** Those with ids that an operator meets; anything else is asked for by the full name of its stream. */
const categories: readonly Category[] = ['email', 'apikey', 'domain', 'team', 'erasure'];

const erasurePageSize = 500;

/** Undefined: no stream of this name, and none of a resource with this id. */
export async function auditResource(dependencies: AuditDependencies, id: string): Promise<Audit | undefined> {
  const { store } = dependencies.ports;
  // A name that was typed in: where it is none, nothing is found under it.
  const candidates = [id as StreamName, ...categories.map((category) => streamName(category, id))];
  for (const stream of candidates) {
    const stored = await store.readStream(stream);
    if (stored.length === 0) continue;
    const erasures = categoryOf(stream) === 'erasure' ? [] : await erasuresOf(dependencies, stream);
    const own = await explain(dependencies, stored);
    const entries = [...own, ...erasures].sort((a, b) => (a.position < b.position ? -1 : 1));
    return { stream, entries };
  }
  return undefined;
}

async function explain({ ports, timelineOf }: AuditDependencies, stored: readonly StoredEvent[]) {
  const { codec, keys } = ports;
  const recorded = codec.decode(stored, await keys.getMany(codec.kids(stored)));
  const [first] = stored;
  const timeline = first !== undefined && categoryOf(first.stream) === 'email' ? timelineOf(recorded) : undefined;
  return recorded.map((event, index) => entryOf(event, timeline?.[index]));
}

function entryOf(recorded: Recorded, told: TimelineEntry | undefined): AuditEntry {
  const { stream, revision, position, id, event, metadata } = recorded;
  const { time, teamId, actor, correlationId, causation: cause } = metadata;
  // The codec types the union of all events; those of a mail are told by the timeline.
  const summary = told === undefined ? describeEvent(event as DescribedEvent) : summaryOf(recorded, told);
  return { stream, revision, position, id, type: event.type, time, teamId, actor, correlationId, cause, summary };
}

function summaryOf({ event }: Recorded, { summary }: TimelineEntry): string {
  return event.type === 'EmailAccepted' ? `${summary}: ${describeMail((event as EmailAccepted).data)}` : summary;
}

/** Who had it erased is said in streams of the erasures, not in its own. */
async function erasuresOf({ ports }: AuditDependencies, stream: StreamName): Promise<readonly AuditEntry[]> {
  const { store, codec } = ports;
  const filter = { categories: ['erasure'] as const };
  const entries: AuditEntry[] = [];
  let after: Position | undefined;
  for (let atEnd = false; !atEnd; ) {
    const page = await store.readAll({ limit: erasurePageSize, filter, ...(after === undefined ? {} : { after }) });
    const recorded = codec.decode(page.events) as Recorded<ErasureEvent>[];
    const about = recorded.filter(({ event }) => event.data.streams.includes(stream));
    entries.push(...about.map((event) => entryOf(event, undefined)));
    after = page.position;
    atEnd = page.atEnd;
  }
  return entries;
}
