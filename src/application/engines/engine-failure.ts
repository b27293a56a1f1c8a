import { causeInWords } from './causes-in-words.js';
import type { EngineFailureCause, EngineName, FailureInWords } from './engine-causes.js';

export type { EngineFailureCause, EngineName, FailureInWords };

export interface EngineFailure {
  readonly engine: EngineName;
  readonly cause: EngineFailureCause;
  /** `host:port` of the server that it is about, where it is about one. Never any other part of the address. */
  readonly place: string | null;
}

/** The same words wherever an operator reads of it: a refused start, doctor, the log of a running server. */
export function inWords({ engine, cause, place }: EngineFailure): FailureInWords {
  const { problem, remedy } = causeInWords(cause, engine, place ?? 'the server');
  return { problem: `${engine} cannot be used: ${problem}`, remedy };
}

export function inSentences(failure: EngineFailure): string {
  const { problem, remedy } = inWords(failure);
  return `${problem}. ${remedy}`;
}

/** It has failed, and why is not known yet. */
export function causeUnknown(engine: EngineName): EngineFailure {
  return { engine, cause: 'unknown', place: null };
}

/** By themselves, as machines come up, networks heal and members elect; the others need an operator. */
const passing: ReadonlySet<EngineFailureCause> = new Set<EngineFailureCause>([
  'unknown',
  'no-listener',
  // A name may be registered when its machine comes up.
  'name-not-found',
  'unreachable',
  'silent',
  'no-leader',
  'other',
]);

/** Whether waiting can fix it. */
export function mayPass({ engine, cause }: EngineFailure): boolean {
  // MongoDB and Redis may elect such a member; a read-only replica of EventStoreDB never leads.
  if (cause === 'read-only') return engine !== 'EVENTSTOREDB_URL';
  return passing.has(cause);
}
