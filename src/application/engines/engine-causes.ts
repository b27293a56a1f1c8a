/** An engine by the name of its address in the configuration. */
export type EngineName = 'EVENTSTOREDB_URL' | 'MONGODB_URL' | 'REDIS_URL';

/** Why an engine cannot be used. */
export type EngineFailureCause =
  | 'address-malformed'
  | 'authority-file-unreadable'
  | 'no-listener'
  | 'name-not-found'
  | 'unreachable'
  | 'silent'
  | 'tls-to-clear-port'
  | 'clear-to-tls-port'
  | 'certificate-untrusted'
  | 'certificate-of-other-host'
  | 'certificate-out-of-date'
  | 'credentials-needed'
  | 'credentials-refused'
  | 'no-right'
  | 'no-leader'
  | 'read-only'
  | 'too-old'
  | 'other'
  /** Not looked for yet. */
  | 'unknown';

export interface FailureInWords {
  /** What is wrong: the rest of a sentence, without its dot. */
  readonly problem: string;
  /** What to do, in sentences. */
  readonly remedy: string;
}
