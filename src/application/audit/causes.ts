import type { Actor, Cause, Position, Recorded } from '../../domain/shared/recorded.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { LogPorts } from '../shared/handle.js';

/** An event that another one followed from. */
export interface KnownCause {
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
export type CausesOf = (event: Pick<Recorded, 'position' | 'metadata'>) => Promise<readonly CauseStep[]>;

/** Nothing that we write has a longer chain; a circle would be a forgery. */
const maxSteps = 32;

/** A batch is at most 100 mails behind the event that accepted it, and others' events may lie in between. */
const sameAppendReach = 256;

/** Looks each cause up once. */
export function createCausesOf({ store, codec }: Pick<LogPorts, 'store' | 'codec'>): CausesOf {
  const known = new Map<string, Recorded | undefined>();

  /** A cause without a position was appended together with its effect, before it. */
  async function read({ id, position }: Cause, effect: Position): Promise<StoredEvent | undefined> {
    const back = position === null ? await store.readBack(effect, sameAppendReach) : await store.readBack(position, 1);
    return back.find((event) => event.id === id);
  }

  async function find(cause: Cause, effect: Position): Promise<Recorded | undefined> {
    if (!known.has(cause.id)) {
      const stored = await read(cause, effect);
      known.set(cause.id, stored && codec.decode([stored])[0]);
    }
    return known.get(cause.id);
  }

  return async (event) => {
    const steps: CauseStep[] = [];
    let effect = event;
    while (steps.length < maxSteps) {
      const { causation } = effect.metadata;
      if (causation === null) break;
      const found = await find(causation, effect.position);
      if (found === undefined) return [...steps, { id: causation.id, missing: true }];
      const { id, stream, metadata } = found;
      const { time, actor, correlationId } = metadata;
      steps.push({ id, stream, type: found.event.type, time, actor, correlationId });
      effect = found;
    }
    return steps;
  };
}
