/** One step of the way through the vault. */
interface RewrappedPage {
  /** Keys that were wrapped by the other master key, and are by the current one now. */
  readonly rewrapped: number;
  /** Where the next page begins; undefined at the end. */
  readonly next: string | undefined;
}

/**
 * Wraps with the current master key what the other one has wrapped. Each step is durable when it resolves and can be
 * repeated; a key that is destroyed meanwhile stays destroyed. Throws where a key opens with neither.
 */
export interface MasterKeyRotation {
  /** Rows behind `after` ('' to begin), in their order. */
  rewrapRows(after: string, limit: number): Promise<RewrappedPage>;
  /** Named secrets; answers how many. */
  rewrapSecrets(): Promise<number>;
  /** The value that tells which master key belongs to this vault: the last step. */
  rewrapIdentity(): Promise<void>;
}
