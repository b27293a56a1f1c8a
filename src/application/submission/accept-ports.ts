import type { BodySealer } from '../ports/body-sealer.js';
import type { KeyedHash } from '../ports/hashing.js';
import type { BlobStore, DataKeyRow, KeyStore, NewBlob, StagedBlob } from '../ports/vault.js';
import type { LogPorts } from '../shared/handle.js';

export interface AcceptPorts extends LogPorts {
  readonly hash: KeyedHash;
  readonly sealer: BodySealer;
  readonly keys: KeyStore;
  readonly blobs: BlobStore;
}

/** What one anchor needs in the vault. */
export interface VaultEntry {
  readonly keyRow: DataKeyRow;
  readonly blobs: readonly NewBlob[];
  readonly staged?: StagedBlob;
}

/** The first of the two commits: keys, bodies and attachments. False: it could not be written, and nothing was accepted. */
export async function writeVault(
  ports: Pick<AcceptPorts, 'keys' | 'blobs'>,
  entries: readonly VaultEntry[],
): Promise<boolean> {
  // Asked in one turn, so that they share one commit; all have ended before anything is answered.
  const writes = entries.flatMap(({ keyRow, blobs, staged }) => [
    ports.keys.createRow(keyRow),
    ...blobs.map((blob) => ports.blobs.put(blob)),
    ...(staged === undefined ? [] : [staged.store({ anchor: keyRow.anchor, createdAt: keyRow.createdAt })]),
  ]);
  const results = await Promise.allSettled(writes);
  return results.every(({ status }) => status === 'fulfilled');
}
