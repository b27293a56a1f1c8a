import { query } from '../../access/use-case.js';
import type { Position } from '../../../domain/shared/recorded.js';
import type { EventFilter } from '../../ports/event-store.js';
import { delay } from '../../shared/delay.js';
import { atOnce, type InTurn } from '../../shared/fair-semaphore.js';
import type { Ports } from '../../shared/ports.js';
import type { OwnerOf } from '../../shared/team-owners.js';
import { isByMachine, mayConcern, type Message, type MessagePorts, messagesOf } from '../endpoint-messages.js';
import { followedFor } from '../messages.js';
import { openCursor, sealCursor } from './feed-cursor.js';

/** GET /events/feed: what endpoints are sent, for those who ask instead. */
export interface ReadFeed {
  readonly teamId: string;
  readonly options: ReadFeedOptions;
  /** Who asks has left: nothing is waited for any more. */
  readonly left?: AbortSignal | undefined;
}

export interface ReadFeedOptions {
  /** Exclusive; undefined: from the log's first event. `end`: what happens from now on. */
  readonly after: string | undefined;
  /** All types when undefined. */
  readonly types: readonly string[] | undefined;
  readonly limit: number;
  /** How long to wait where there is nothing. */
  readonly waitMs: number;
}

export type ReadFeedResult =
  | {
      readonly messages: readonly Message[];
      /** Where to go on; it moves on pages without messages too. */
      readonly next: string;
      /** The log has not been read to its end. */
      readonly hasMore: boolean;
    }
  | { readonly refused: 'unknown-place' };

export type FeedPorts = MessagePorts &
  Pick<Ports, 'clock'> & {
    /** Without it every team counts alone. */
    readonly ownerOf?: OwnerOf;
    /** Without it no one waits for a turn. */
    readonly inTurn?: InTurn;
  };

/** Instead of an endpoint's id: a feed's messages have ids of their own, which are the same for every reader. */
const feedEndpoint = 'feed';
/** Reads for one request: a small team in a large log has pages without a message, and its cursor moves. */
const mostReads = 20;
const longestReadMs = 400;
const readLimit = 200;
const lookEveryMs = 500;
/** Requests that wait, of this process and of one owner's teams: further ones are answered at once. */
const mostWaiting = 64;
const mostWaitingOfOwner = 4;

export const ReadFeed = query({
  name: 'ReadFeed',
  need: 'read-only',
  start(ports: FeedPorts) {
    const waiting = new Map<string, number>();
    const stopping = new AbortController();
    return {
      async run({ teamId, options, left }: ReadFeed): Promise<ReadFeedResult> {
        const owner = ports.ownerOf?.(teamId) ?? teamId;
        const own = waiting.get(owner) ?? 0;
        const all = [...waiting.values()].reduce((sum, each) => sum + each, 0);
        if (options.waitMs === 0 || own >= mostWaitingOfOwner || all >= mostWaiting) {
          return readFeed(ports, { teamId, options: { ...options, waitMs: 0 } }, stopping.signal);
        }
        waiting.set(owner, own + 1);
        // By hand: on Node 20 a combined signal may be collected before it fires.
        const stop = new AbortController();
        const causes = [stopping.signal, ...(left === undefined ? [] : [left])];
        const onAbort = (): void => stop.abort();
        for (const cause of causes) cause.addEventListener('abort', onAbort);
        if (causes.some(({ aborted }) => aborted)) stop.abort();
        try {
          return await readFeed(ports, { teamId, options }, stop.signal);
        } finally {
          for (const cause of causes) cause.removeEventListener('abort', onAbort);
          const others = (waiting.get(owner) ?? 1) - 1;
          if (others === 0) waiting.delete(owner);
          else waiting.set(owner, others);
        }
      },
      stop: () => stopping.abort(),
    };
  },
});

