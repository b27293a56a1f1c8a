import type { ContactEvent } from '../../domain/contact/events.js';
import { segment, type SegmentState } from '../../domain/segment/segment.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Actor, Position, Recorded } from '../../domain/shared/recorded.js';
import { idOf, streamName } from '../../domain/shared/stream-name.js';
import type { EventFilter } from '../ports/event-store.js';
import { delay } from '../shared/delay.js';
import { load, type LogPorts } from '../shared/handle.js';
import type { WriteContactPorts } from './contact-change.js';
import { loadContact } from './contact-streams.js';

/** Times in ISO 8601, UTC. */
export interface SegmentQuestion {
  readonly segmentId: string;
  /** Who was in it then; now where it is absent. */
  readonly at?: string;
  /** Who joined and left from then on. */
  readonly since?: string;
  /** So many contacts are listed; all are counted. */
  readonly limit: number;
}

/** A contact that was in the segment, joined it or left it. */
export interface SegmentMove {
  /** When it joined, or left. */
  readonly at: string;
  readonly contactId: string;
  /** Null when it can no longer be read. */
  readonly email: string | null;
  readonly by: Actor;
}

export interface SegmentHistory {
  readonly name: string;
  /** In the order in which they joined. */
  readonly members: readonly SegmentMove[];
  readonly count: number;
  /** Since the time that was asked for; without one, nothing. A deleted contact has left. */
  readonly joined: readonly SegmentMove[];
  readonly left: readonly SegmentMove[];
}

export type SegmentHistoryResult =
  | SegmentHistory
  | { readonly refused: 'not-found' }
  | { readonly refused: 'filtered' }
  | { readonly refused: 'deleted'; readonly at: string };

const pageSize = 1_000;
const filter: EventFilter = {
  categories: ['contact'],
  types: ['ContactAddedToSegment', 'ContactRemovedFromSegment', 'ContactDeleted'],
};

/**
 * Who was in a segment that contacts are added to, from the log: also who has left it or was deleted since. Walks over
 * the moves of all contacts and keeps the ids of this segment's members in memory.
 */
export async function segmentHistory(
  ports: WriteContactPorts & LogPorts,
  { segmentId, at, since, limit }: SegmentQuestion,
): Promise<SegmentHistoryResult> {
  const { state, deletedAt } = await segmentAt(ports, segmentId, at);
  if (deletedAt !== undefined) return { refused: 'deleted', at: deletedAt };
  if (state === null) return { refused: 'not-found' };
  if (state.filter !== null) return { refused: 'filtered' };
  const members = new Map<string, Move>();
  const moves: Record<'joined' | 'left', Move[]> = { joined: [], left: [] };
  for await (const { stream, event, metadata } of movesOf(ports)) {
    const { time, actor } = metadata;
    const move = { at: time, contactId: idOf(stream), by: actor };
    if (at !== undefined && time > at) continue;
    const isNews = since !== undefined && time >= since;
    if (event.type === 'ContactAddedToSegment' && event.data.segmentId === segmentId) {
      members.set(move.contactId, move);
      if (isNews) moves.joined.push(move);
    } else if (event.type === 'ContactDeleted' || ('segmentId' in event.data && event.data.segmentId === segmentId)) {
      if (members.delete(move.contactId) && isNews) moves.left.push(move);
    }
  }
  const shown = (list: readonly Move[]) => named(ports, list.slice(0, limit));
  return {
    name: state.name,
    members: since === undefined ? await shown([...members.values()]) : [],
    count: members.size,
    joined: await shown(moves.joined),
    left: await shown(moves.left),
  };
}

type Move = Omit<SegmentMove, 'email'>;

/** As it was then; deleted before, it had no members. */
async function segmentAt(ports: LogPorts, segmentId: string, at: string | undefined) {
  const { events } = await load(ports, segment, streamName('segment', segmentId));
  const then = events.filter(({ metadata }) => at === undefined || metadata.time <= at);
  const deletedAt = then.find(({ event }) => event.type === 'SegmentDeleted')?.metadata.time;
  const state = then.reduce<SegmentState>(
    (before, { event, metadata }) => segment.evolve(before, event, metadata.time),
    null,
  );
  return { state, deletedAt };
}

async function* movesOf({ store, codec }: LogPorts): AsyncGenerator<Recorded<ContactEvent>> {
  let after: Position | undefined;
  for (let atEnd = false; !atEnd; ) {
    const page = await store.readAll({ limit: pageSize, filter, ...(after === undefined ? {} : { after }) });
    yield* codec.decode<ContactEvent>(page.events);
    after = page.position;
    atEnd = page.atEnd;
    await delay(0);
  }
}

async function named(ports: WriteContactPorts, moves: readonly Move[]): Promise<readonly SegmentMove[]> {
  const shown: SegmentMove[] = [];
  for (const move of moves) {
    const { events } = await loadContact(ports, move.contactId);
    const described = events.findLast(({ event }) => 'profile' in event.data)?.event;
    const profile = described !== undefined && 'profile' in described.data ? reveal(described.data.profile) : undefined;
    shown.push({ ...move, email: profile?.email ?? null });
  }
  return shown;
}
