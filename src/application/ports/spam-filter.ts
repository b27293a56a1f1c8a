export interface SpamVerdict {
  readonly score: number;
  /** From this score on it would refuse the email. */
  readonly requiredScore: number;
  readonly isRejected: boolean;
  /** It would mark the email, or move it aside. */
  readonly isMarked: boolean;
  /** What counted most against it, as the filter names it. */
  readonly reasons: readonly string[];
}

/** Judges a message as a receiver's filter would. @returns undefined when it gave no answer in time. Never rejects. */
export interface SpamFilter {
  judge(message: Buffer): Promise<SpamVerdict | undefined>;
}
