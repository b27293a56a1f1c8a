import { type Collection, type Db, MongoClient } from 'mongodb';
import { VaultUnavailable } from '../../src/application/ports/vault.js';
import { largeBytes, newBlob } from '../contracts/blob-store.contract.js';
import { counts, db, describeVaultInMongodb, open } from './mongodb-vault-setup.js';

const dayMs = 24 * 60 * 60 * 1000;

describeVaultInMongodb('large bodies', (server) => {
  it('leave nothing behind when they came before', async () => {
    const vault = await open();
    const first = newBlob(3_000_000);
    await vault.blobs.put(first);
    const held = await counts('vault_blob_chunks', 'vault_uploads');
    expect(held).toEqual([3, 0]);
    await vault.blobs.put({ ...newBlob(2_000_000), id: first.id });
    await Promise.all([vault.blobs.put(first), vault.blobs.put({ ...newBlob(largeBytes), id: first.id })]);
    expect(await counts('vault_blob_chunks', 'vault_uploads')).toEqual(held);
  });

  it('are gone with all their chunks', async () => {
    const vault = await open();
    const [gone, kept] = [newBlob(2_500_000), newBlob(largeBytes)];
    await Promise.all([vault.blobs.put(gone), vault.blobs.put(kept)]);
    await vault.blobs.delete([gone.id]);
    expect(await counts('vault_blobs', 'vault_blob_chunks', 'vault_uploads')).toEqual([1, 1, 0]);
  });

  it('leave only chunks where they are cut off, and the sweep removes them once they are old', async () => {
    const vault = await open();
    const stored = newBlob(largeBytes);
    await vault.blobs.put(stored);
    const dying = new MongoClient(server().url, { monitorCommands: true, retryWrites: false });
    dying.on('commandSucceeded', ({ commandName, reply }) => {
      // Eight of 20 chunks have been written.
      const { n } = reply as { readonly n?: number };
      if (commandName === 'insert' && n === 8) void dying.close(true);
    });
    const cut = newBlob(20 * 1024 * 1024);
    await expect((await open({ on: dying.db() })).blobs.put(cut)).rejects.toBeInstanceOf(VaultUnavailable);
    const [, chunks, uploads] = await counts('vault_blobs', 'vault_blob_chunks', 'vault_uploads');
    expect(chunks).toBeGreaterThanOrEqual(9);
    expect(uploads).toBe(1);
    expect(await vault.blobs.get(cut.id)).toBeUndefined();
    expect(await vault.sweep.removeStrayFiles(Date.now() - dayMs)).toBe(0);
    expect(await counts('vault_blob_chunks')).toEqual([chunks]);
    expect(await vault.sweep.removeStrayFiles(Date.now() + 60_000)).toBe(1);
    expect(await counts('vault_blobs', 'vault_blob_chunks', 'vault_uploads')).toEqual([1, 1, 0]);
    expect((await vault.blobs.get(stored.id))?.equals(stored.bytes)).toBe(true);
  });

  it('are not acknowledged when the sweep was there before their entry', async () => {
    const vault = await open();
    const slow = newBlob(largeBytes);
    const sleeper = await open({
      on: sleepingBefore(db, 'vault_blobs', 'insertMany', () => vault.sweep.removeStrayFiles(Date.now() + 60_000)),
    });
    await expect(sleeper.blobs.put(slow)).rejects.toBeInstanceOf(VaultUnavailable);
    await expect(vault.blobs.put(slow)).rejects.toBeInstanceOf(VaultUnavailable);
    await expect(vault.blobs.get(slow.id)).rejects.toBeInstanceOf(VaultUnavailable);
    await vault.blobs.delete([slow.id]);
    expect(await counts('vault_blobs', 'vault_blob_chunks', 'vault_uploads')).toEqual([0, 0, 0]);
  });

  it('are not acknowledged when the sweep came right after their entry, and keep their chunks', async () => {
    const vault = await open();
    const slow = newBlob(largeBytes);
    const sleeper = await open({
      on: sleepingBefore(db, 'vault_uploads', 'deleteOne', () => vault.sweep.removeStrayFiles(Date.now() + 60_000)),
    });
    await expect(sleeper.blobs.put(slow)).rejects.toBeInstanceOf(VaultUnavailable);
    expect((await vault.blobs.get(slow.id))?.equals(slow.bytes)).toBe(true);
  });

  it('whose chunks have gone are unavailable, never absent', async () => {
    const vault = await open();
    const blob = newBlob(3_000_000);
    await vault.blobs.put(blob);
    await db.collection('vault_blob_chunks').deleteOne({});
    await expect(vault.blobs.get(blob.id)).rejects.toBeInstanceOf(VaultUnavailable);
  });
});

/** The same database; one method of one collection does something else first. */
function sleepingBefore(db: Db, collection: string, method: keyof Collection, first: () => Promise<unknown>): Db {
  const within = <Target extends object>(target: Target, name: string, replaced: (value: never) => unknown): Target =>
    new Proxy(target, {
      get(_, property) {
        const value: unknown = Reflect.get(target, property);
        const bound: unknown = typeof value === 'function' ? value.bind(target) : value;
        return property === name ? replaced(bound as never) : bound;
      },
    });
  return within(db, 'collection', (of: Db['collection']) => (name: string, ...rest: []) => {
    const found = of(name, ...rest);
    if (name !== collection) return found;
    return within(found, method, (call: (...args: unknown[]) => unknown) => async (...args: unknown[]) => {
      await first();
      return call(...args);
    });
  });
}
