import type { Decider, DomainEvent } from '../../domain/shared/decider.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import { BoundedMap } from './bounded-map.js';
import { load, type LogPorts } from './handle.js';

/** Folded states of small long-lived aggregates. */
export interface AggregateCache<State> {
  get(stream: StreamName): Promise<State>;
  /** After a write to the stream, here or elsewhere. */
  forget(stream: StreamName): void;
}

/**
 * Keeps at most `capacity` states, the least recently asked for goes first. A stream that holds nothing is not kept, so
 * that guessing ids fills no memory. The follower of the log calls `forget`; a load that is under way then is not kept
 * either.
 */
export function createAggregateCache<State, Event extends DomainEvent>(
  ports: LogPorts,
  decider: Pick<Decider<never, State, Event, never>, 'initial' | 'evolve'>,
  capacity = 10_000,
): AggregateCache<State> {
  const states = new BoundedMap<StreamName, Promise<State>>(capacity);
  return {
    get(stream) {
      const state = states.get(stream) ?? loadState(stream);
      states.set(stream, state);
      return state;
    },
    forget: (stream) => void states.delete(stream),
  };

  function loadState(stream: StreamName): Promise<State> {
    const loading: Promise<State> = load(ports, decider, stream).then(({ state, expected }) => {
      if (expected === 'no-stream') dropIfSame();
      return state;
    });
    const dropIfSame = (): void => {
      if (states.get(stream) === loading) states.delete(stream);
    };
    loading.catch(dropIfSame);
    return loading;
  }
}
