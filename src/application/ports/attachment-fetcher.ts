/** Why a URL gave no file. Says nothing of what was found there, nor of where it is. */
export type FetchProblem =
  | { readonly problem: 'not-http' }
  | { readonly problem: 'has-credentials' }
  | { readonly problem: 'address-not-allowed' }
  | { readonly problem: 'unreachable' }
  | { readonly problem: 'status'; readonly status: number }
  | { readonly problem: 'too-many-redirects' }
  | { readonly problem: 'encoded' }
  | { readonly problem: 'timeout' }
  /** `take` answered false. */
  | { readonly problem: 'refused' };

export interface FetchLimits {
  /** Whose fetch it is: what hangs of it holds up this owner's teams alone. */
  readonly owner: string;
  /** Asked before bytes are kept; false ends the fetch. */
  take(bytes: number): boolean;
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
}

/** Fetches files by URL on behalf of a client, and never from an address that only this machine's network can reach. */
export interface AttachmentFetcher {
  fetch(url: string, limits: FetchLimits): Promise<{ readonly content: Buffer } | FetchProblem>;
}
