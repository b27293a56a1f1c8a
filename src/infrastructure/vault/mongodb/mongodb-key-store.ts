import type { DataKeyRow, KeyState, KeyStore } from '../../../application/ports/vault.js';
import { type Kid, kidOf, rowOf } from '../../../domain/shared/personal.js';
import { isHourlyLog, type StreamName } from '../../../domain/shared/stream-name.js';
import { withIds } from '../../mongodb/with-ids.js';
import { type MasterKeys, unwrap, wrap, wrappedKeyBytes } from '../key-wrap.js';
import { slotOf } from '../slot-of.js';
import type { Call } from './calls.js';
import type { KeyRowDocument, VaultCollections } from './collections.js';
import type { KeyDestroyer } from './destroy-keys.js';
import { insertAll } from './insert-all.js';
import { InsertLane } from './insert-lane.js';

/** Beside the keys: names, times, and what the server's format adds. */
const rowOverheadBytes = 300;

/** Keys are wrapped and unwrapped here: the server sees wrapped bytes only. */
export function mongodbKeyStore(
  masterKeys: MasterKeys,
  collections: VaultCollections,
  destroyer: KeyDestroyer,
  call: Call,
): KeyStore {
  const rows = new InsertLane<KeyRowDocument>(call, (documents) => insertAll(collections.keys, documents));
  const { wrappedKeys, tombstones } = keyReads(collections, call);

  return {
    async createRow(row) {
      const document = wrapRow(masterKeys, row);
      const result = await rows.add(document, rowOverheadBytes + row.keys.length * wrappedKeyBytes);
      if (result === 'exists') throw new Error(`the vault row ${row.row} exists`);
    },

    async getMany(kids) {
      if (kids.length === 0) return new Map();
      const [wrapped, destroyed] = await Promise.all([wrappedKeys(kids), tombstones(kids)]);
      const gone = kids.filter((kid) => !wrapped.has(kid) && !destroyed.has(kid));
      // Both were read at once, and a key may have been destroyed in between: its tombstone came before its bytes went.
      const since = gone.length === 0 ? destroyed : await tombstones(gone);
      const states = new Map<Kid, KeyState>();
      for (const kid of kids) {
        // A tombstone wins: an older copy of the keys may have been put back beside it.
        const destroyedAt = destroyed.get(kid) ?? since.get(kid);
        states.set(kid, stateOf(masterKeys, kid, wrapped.get(kid), destroyedAt));
      }
      return states;
    },

    destroy: (kids, destroyedAt) => destroyer.destroy(kids, destroyedAt),

    async requestLogRows(beforeRow, limit) {
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
    },

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

function keyReads({ keys, destroyed }: VaultCollections, call: Call) {
  return {
    async wrappedKeys(kids: readonly Kid[]): Promise<ReadonlyMap<Kid, Buffer>> {
      const names = [...new Set(kids.map(rowOf))];
      const found = await call(() =>
        keys
          .find(withIds(names), { limit: names.length })
          .project<Pick<KeyRowDocument, '_id' | 'keys'>>({ keys: 1 })
          .toArray(),
      );
      const rows = new Map(found.map((row) => [row._id, row.keys]));
      const wrapped = new Map<Kid, Buffer>();
      for (const kid of kids) {
        const { row, index } = slotOf(kid);
        const key = rows.get(row)?.[index];
        if (key !== undefined) wrapped.set(kid, key);
      }
      return wrapped;
    },

    async tombstones(kids: readonly Kid[]): Promise<ReadonlyMap<string, string>> {
      const names = [...new Set<string>(kids)];
      const found = await call(() => destroyed.find(withIds(names), { limit: names.length }).toArray());
      return new Map(found.map(({ _id, destroyedAt }) => [_id, destroyedAt]));
    },
  };
}
