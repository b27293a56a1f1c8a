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
  return { problem: `What ${engine} names cannot be used: ${problem}`, remedy };
}

export function inSentences(failure: EngineFailure): string {
  const { problem, remedy } = inWords(failure);
  return `${problem}. ${remedy}`;
}
