/** One secret each, made at the first start and never changed. */
export type HashPurpose =
  | 'submission'
  | 'payload'
  | 'suppression'
  | 'address-index'
  | 'domain-name'
  | 'api-key'
  | 'link';

/** HMAC-SHA-256 over the JSON array of the parts, under the purpose's own secret: 64 hex digits. */
export interface KeyedHash {
  hash(purpose: HashPurpose, parts: readonly (string | number | null)[]): string;
}

/** Everything random or derived that ends up in the log. */
export interface Ids {
  /** UUIDv7, increasing within the process. */
  next(): string;
  /** UUIDv7 with the cause's time and bits derived from (cause, index): the same whenever it is asked again. */
  derived(causeId: string, index: number): string;
  /** UUIDv8 from a 64-digit hex hash. */
  fromHash(hash: string): string;
  /** 32 random bytes: a data key. */
  dataKey(): Buffer;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds on a clock that never jumps; only differences mean anything. */
  monotonicMs(): number;
}
