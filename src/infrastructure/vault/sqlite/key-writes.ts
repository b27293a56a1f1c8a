import type { DatabaseSync } from '../../sqlite/database.js';
import type { WriteContext } from '../../sqlite/group-commit.js';
import { appendLines } from '../destroyed-file.js';
import { destroyedLines } from '../destroyed-lines.js';
import { slotOf } from '../slot-of.js';
import { applyDestroyed } from './destroyed-log.js';
import { isCleared, slotAt } from './key-slot.js';
import { emptyWal } from './wal.js';

export interface CreateRow {
  readonly row: string;
  readonly anchor: string;
  readonly createdAt: string;
  /** Wrapped keys, one after the other. */
  readonly keys: Uint8Array;
}

export interface DestroyKeys {
  readonly kids: readonly string[];
  readonly destroyedAt: string;
}

export interface CreateSecret {
  readonly name: string;
  readonly wrapped: Uint8Array;
}

export interface DestroySecret {
  readonly name: string;
}

export interface Establish {
  readonly keyStoreId: string;
  readonly sealed: Uint8Array;
}

/** Bytes that are replaced where they are still `from`. */
interface Replaced {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

/** Replacements of the same size: each is written in place, see the schema. */
export interface Rewrap {
  readonly keys: readonly (Replaced & { readonly row: string; readonly index: number })[];
  readonly secrets: readonly (Replaced & { readonly name: string })[];
  readonly identity: Replaced | null;
}

/** The key store's side of the writer thread. It sees wrapped bytes only. */
export function keyWrites(database: DatabaseSync, destroyedPath: string) {
  const findRow = database.prepare('SELECT 1 FROM key_rows WHERE row = ?');
  const insertRow = database.prepare('INSERT INTO key_rows (row, anchor, created_at, keys) VALUES (?, ?, ?, ?)');
  const tombstonesOfRow = database.prepare('SELECT kid FROM destroyed_keys WHERE kid > ? AND kid < ?');
  const insertSecret = database.prepare('INSERT OR IGNORE INTO secrets VALUES (?, ?)');
  // At the same size and in its place, as every byte that is destroyed: see the schema.
  const clearSecret = database.prepare('UPDATE secrets SET wrapped = zeroblob(length(wrapped)) WHERE name = ?');
  const insertIdentity = database.prepare('UPDATE vault SET key_store_id = ?, sealed = ? WHERE key_store_id IS NULL');
  const readKeys = database.prepare('SELECT keys FROM key_rows WHERE row = ?');
  const writeKeys = database.prepare('UPDATE key_rows SET keys = ? WHERE row = ?');
  const replaceSecret = database.prepare('UPDATE secrets SET wrapped = ? WHERE name = ? AND wrapped = ?');
  const replaceIdentity = database.prepare('UPDATE vault SET sealed = ? WHERE sealed = ?');
  const destroy = keyDestroyer(database);

  function replaceKey({ row, index, from, to }: Rewrap['keys'][number]): number {
    const keys = readKeys.get(row)?.['keys'];
    const slot = keys instanceof Uint8Array ? slotAt(keys, index) : undefined;
    if (slot === undefined || Buffer.compare(slot, from) !== 0) return 0;
    slot.set(to);
    writeKeys.run(keys as Uint8Array, row);
    return 1;
  }

  return {
    createRow({ row, anchor, createdAt, keys }: CreateRow): 'created' | 'exists' {
      if (findRow.get(row) !== undefined) return 'exists';
      // Destroyed before it came (an older vault was restored in between): it stays destroyed. `/` follows `.` in
      // ASCII.
      for (const tombstone of tombstonesOfRow.all(`${row}.`, `${row}/`)) {
        clearSlot(keys, slotOf(String(tombstone['kid'])).index);
      }
      insertRow.run(row, anchor, createdAt, keys);
      return 'created';
    },

    destroy({ kids, destroyedAt }: DestroyKeys, context: WriteContext): null {
      appendLines(destroyedPath, destroyedLines(kids, destroyedAt));
      applyDestroyed(database, destroyedPath, destroy);
      context.afterCommit(() => emptyWal(database));
      return null;
    },

    createSecret({ name, wrapped }: CreateSecret): 'created' | 'exists' {
      return insertSecret.run(name, wrapped).changes === 0 ? 'exists' : 'created';
    },

    destroySecret({ name }: DestroySecret, context: WriteContext): null {
      clearSecret.run(name);
      context.afterCommit(() => emptyWal(database));
      return null;
    },

    rewrap({ keys, secrets, identity }: Rewrap, context: WriteContext): number {
      let replaced = 0;
      for (const key of keys) replaced += replaceKey(key);
      for (const { name, from, to } of secrets) replaced += Number(replaceSecret.run(to, name, from).changes);
      if (identity !== null) replaceIdentity.run(identity.to, identity.from);
      // What the former master key opens is in no file any more.
      context.afterCommit(() => emptyWal(database));
      return replaced;
    },

    establish({ keyStoreId, sealed }: Establish): null {
      insertIdentity.run(keyStoreId, sealed);
      return null;
    },
  };
}

/** Destroys what the append-only file lists and this copy of the vault still holds. */
export function reapplyDestroyed(database: DatabaseSync, destroyedPath: string): void {
  database.exec('BEGIN IMMEDIATE');
  const applied = applyDestroyed(database, destroyedPath, keyDestroyer(database));
  database.exec('COMMIT');
  if (applied > 0) emptyWal(database);
}

function keyDestroyer(database: DatabaseSync): (kid: string, destroyedAt: string) => void {
  const insertTombstone = database.prepare('INSERT OR IGNORE INTO destroyed_keys VALUES (?, ?)');
  const readKeys = database.prepare('SELECT keys FROM key_rows WHERE row = ?');
  const writeKeys = database.prepare('UPDATE key_rows SET keys = ? WHERE row = ?');
  return (kid, destroyedAt) => {
    insertTombstone.run(kid, destroyedAt);
    const { row, index } = slotOf(kid);
    const keys = readKeys.get(row)?.['keys'];
    if (keys instanceof Uint8Array && clearSlot(keys, index)) writeKeys.run(keys, row);
  };
}

/** Whether there was a key in that slot. */
function clearSlot(keys: Uint8Array, index: number): boolean {
  const slot = slotAt(keys, index);
  if (slot === undefined || isCleared(slot)) return false;
  slot.fill(0);
  return true;
}
