import type { Actor, Cause, Position, Recorded } from '../../domain/shared/recorded.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import { type Arrival, isCopied, lastArrival } from '../shared/arrival.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { LogPorts } from '../shared/handle.js';

/** An event that another one followed from. */
interface KnownCause {
  readonly id: string;
  readonly stream: StreamName;
  readonly type: string;
  /** ISO 8601. */
  readonly time: string;
  readonly actor: Actor;
  readonly correlationId: string;
}

/** `missing`: it is named and not in the log (any more): its stream may have been removed. */
export type CauseStep = KnownCause | { readonly id: string; readonly missing: true };

/** The chain from what an event followed from to where it all began. */
export type CausesOf = (event: Effect) => Promise<readonly CauseStep[]>;

type Effect = Pick<Recorded, 'stream' | 'position' | 'metadata'>;

/** Nothing that we write has a longer chain; a circle would be a forgery. */
const maxSteps = 32;

/** A batch is at most 100 mails behind the event that accepted it, and others' events may lie in between. */
const sameAppendReach = 256;

const headsPerPage = 2_000;

/** Looks each cause up once. */
export function createCausesOf({ store, codec }: Pick<LogPorts, 'store' | 'codec'>): CausesOf {
  const known = new Map<string, Recorded | undefined>();
  let arrival: Promise<Arrival | undefined> | undefined;

  /** A cause without a position was appended together with its effect, before it. */
  async function read({ id, position }: Cause, effect: Effect): Promise<StoredEvent | undefined> {
    arrival ??= lastArrival({ store, codec });
    if (position !== null && isCopied(effect, await arrival)) return search(id, effect);
    const back =
      position === null ? await store.readBack(effect.position, sameAppendReach) : await store.readBack(position, 1);
    return back.find((event) => event.id === id);
  }

  /** A copied effect names a place elsewhere. Most causes are in the same stream, or not long ago. */
  async function search(id: string, effect: Effect): Promise<StoredEvent | undefined> {
    const near = [
      ...(await store.readStream(effect.stream)),
      ...(await store.readBack(effect.position, sameAppendReach)),
    ];
    return near.find((event) => event.id === id) ?? searchFromStart(id, effect.position);
  }

  async function searchFromStart(id: string, before: Position): Promise<StoredEvent | undefined> {
    let after: Position | undefined;
    for (let atEnd = false; !atEnd; ) {
      const page = await store.readHeads({ limit: headsPerPage, ...(after === undefined ? {} : { after }) });
      const head = page.heads.find((each) => each.id === id);
      if (head !== undefined) return (await store.readBack(head.position, 1)).find((event) => event.id === id);
      after = page.position;
      atEnd = page.atEnd || after === undefined || after >= before;
    }
    return undefined;
  }

  async function find(cause: Cause, effect: Effect): Promise<Recorded | undefined> {
    if (!known.has(cause.id)) {
      const stored = await read(cause, effect);
      known.set(cause.id, stored && codec.decode([stored])[0]);
    }
    return known.get(cause.id);
  }

  return async (event) => {
    const steps: CauseStep[] = [];
    let effect: Effect = event;
    while (steps.length < maxSteps) {
      const { causation } = effect.metadata;
      if (causation === null) break;
      const found = await find(causation, effect);
      if (found === undefined) return [...steps, { id: causation.id, missing: true }];
      const { id, stream, metadata } = found;
      const { time, actor, correlationId } = metadata;
      steps.push({ id, stream, type: found.event.type, time, actor, correlationId });
      effect = found;
    }
    return steps;
  };
}
