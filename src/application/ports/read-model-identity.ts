/** Which log the read models were built from. Positions of one log mean nothing in another. */
export interface ReadModelIdentity {
  /** Where they are, as the configuration names it. */
  readonly place: 'DATA_DIR' | 'MONGODB_URL';
  /**
   * @returns undefined when there are no read models yet; a null id when they were built before installations were
   * named.
   */
  builtFrom(): Promise<{ readonly installationId: string | null } | undefined>;
  /** Names the installation where none is named; answers the one that is named from now on. */
  belongTo(installationId: string): Promise<string>;
  /** Everything was folded again, from this one. */
  moveTo(installationId: string): Promise<void>;
}
