/** What an aggregate's stream says happened: a type in the past tense and plain JSON. */
export interface DomainEvent {
  readonly type: string;
  readonly data: object;
}

/**
 * A command was understood and declined. The code is from the aggregate's closed union; the edges map it to their own
 * answer.
 */
export interface Refusal<Code extends string> {
  readonly refused: Code;
}

/** Events to append (none when it is already so), or a refusal. */
export type Decision<Event extends DomainEvent, Code extends string> = readonly Event[] | Refusal<Code>;

/**
 * The rules of one aggregate. Both functions read their arguments and nothing else: time, ids and chance arrive in the
 * command. `evolve` is total; it never throws on a stored fact.
 */
export interface Decider<Command, State, Event extends DomainEvent, Code extends string> {
  readonly initial: State;
  decide(command: Command, state: State): Decision<Event, Code>;
  /** `at` is the recorded time of the event (ISO 8601). */
  evolve(state: State, event: Event, at: string): State;
}

export function refuse<Code extends string>(code: Code): Refusal<Code> {
  return { refused: code };
}

export function isRefusal<Event extends DomainEvent, Code extends string>(
  decision: Decision<Event, Code>,
): decision is Refusal<Code> {
  return 'refused' in decision;
}

/** Ends a switch over a union: a member without a case does not compile. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
