/** `note`: worth knowing, and nothing is wrong. */
export type Severity = 'error' | 'warning' | 'note';

/** One thing that was noticed, in words for the operator. No address, key or mail content is in it. */
export interface Finding {
  readonly severity: Severity;
  /** Stable, for machines: kebab-case. */
  readonly code: string;
  /** What is wrong. */
  readonly problem: string;
  /** What to do about it. */
  readonly advice: string;
}

/** A check over facts: what it noticed. */
export type Check<Given> = (facts: Given) => readonly Finding[];

export function finding(severity: Severity, code: string, problem: string, advice: string): Finding {
  return { severity, code, problem, advice };
}
