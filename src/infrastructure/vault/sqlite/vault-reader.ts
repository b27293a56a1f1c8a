import { openDatabase } from '../../sqlite/database.js';
import { slotOf } from '../slot-of.js';
import { isCleared, slotAt } from './key-slot.js';
import { ofRequestLogs } from './schema.js';

export type SlotState =
  | { readonly state: 'present'; readonly wrapped: Buffer }
  | { readonly state: 'destroyed'; readonly destroyedAt: string }
  | { readonly state: 'missing' };

interface StoredIdentity {
  readonly keyStoreId: string;
  readonly sealed: Buffer;
}

/** `file`: the bytes lie in the blob's own file. */
type StoredBlob = { readonly kind: 'bytes'; readonly bytes: Buffer } | { readonly kind: 'file' };

interface StoredRow {
  readonly row: string;
  readonly anchor: string;
  /** The places of the keys that are left. */
  readonly present: readonly number[];
}

interface StoredPlace {
  readonly id: string;
  readonly anchor: string;
  readonly createdAt: string;
}

interface StoredKeys extends StoredPlace {
  /** Wrapped, by their place; those that are left. */
  readonly keys: ReadonlyMap<number, Buffer>;
}

/** Point reads on a read-only connection of the calling thread's own; none of them leaves a read transaction open. */
export interface VaultReader {
  slots(kids: Iterable<string>): ReadonlyMap<string, SlotState>;
  /** Those of request logs, with a key left, oldest first. */
  requestLogRows(beforeRow: string, limit: number): readonly StoredRow[];
  secret(name: string): Buffer | undefined;
  identity(): StoredIdentity | undefined;
  blob(id: string): StoredBlob | undefined;
  hasBlob(id: string): boolean;
  /** Behind an id, in the order of ids. */
  keyRows(after: string, limit: number): readonly StoredPlace[];
  blobs(after: string, limit: number): readonly StoredPlace[];
  /** Behind an id, in the order of ids. */
  wrappedRows(after: string, limit: number): readonly StoredKeys[];
  /** Behind a kid, in their order. */
  tombstones(after: string, limit: number): readonly { readonly id: string; readonly destroyedAt: string }[];
  /** Behind a name, in their order. */
  secrets(after: string, limit: number): readonly { readonly id: string; readonly wrapped: Buffer | null }[];
  /** How much of the append-only file of destroyed keys this vault has applied. */
  destroyedLogBytes(): number;
  close(): void;
}

function identityIn(row: Readonly<Record<string, unknown>> | undefined) {
  const sealed = bytesOf(row?.['sealed']);
  return sealed === undefined ? undefined : { keyStoreId: String(row?.['key_store_id']), sealed };
}

