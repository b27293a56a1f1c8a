/** What a link answered. Says nothing of what was found there. */
export type LinkAnswer =
  | { readonly status: number }
  | { readonly problem: 'address-not-allowed' | 'unreachable' | 'timeout' | 'too-many-redirects' };

export interface LinkLimits {
  /** Whose link it is: what hangs of it holds up this owner's teams alone. */
  readonly owner: string;
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
}

/** Asks whether an address answers, and never one that only this machine's network can reach. Never rejects. */
export interface LinkChecker {
  check(url: string, limits: LinkLimits): Promise<LinkAnswer>;
}