/** The team's messages behind the cursor, in the order of the log: none is left out, none comes twice. */
export async function readFeed(
  ports: FeedPorts,
  { teamId, options }: Pick<ReadFeed, 'teamId' | 'options'>,
  signal: AbortSignal,
): Promise<ReadFeedResult> {
  const head = await ports.store.head();
  const after =
    options.after === 'end'
      ? head
      : options.after === undefined
        ? undefined
        : openCursor(ports.hash, teamId, options.after);
  if (options.after !== undefined && !isOfThisLog(after, head)) return { refused: 'unknown-place' };
  const untilMs = ports.clock.monotonicMs() + options.waitMs;
  let page = await readPage(ports, teamId, options, after);
  while (page.messages.length === 0 && !page.hasMore && ports.clock.monotonicMs() < untilMs && !signal.aborted) {
    await delay(lookEveryMs, signal);
    page = await readPage(ports, teamId, options, page.position);
  }
  const { messages, position, last, hasMore } = page;
  // A page may end behind the log's last event, at a record of the engine's own. There it is no place to be known again
  // by.
  const next = latest(after, head, last);
  const end = next === undefined || (position !== undefined && position < next) ? position : next;
  // The log has had events since before the team.
  if (end === undefined) throw new Error('the log is empty');
  return { messages, hasMore, next: sealCursor(ports.hash, teamId, end) };
}

function latest(...positions: readonly (Position | undefined)[]): Position | undefined {
  return positions.reduce((most, each) => ((each ?? '') > (most ?? '') ? each : most), undefined);
}

/** After a move to other engines, or a restore of an older log, a cursor may be of another one. */
function isOfThisLog(position: Position | undefined, head: Position | undefined): boolean {
  return position !== undefined && head !== undefined && position.length === head.length && position <= head;
}

interface FeedPage {
  readonly messages: readonly Message[];
  /** Everything up to here was looked at. */
  readonly position: Position | undefined;
  /** The last event that was looked at. */
  readonly last: Position | undefined;
  readonly hasMore: boolean;
}

async function readPage(
  ports: FeedPorts,
  teamId: string,
  { types, limit }: ReadFeedOptions,
  after: Position | undefined,
): Promise<FeedPage> {
  const filter: EventFilter | undefined = followedFor(types ?? null);
  if (filter === undefined)
    return { messages: [], position: await ports.store.head(), last: undefined, hasMore: false };
  const wanted = { webhook: { teamId, events: types ?? null } };
  const startedAtMs = ports.clock.monotonicMs();
  const isLate = (): boolean => ports.clock.monotonicMs() - startedAtMs > longestReadMs;
  const messages: Message[] = [];
  let position = after;
  let last: Position | undefined;
  /** Answers whether there is more, where the page ends with it; otherwise the page goes on. */
  const readOn = async (): Promise<boolean | undefined> => {
    const asked = { limit: readLimit, filter };
    const page = await ports.store.readAll(position === undefined ? asked : { ...asked, after: position });
    for (const event of page.events) {
      const made = mayConcern(wanted, event) ? await messagesOf(ports, feedEndpoint, event) : [];
      const own = made.filter(
        ({ payload }) => (types === undefined || types.includes(payload.type)) && !isByMachine(payload),
      );
      // Whole events: the cursor lies between two of them.
      const isFull = messages.length > 0 && messages.length + own.length > limit;
      if (isFull || (last !== undefined && isLate())) return true;
      messages.push(...own);
      position = event.position;
      last = position;
    }
    position = page.position ?? position;
    if (page.atEnd) return false;
    return messages.length >= limit || isLate() ? true : undefined;
  };
  const { inTurn = atOnce } = ports;
  for (let reads = 0; reads < mostReads; reads += 1) {
    const hasMore = await inTurn(teamId, readOn);
    if (hasMore !== undefined) return { messages, position, last, hasMore };
    // The embedded log answers in the same turn: others are to have theirs.
    await delay(0);
  }
  return { messages, position, last, hasMore: true };
}
