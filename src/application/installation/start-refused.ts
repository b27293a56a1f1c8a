export type StartRefusalCode =
  | 'vault-missing'
  | 'master-key-missing'
  | 'moved-away'
  | 'move-unfinished'
  | 'wrong-vault'
  | 'wrong-master-key'
  | 'log-unavailable'
  | 'engine-unreachable'
  /** Waiting may fix it. */
  | 'engine-away'
  | 'wrong-log'
  | 'empty-log'
  | 'newer-data'
  | 'file-damaged';

/** The start stops here, and says which part does not belong to the others. */
export class StartRefused extends Error {
  constructor(
    readonly code: StartRefusalCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
