import type { Kid } from '../../domain/shared/personal.js';
import type { StreamName } from '../../domain/shared/stream-name.js';

/** The keys of one mail: index 0 is the mail's own, n + 1 its recipient n's. Each is 32 random bytes. */
export interface DataKeyRow {
  /** UUIDv7; a kid is this, a dot and the index. */
  readonly row: string;
  /** The stream whose existence justifies this row. */
  readonly anchor: StreamName;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly keys: readonly Buffer[];
}

/** `missing` is never "erased": a reader stops and raises an alarm. */
export type KeyState =
  | { readonly state: 'present'; readonly key: Buffer }
  | { readonly state: 'destroyed'; readonly destroyedAt: string }
  | { readonly state: 'missing' };

export interface AnchoredRow extends Pick<DataKeyRow, 'row' | 'anchor'> {
  /** Those that are not destroyed. */
  readonly kids: readonly Kid[];
}

/** Data keys and named secrets, wrapped by the master key. Insert-only: nothing is ever overwritten, only destroyed. */
export interface KeyStore {
  /** Durable when it resolves. Throws `vault-unavailable` when it cannot be written. */
  createRow(row: DataKeyRow): Promise<void>;
  /** One state for each kid asked for. Throws when a wrapped key does not open (bad tag). */
  getMany(kids: readonly Kid[]): Promise<ReadonlyMap<Kid, KeyState>>;
  /**
   * Leaves a tombstone for each kid, durable before it resolves; the key's bytes are gone from the files, or from every
   * document of an engine, whose own journal keeps them for a while. Repeatable.
   */
  destroy(kids: readonly Kid[], destroyedAt: string): Promise<void>;
  /**
   * Rows below `beforeRow` that are anchored at hourly logs (of requests, of webhooks) and have a key left, oldest
   * first: their retention finds what is due, whether or not the stream was ever written.
   */
  requestLogRows(beforeRow: string, limit: number): Promise<readonly AnchoredRow[]>;
  /** `exists` leaves the first secret as it is, also where that was destroyed: a name is used once. */
  createSecret(name: string, secret: Buffer): Promise<'created' | 'exists'>;
  /** @returns undefined when it was never created, or is destroyed. */
  getSecret(name: string): Promise<Buffer | undefined>;
  /** Its bytes are gone as those of a destroyed key; its name stays. Repeatable, quiet where there is none. */
  destroySecret(name: string): Promise<void>;
}

export interface NewBlob {
  /** UUIDv7. */
  readonly id: string;
  readonly anchor: StreamName;
  readonly createdAt: string;
  /** Ciphertext: the store never sees plain bodies. */
  readonly bytes: Buffer;
}

/** Bytes on their way into the store: no read finds them yet. */
export interface StagedBlob {
  /**
   * Durable and found under its id when it resolves. To be asked once. A second blob of the same id changes nothing.
   */
  store(place: Pick<NewBlob, 'anchor' | 'createdAt'>): Promise<void>;
  /**
   * To be asked at the end of every staging; quiet once it was stored. What a crash leaves behind, the sweep removes.
   */
  discard(): Promise<void>;
}

/** Encrypted bodies. */
export interface BlobStore {
  /** Durable when it resolves. A second put of the same id changes nothing. */
  put(blob: NewBlob): Promise<void>;
  /**
   * Takes bytes as they come, few of them in memory at a time. Rejects with what `bytes` throws; nothing is left then.
   */
  stage(id: string, bytes: AsyncIterable<Buffer>): Promise<StagedBlob>;
  get(id: string): Promise<Buffer | undefined>;
  /** From `start` until before `end`, or the blob's own end; undefined where there is no such blob. */
  getRange(id: string, start: number, end: number): Promise<Buffer | undefined>;
  /** Repeatable; the bytes are gone from the files when it resolves. */
  delete(ids: readonly string[]): Promise<void>;
}

/** The vault could not be written or read: the caller answers 503 and nothing is accepted. */
export class VaultUnavailable extends Error {
  readonly code = 'vault-unavailable';
}
