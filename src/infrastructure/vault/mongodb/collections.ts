import type { Collection, CollectionOptions, Db } from 'mongodb';

/** A row of wrapped keys: the place of each in the row names it. A destroyed key is gone, its name is not. */
export interface KeyRowDocument {
  readonly _id: string;
  readonly anchor: string;
  readonly createdAt: string;
  readonly keys: Readonly<Record<string, Buffer>>;
  /** The row's id again, in rows of the request log that have a key left: its retention finds them by an index. */
  readonly requestLogRow?: string;
}

interface TombstoneDocument {
  /** The kid. */
  readonly _id: string;
  readonly destroyedAt: string;
}

/**
 * How much of one append-only file of destroyed keys these tombstones hold. It lies beside them, so both go back
 * together.
 */
export interface AppliedLogDocument {
  readonly _id: `applied/${string}`;
  readonly bytes: number;
  /** SHA-256 of that many bytes of the file. */
  readonly digest: string;
}

export interface SecretDocument {
  readonly _id: string;
  /** Gone once it is destroyed. */
  readonly wrapped?: Buffer;
}

interface IdentityDocument {
  readonly _id: 'vault';
  readonly keyStoreId: string;
  readonly sealed: Buffer;
  /** Format of the vault's collections, as {@link vaultFormat}; absent when it is from before formats were recorded. */
  readonly format?: number;
}

/** Raised where an older program would read these collections wrongly, or write what does not fit them. */
export const vaultFormat = 1;

/** The chunks of a large body: `<upload>.<number>`, from 0. */
export interface ChunkList {
  readonly upload: string;
  readonly count: number;
}

interface BlobPlace {
  readonly _id: string;
  readonly anchor: string;
  readonly createdAt: string;
}

/** A small body lies in its entry, a large one in chunks that were durable before the entry. */
export type BlobDocument = BlobPlace & ({ readonly bytes: Buffer } | { readonly chunks: ChunkList });

export interface ChunkDocument {
  readonly _id: string;
  readonly bytes: Buffer;
}

/** Written before an upload's first chunk and gone once its entry is durable: what is left of old ones was cut off. */
export interface UploadDocument {
  /** UUIDv7: when it began. */
  readonly _id: string;
  readonly blob: string;
  readonly count: number;
  /** The sweep has taken it: a later write to it fails. */
  readonly removing?: true;
}

/** Nothing that was answered, read or written, is ever rolled back. */
const durable: CollectionOptions = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
  promoteBuffers: true,
};

export interface VaultCollections {
  readonly keys: Collection<KeyRowDocument>;
  readonly destroyed: Collection<TombstoneDocument>;
  readonly appliedLogs: Collection<AppliedLogDocument>;
  readonly secrets: Collection<SecretDocument>;
  readonly identity: Collection<IdentityDocument>;
  readonly blobs: Collection<BlobDocument>;
  readonly chunks: Collection<ChunkDocument>;
  readonly uploads: Collection<UploadDocument>;
  /** As the connection says of its server. */
  readonly looksUpMany: boolean;
}

export function vaultCollections(db: Db, looksUpMany = true): VaultCollections {
  return {
    looksUpMany,
    keys: db.collection('vault_keys', durable),
    destroyed: db.collection('vault_destroyed', durable),
    appliedLogs: db.collection('vault_destroyed', durable),
    secrets: db.collection('vault_secrets', durable),
    identity: db.collection('vault_identity', durable),
    blobs: db.collection('vault_blobs', durable),
    chunks: db.collection('vault_blob_chunks', durable),
    uploads: db.collection('vault_uploads', durable),
  };
}

/** Makes what is missing. Every other question is one for `_id`s, in the order of which time runs. */
export async function ensureVaultIndexes({ keys }: VaultCollections): Promise<void> {
  await keys.createIndex({ requestLogRow: 1 }, { name: 'request_log_rows', sparse: true });
}
