import type { DataKeyRow, NewBlob, StagedBlob } from '../ports/vault.js';
import type { Ports } from '../shared/ports.js';

/** What one anchor needs in the vault. */
export interface VaultEntry {
  readonly keyRow: DataKeyRow;
  readonly blobs: readonly NewBlob[];
  /** A raw message's text. */
  readonly staged?: StagedBlob;
}

/** The first of the two commits: keys, bodies and attachments. False: it could not be written, and nothing was accepted. */
export async function storeInVault(
  { keys, blobs: store }: Pick<Ports, 'keys' | 'blobs'>,
  entries: readonly VaultEntry[],
): Promise<boolean> {
  // Started in one turn of the event loop, so that they share one commit; all have ended before the answer.
  const writes = entries.flatMap(({ keyRow, blobs, staged }) => [
    keys.createRow(keyRow),
    ...blobs.map((blob) => store.put(blob)),
    ...(staged === undefined ? [] : [staged.store({ anchor: keyRow.anchor, createdAt: keyRow.createdAt })]),
  ]);
  const results = await Promise.allSettled(writes);
  return results.every(({ status }) => status === 'fulfilled');
}
