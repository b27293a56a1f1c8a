import type { StreamName } from '../../../domain/shared/stream-name.js';
import type { VaultSweep } from '../../../application/ports/vault-sweep.js';
import { removeUpload } from './blob-chunks.js';
import type { Call } from './calls.js';
import type { UploadDocument, VaultCollections } from './collections.js';
import type { WrappedKeys } from './wrapped-keys.js';

/** Records of uploads looked at in one message. */
const pageSize = 100;

export function mongodbVaultSweep(
  collections: VaultCollections,
  wrapped: Pick<WrappedKeys, 'forget'>,
  call: Call,
): VaultSweep {
  const { keys, blobs, uploads } = collections;

  const oldUploads = (after: string, before: string): Promise<UploadDocument[]> =>
    call(() =>
      uploads
        .find({ _id: { $gt: after, $lt: before } })
        .sort({ _id: 1 })
        .limit(pageSize)
        .toArray(),
    );

  return {
    async entries(kind, after, limit) {
      const entries = kind === 'keys' ? keys.find({ _id: { $gt: after } }) : blobs.find({ _id: { $gt: after } });
      const found = await call(() =>
        entries
          .project<{ _id: string; anchor: StreamName; createdAt: string }>({ anchor: 1, createdAt: 1 })
          .sort({ _id: 1 })
          .limit(limit)
          .toArray(),
      );
      return found.map(({ _id, anchor, createdAt }) => ({ id: _id, anchor, createdAt }));
    },

    async removeRows(rows) {
      if (rows.length === 0) return;
      // Never a delete: the name stays taken.
      const emptied = { $set: { keys: {} }, $unset: { requestLogRow: '' } } as const;
      await call(() => keys.updateMany({ _id: { $in: [...rows] } }, emptied));
      wrapped.forget(rows);
    },

    async removeStrayFiles(beforeMs) {
      const before = firstIdOf(beforeMs);
      let removed = 0;
      for (let after = ''; ; ) {
        const page = await oldUploads(after, before);
        for (const upload of page) if (await removeStray(collections, call, upload)) removed += 1;
        const last = page.at(-1);
        if (last === undefined) return removed;
        after = last._id;
      }
    },
  };
}

/**
 * The claim comes before the look at the entry, and an upload is acknowledged only where its record was unclaimed after
 * its entry was durable: one of the two always sees the other, however long either slept.
 */
async function removeStray(
  collections: VaultCollections,
  call: Call,
  { _id, blob, count }: UploadDocument,
): Promise<boolean> {
  const { blobs, uploads } = collections;
  const { matchedCount } = await call(() => uploads.updateOne({ _id }, { $set: { removing: true } }));
  if (matchedCount === 0) return false;
  const named = await call(() => blobs.findOne({ _id: blob, 'chunks.upload': _id }, { projection: { _id: 1 } }));
  if (named === null) {
    await removeUpload(collections, call, { upload: _id, count });
    return true;
  }
  // Cut off after its entry was stored: the entry has an anchor, and goes or stays with it.
  await call(() => uploads.deleteOne({ _id }));
  return false;
}

/** Not above any UUIDv7 of this millisecond (RFC 9562 §5.7: they begin with it), above every one before. */
function firstIdOf(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}`;
}
