interface NewRecoveryCodes {
  /** To be shown once. */
  readonly codes: readonly string[];
  /** To be kept, in the same order. */
  readonly hashes: readonly string[];
}

/** Codes on paper, for a person who has lost the second factor. Each is used once: the caller keeps which. */
export interface RecoveryCodes {
  /** Ten, of 50 random bits. */
  make(userId: string): NewRecoveryCodes;
  /** As typed: letter case, spaces, hyphens and look-alikes (o and 0, i, l and 1) do not matter. */
  hashOf(userId: string, code: string): string;
}
