import { type Decision, type DomainEvent, refuse } from './decider.js';

/** Who takes or frees something that one owner has at a time (a key, an address, an identity), and who has it. */
export interface Claim {
  readonly owner: string;
  /** Null while it is free. */
  readonly holder: string | null;
  /** An owner that has it and does not use it: a crash came between. */
  readonly insteadOf?: string | undefined;
}

/** Nothing where its owner takes it again. */
export function take<Taken extends DomainEvent>(
  { owner, holder, insteadOf }: Claim,
  taken: Taken,
): Decision<Taken, 'taken'> {
  if (owner === holder) return [];
  return holder === null || holder === insteadOf ? [taken] : refuse('taken');
}

/** Nothing where another has it by now. */
export function free<Freed extends DomainEvent>({ owner, holder }: Claim, freed: Freed): readonly Freed[] {
  return owner === holder ? [freed] : [];
}
