/** What became of one mail, as far as figures need it. Nothing in it is about a person. */
export interface MetricsDocument {
  /** The mail's. */
  readonly id: string;
  readonly teamId: string;
  readonly domainId: string;
  /** ISO 8601: when it was first tried (or given up untried); until then, when it was accepted. Its figures stand there. */
  readonly at: string;
  /** By the recipient's number. */
  readonly recipients: readonly RecipientTally[];
}

export interface RecipientTally {
  readonly sent: boolean;
  readonly delayed: boolean;
  /** The last word, null so far. */
  readonly result: 'delivered' | 'failed' | BounceKind | null;
}

export type BounceKind = 'bounced_transient' | 'bounced_permanent' | 'bounced_undetermined';
