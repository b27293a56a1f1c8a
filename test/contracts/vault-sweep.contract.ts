import { v7 } from 'uuid';
import type { BlobStore, KeyStore } from '../../src/application/ports/vault.js';
import type { VaultSweep } from '../../src/application/ports/vault-sweep.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { largeBytes, newBlob } from './blob-store.contract.js';
import { newKeyRow } from './key-store.contract.js';

interface Opened {
  readonly keys: KeyStore;
  readonly blobs: BlobStore;
  readonly sweep: VaultSweep;
  close(): Promise<void>;
}

const destroyedAt = '2026-03-01T10:00:00.000Z';

/** What every `VaultSweep` keeps to. The vault that `open` gives is empty. */
export function vaultSweepContract(name: string, open: () => Promise<Opened>): void {
  describe(`${name} vault sweep`, () => {
    let vault: Opened;
    beforeEach(async () => {
      vault = await open();
    });
    afterEach(() => vault.close());

    it('pages rows and blobs of every size in the order of their ids', async () => {
      const rows = Array.from({ length: 5 }, () => newKeyRow(1));
      const blobs = [800, largeBytes, 0].map(newBlob);
      for (const row of [...rows].reverse()) await vault.keys.createRow(row);
      for (const blob of [...blobs].reverse()) await vault.blobs.put(blob);
      const places = rows.map(({ row: id, anchor, createdAt }) => ({ id, anchor, createdAt }));
      expect(await vault.sweep.entries('keys', '', 3)).toEqual(places.slice(0, 3));
      expect(await vault.sweep.entries('keys', places[2]?.id ?? '', 3)).toEqual(places.slice(3));
      expect(await vault.sweep.entries('keys', places[4]?.id ?? '', 3)).toEqual([]);
      expect(await vault.sweep.entries('blob', '', 10)).toEqual(
        blobs.map(({ id, anchor, createdAt }) => ({ id, anchor, createdAt })),
      );
    });

    it('forgets the keys of a removed row, which were never erased', async () => {
      const [gone, kept] = [newKeyRow(3), newKeyRow(2)];
      await vault.keys.createRow(gone);
      await vault.keys.createRow(kept);
      await vault.keys.destroy([kidOf(gone.row, 2)], destroyedAt);
      await vault.sweep.removeRows([gone.row, v7()]);
      await vault.sweep.removeRows([gone.row]);
      await vault.sweep.removeRows([]);
      const kids = [...[0, 1, 2].map((index) => kidOf(gone.row, index)), kidOf(kept.row, 1)];
      expect([...(await vault.keys.getMany(kids)).values()]).toEqual([
        { state: 'missing' },
        { state: 'missing' },
        { state: 'destroyed', destroyedAt },
        { state: 'present', key: kept.keys[1] },
      ]);
    });

    it('lets nobody take the name of a removed row', async () => {
      const row = newKeyRow(1);
      await vault.keys.createRow(row);
      await vault.sweep.removeRows([row.row]);
      await expect(vault.keys.createRow(row)).rejects.toThrow(row.row);
      expect((await vault.keys.getMany([kidOf(row.row, 0)])).get(kidOf(row.row, 0))).toEqual({ state: 'missing' });
    });

    it('takes no file of a stored blob for a stray one', async () => {
      const blob = newBlob(largeBytes);
      await vault.blobs.put(blob);
      expect(await vault.sweep.removeStrayFiles(Date.now() + 60_000)).toBe(0);
      expect((await vault.blobs.get(blob.id))?.equals(blob.bytes)).toBe(true);
    });
  });
}
