import { type Decision, type DomainEvent, refuse } from './decider.js';

/** Who asks for something that one owner has at a time (a key, an address, an identity), and who has it. */
export interface Asking {
  readonly asks: string;
  /** Null while it is free. */
  readonly holds: string | null;
  /** An owner that has it and does not use it: a crash came between. */
  readonly insteadOf?: string | undefined;
}

/** Nothing where the one who asks has it already. */
export function take<Taken extends DomainEvent>(
  { asks, holds, insteadOf }: Asking,
  taken: Taken,
): Decision<Taken, 'taken'> {
  if (asks === holds) return [];
  return holds === null || holds === insteadOf ? [taken] : refuse('taken');
}

/** Nothing where another has it by now. */
export function free<Freed extends DomainEvent>({ asks, holds }: Asking, freed: Freed): readonly Freed[] {
  return asks === holds ? [freed] : [];
}
