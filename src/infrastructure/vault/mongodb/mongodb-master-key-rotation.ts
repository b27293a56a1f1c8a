import type { MasterKeyRotation } from '../../../application/ports/master-key-rotation.js';
import { type MasterKeys, rewrap } from '../key-wrap.js';
import { resealIdentity } from '../sealed-identity.js';
import type { Call } from './calls.js';
import type { VaultCollections } from './collections.js';

/** Each write names the bytes that were read: what has changed meanwhile is left alone. */
export function mongodbMasterKeyRotation(
  masterKeys: MasterKeys,
  { keys, secrets, identity }: VaultCollections,
  call: Call,
): MasterKeyRotation {
  return {
    async rewrapRows(after, limit) {
      const rows = await call(() =>
        keys
          .find({ _id: { $gt: after } })
          .sort({ _id: 1 })
          .limit(limit)
          .toArray(),
      );
      const writes = rows.flatMap(({ _id, keys: wrapped }) =>
        Object.entries(wrapped).flatMap(([index, from]) => {
          const to = rewrap(masterKeys, `${_id}.${index}`, from);
          const place = `keys.${index}`;
          return to === undefined
            ? []
            : [{ updateOne: { filter: { _id, [place]: from }, update: { $set: { [place]: to } } } }];
        }),
      );
      const rewrapped = writes.length === 0 ? 0 : (await call(() => keys.bulkWrite(writes))).modifiedCount;
      return { rewrapped, next: rows.length < limit ? undefined : rows.at(-1)?._id };
    },

    async rewrapSecrets() {
      let rewrapped = 0;
      for (const { _id, wrapped } of await call(() => secrets.find({}).toArray())) {
        const to = wrapped === undefined ? undefined : rewrap(masterKeys, _id, wrapped);
        if (wrapped === undefined || to === undefined) continue;
        const result = await call(() => secrets.updateOne({ _id, wrapped }, { $set: { wrapped: to } }));
        rewrapped += result.modifiedCount;
      }
      return rewrapped;
    },

    async rewrapIdentity() {
      const stored = await call(() => identity.findOne({ _id: 'vault' }));
      const to = stored === null ? undefined : resealIdentity(masterKeys, stored.sealed);
      if (stored === null || to === undefined) return;
      await call(() => identity.updateOne({ _id: 'vault', sealed: stored.sealed }, { $set: { sealed: to } }));
    },
  };
}
