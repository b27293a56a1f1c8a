import type { Collection } from 'mongodb';
import { isHourlyLog, type StreamName } from '../../../domain/shared/stream-name.js';
import type { VaultCopy } from '../../../application/ports/vault-copy.js';
import type { Call } from './calls.js';
import { type KeyRowDocument, type SecretDocument, type VaultCollections, vaultFormat } from './collections.js';
import { ensureAll, insertAll } from './insert-all.js';

export function mongodbVaultCopy(collections: VaultCollections, call: Call): VaultCopy {
  const { keys, destroyed, secrets, identity } = collections;
  const insert = async <Document extends { readonly _id: string }>(
    collection: Collection<Document>,
    documents: readonly NoInfer<Document>[],
  ): Promise<void> => {
    if (documents.length > 0) await call(() => ensureAll(collection, documents));
  };

  return {
    rows: {
      list: (after, limit) =>
        call(async () => {
          const found = await keys
            .find({ _id: { $gt: after } })
            .sort({ _id: 1 })
            .limit(limit)
            .toArray();
          return found.map(({ _id, anchor, createdAt, keys: wrapped }) => ({
            id: _id,
            // The vault holds anchors as they were given: names of streams.
            anchor: anchor as StreamName,
            createdAt,
            keys: new Map(Object.entries(wrapped).map(([index, key]) => [Number(index), key])),
          }));
        }),
      adopt: (rows) =>
        insert(
          keys,
          rows.map(({ id, anchor, createdAt, keys: wrapped }): KeyRowDocument => {
            const named = [...wrapped].map(([index, key]) => [String(index), key] as const);
            const document = { _id: id, anchor, createdAt, keys: Object.fromEntries(named) };
            return isHourlyLog(anchor) && wrapped.size > 0 ? { ...document, requestLogRow: id } : document;
          }),
        ),
    },
    tombstones: {
      list: (after, limit) =>
        call(async () => {
          // Beside them lies how far files of destroyed keys were applied.
          const found = await destroyed
            .find({ _id: { $gt: after }, destroyedAt: { $exists: true } })
            .sort({ _id: 1 })
            .limit(limit)
            .toArray();
          return found.map(({ _id, destroyedAt }) => ({ id: _id, destroyedAt }));
        }),
      adopt: (tombstones) =>
        insert(
          destroyed,
          tombstones.map(({ id, destroyedAt }) => ({ _id: id, destroyedAt })),
        ),
    },
    secrets: {
      list: (after, limit) =>
        call(async () => {
          const found = await secrets
            .find({ _id: { $gt: after } })
            .sort({ _id: 1 })
            .limit(limit)
            .toArray();
          return found.map(({ _id, wrapped }) => ({ id: _id, wrapped: wrapped ?? null }));
        }),
      adopt: (given) =>
        insert(
          secrets,
          given.map(({ id, wrapped }): SecretDocument => (wrapped === null ? { _id: id } : { _id: id, wrapped })),
        ),
    },
    async identity() {
      const stored = await call(() => identity.findOne({ _id: 'vault' }));
      return stored === null ? undefined : { keyStoreId: stored.keyStoreId, sealed: stored.sealed };
    },
    async adoptIdentity({ keyStoreId, sealed }) {
      await call(() => insertAll(identity, [{ _id: 'vault', keyStoreId, sealed, format: vaultFormat }]));
    },
  };
}