export function openVaultReader(path: string): VaultReader {
  const database = openDatabase(path, { readOnly: true });
  const keysOfRow = database.prepare('SELECT keys FROM key_rows WHERE row = ?');
  const requestLogs = database.prepare(
    `SELECT row, anchor, keys FROM key_rows WHERE ${ofRequestLogs} AND row < ? ORDER BY row LIMIT ?`,
  );
  const tombstone = database.prepare('SELECT destroyed_at FROM destroyed_keys WHERE kid = ?');
  const secret = database.prepare('SELECT wrapped FROM secrets WHERE name = ?');
  const identity = database.prepare('SELECT key_store_id, sealed FROM vault');
  const destroyedLog = database.prepare('SELECT destroyed_log_bytes FROM vault');
  const blob = database.prepare(
    'SELECT size, b.slot, bytes FROM blobs b LEFT JOIN slots s ON s.slot = b.slot WHERE id = ?',
  );
  const blobRow = database.prepare('SELECT 1 FROM blobs WHERE id = ?');
  const keyRows = database.prepare(
    'SELECT row AS id, anchor, created_at AS createdAt FROM key_rows WHERE row > ? ORDER BY row LIMIT ?',
  );
  const blobRows = database.prepare(
    'SELECT id, anchor, created_at AS createdAt FROM blobs WHERE id > ? ORDER BY id LIMIT ?',
  );
  const wrappedRows = database.prepare(
    'SELECT row AS id, anchor, created_at AS createdAt, keys FROM key_rows WHERE row > ? ORDER BY row LIMIT ?',
  );
  const tombstones = database.prepare(
    'SELECT kid AS id, destroyed_at AS destroyedAt FROM destroyed_keys WHERE kid > ? ORDER BY kid LIMIT ?',
  );
  const secrets = database.prepare('SELECT name AS id, wrapped FROM secrets WHERE name > ? ORDER BY name LIMIT ?');

  return {
    slots(kids) {
      const rows = new Map<string, Buffer | undefined>();
      const slots = new Map<string, SlotState>();
      for (const kid of kids) {
        const { row, index } = slotOf(kid);
        if (!rows.has(row)) rows.set(row, bytesOf(keysOfRow.get(row)?.['keys']));
        const keys = rows.get(row);
        const slot = keys === undefined ? undefined : bytesOf(slotAt(keys, index));
        if (slot !== undefined && !isCleared(slot)) {
          slots.set(kid, { state: 'present', wrapped: slot });
          continue;
        }
        const destroyedAt = tombstone.get(kid)?.['destroyed_at'];
        slots.set(kid, typeof destroyedAt === 'string' ? { state: 'destroyed', destroyedAt } : { state: 'missing' });
      }
      return slots;
    },
    requestLogRows: (beforeRow, limit) =>
      requestLogs.all(beforeRow, limit).map(({ row, anchor, keys }) => ({
        row: String(row),
        anchor: String(anchor),
        present: presentIn(bytesOf(keys) ?? Buffer.alloc(0)),
      })),
    secret: (name) => undestroyed(secret.get(name)?.['wrapped']),
    identity: () => identityIn(identity.get()),
    blob(id) {
      const row = blob.get(id);
      if (row === undefined) return undefined;
      const bytes = bytesOf(row['bytes']);
      return bytes === undefined ? { kind: 'file' } : { kind: 'bytes', bytes: bytes.subarray(0, Number(row['size'])) };
    },
    hasBlob: (id) => blobRow.get(id) !== undefined,
    // The columns are those of the statements above.
    keyRows: (after, limit) => keyRows.all(after, limit),
    blobs: (after, limit) => blobRows.all(after, limit),
    wrappedRows: (after, limit) =>
      wrappedRows.all(after, limit).map(({ id, anchor, createdAt, keys }) => ({
        id: String(id),
        anchor: String(anchor),
        createdAt: String(createdAt),
        keys: keysIn(bytesOf(keys) ?? Buffer.alloc(0)),
      })),
    tombstones: (after, limit) => tombstones.all(after, limit),
    secrets: (after, limit) =>
      secrets.all(after, limit).map(({ id, wrapped }) => ({ id: String(id), wrapped: undestroyed(wrapped) ?? null })),
    destroyedLogBytes: () => Number(destroyedLog.get()?.['destroyed_log_bytes'] ?? 0),
    close: () => database.close(),
  };
}

function undestroyed(column: unknown): Buffer | undefined {
  const wrapped = bytesOf(column);
  return wrapped === undefined || isCleared(wrapped) ? undefined : wrapped;
}

function keysIn(keys: Buffer): ReadonlyMap<number, Buffer> {
  return new Map(presentIn(keys).map((index) => [index, bytesOf(slotAt(keys, index)) ?? Buffer.alloc(0)]));
}

function presentIn(keys: Buffer): readonly number[] {
  const places: number[] = [];
  for (let index = 0; ; index += 1) {
    const slot = slotAt(keys, index);
    if (slot === undefined) return places;
    if (!isCleared(slot)) places.push(index);
  }
}

function bytesOf(column: unknown): Buffer | undefined {
  return column instanceof Uint8Array ? Buffer.from(column.buffer, column.byteOffset, column.byteLength) : undefined;
}
