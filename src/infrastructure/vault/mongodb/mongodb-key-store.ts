import type { DataKeyRow, KeyState, KeyStore } from '../../../application/ports/vault.js';
import { type Kid, kidOf, rowOf } from '../../../domain/shared/personal.js';
import { isHourlyLog, type StreamName } from '../../../domain/shared/stream-name.js';
import { findByIds } from '../../mongodb/find-by-ids.js';
import { type MasterKeys, unwrap, wrap, wrappedKeyBytes, WrappedKeyUnreadable } from '../key-wrap.js';
import type { Call } from './calls.js';
import type { KeyRowDocument, VaultCollections } from './collections.js';
import type { KeyDestroyer } from './destroy-keys.js';
import { insertAll } from './insert-all.js';
import { InsertBatcher } from './insert-batcher.js';
import { ReadBatcher } from '../../mongodb/read-batcher.js';
import type { WrappedKeys } from './wrapped-keys.js';

/** Beside the keys: names, times, and what the server's format adds. */
const rowOverheadBytes = 300;
/** Names in one message. */
const mostTombstones = 1_000;

/** Keys are wrapped and unwrapped here: the server sees wrapped bytes only. */
export function mongodbKeyStore(
  masterKeys: MasterKeys,
  collections: VaultCollections,
  wrapped: WrappedKeys,
  destroyer: KeyDestroyer,
  call: Call,
): KeyStore {
  const rows = new InsertBatcher<KeyRowDocument>(call, (documents) => insertAll(collections.keys, documents));
  const tombstones = new ReadBatcher((names) => call(() => readTombstones(collections, names)), mostTombstones);

  async function statesOf(kids: readonly Kid[]): Promise<ReadonlyMap<Kid, KeyState>> {
    const [keys, destroyed] = await Promise.all([wrapped.of(kids), tombstones.ask(kids)]);
    const gone = kids.filter((kid) => !keys.has(kid) && !destroyed.has(kid));
    // Both were read at once, and a key may have been destroyed in between: its tombstone came before its bytes went.
    const since = gone.length === 0 ? destroyed : await tombstones.ask(gone);
    const states = new Map<Kid, KeyState>();
    for (const kid of kids) {
      // A tombstone wins: an older copy of the keys may have been put back beside it, or be kept here.
      const destroyedAt = destroyed.get(kid) ?? since.get(kid);
      if (destroyedAt !== undefined) wrapped.forget([rowOf(kid)]);
      states.set(kid, stateOf(masterKeys, kid, keys.get(kid), destroyedAt));
    }
    return states;
  }

  return {
    async createRow(row) {
      const document = wrapRow(masterKeys, row);
      const result = await rows.add(document, rowOverheadBytes + row.keys.length * wrappedKeyBytes);
      if (result === 'exists') throw new Error(`the vault row ${row.row} exists`);
    },

    async getMany(kids) {
      if (kids.length === 0) return new Map();
      try {
        return await statesOf(kids);
      } catch (error) {
        if (!(error instanceof WrappedKeyUnreadable)) throw error;
        // What was kept may be older than a rotation of the master key; what is stored is not.
        wrapped.forget(kids.map(rowOf));
        return statesOf(kids);
      }
    },

    async destroy(kids, destroyedAt) {
      await destroyer.destroy(kids, destroyedAt);
      wrapped.forget(kids.map(rowOf));
    },

    requestLogRows: (beforeRow, limit) => readRequestLogRows(collections, call, beforeRow, limit),

    async createSecret(name, secret) {
      const document = { _id: name, wrapped: wrap(masterKeys, name, secret) };
      const [result] = await call(() => insertAll(collections.secrets, [document]));
      if (result === 'created' || result === 'exists') return result;
      return call(() => Promise.reject(result ?? new Error('the secret got no answer')));
    },

    async getSecret(name) {
      const stored = await call(() => collections.secrets.findOne({ _id: name }));
      return stored?.wrapped === undefined ? undefined : unwrap(masterKeys, name, stored.wrapped);
    },

    async destroySecret(name) {
      await call(() => collections.secrets.updateOne({ _id: name }, { $unset: { wrapped: 1 } }));
    },
  };
}

function wrapRow(masterKeys: MasterKeys, { row, anchor, createdAt, keys }: DataKeyRow): KeyRowDocument {
  const wrapped = keys.map((key, index) => [String(index), wrap(masterKeys, kidOf(row, index), key)] as const);
  const document = { _id: row, anchor, createdAt, keys: Object.fromEntries(wrapped) };
  return isHourlyLog(anchor) && keys.length > 0 ? { ...document, requestLogRow: row } : document;
}

function stateOf(
  masterKeys: MasterKeys,
  kid: Kid,
  wrapped: Buffer | undefined,
  destroyedAt: string | undefined,
): KeyState {
  if (destroyedAt !== undefined) return { state: 'destroyed', destroyedAt };
  return wrapped === undefined ? { state: 'missing' } : { state: 'present', key: unwrap(masterKeys, kid, wrapped) };
}

async function readRequestLogRows(collections: VaultCollections, call: Call, beforeRow: string, limit: number) {
  const found = await call(() =>
    collections.keys
      .find({ requestLogRow: { $lt: beforeRow } })
      .sort({ requestLogRow: 1 })
      .limit(limit)
      .toArray(),
  );
  return found.map(({ _id, anchor, keys }) => ({
    row: _id,
    // The vault holds anchors as they were given: names of streams.
    anchor: anchor as StreamName,
    kids: Object.keys(keys).map((index) => kidOf(_id, Number(index))),
  }));
}

async function readTombstones(
  { destroyed, looksUpMany }: VaultCollections,
  kids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await findByIds(destroyed, kids, looksUpMany);
  return new Map(found.map(({ _id, destroyedAt }) => [_id, destroyedAt]));
}
