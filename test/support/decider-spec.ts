import { type Decider, type Decision, type DomainEvent, isRefusal } from '../../src/domain/shared/decider.js';

/** When an event of a spec was recorded, where the spec does not say. */
export const givenAt = '2026-03-02T10:00:00.000Z';

/** The same event, recorded at another time than {@link givenAt}. */
export function recordedAt<Event extends DomainEvent>(
  at: string,
  event: Event,
): { readonly at: string; readonly event: Event } {
  return { at, event };
}

type Past<Event extends DomainEvent> = Event | { readonly at: string; readonly event: Event };

/**
 * The rules of one aggregate as sentences: given these events, when this is asked, then these events and nothing else.
 */
export function specOf<Command, State, Event extends DomainEvent, Code extends string>(
  decider: Decider<Command, State, Event, Code>,
) {
  return {
    given(...past: readonly Past<Event>[]) {
      const state = past.reduce((folded, item) => {
        const { at, event } = 'event' in item ? item : { at: givenAt, event: item };
        return decider.evolve(folded, event, at);
      }, decider.initial);
      return { state, when: (command: Command) => outcome<Event, Code>(decider.decide(command, state)) };
    },
  };
}

function outcome<Event extends DomainEvent, Code extends string>(decision: Decision<Event, Code>) {
  return {
    then: (...events: readonly Event[]) => expect(decision).toStrictEqual(events),
    thenNothing: () => expect(decision).toStrictEqual([]),
    thenRefused: (code: Code) => expect(decision).toStrictEqual({ refused: code }),
    /** For specs that look at a part of what happened only. */
    events(): readonly Event[] {
      if (isRefusal(decision)) throw new Error(`refused: ${decision.refused}`);
      return decision;
    },
  };
}
