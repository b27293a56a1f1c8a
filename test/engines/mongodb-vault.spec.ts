import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { v7 } from 'uuid';
import { VaultUnavailable } from '../../src/application/ports/vault.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { connectMongodb } from '../../src/infrastructure/mongodb/connect-mongodb.js';
import { type MongoVault, openMongoVault } from '../../src/infrastructure/vault/mongodb/open-vault.js';
import { blobStoreContract, largeBytes, newBlob } from '../contracts/blob-store.contract.js';
import { keyStoreContract, newKeyRow } from '../contracts/key-store.contract.js';
import { masterKeyRotationContract } from '../contracts/master-key-rotation.contract.js';
import { vaultCopyContract } from '../contracts/vault-copy.contract.js';
import { vaultSweepContract } from '../contracts/vault-sweep.contract.js';
import { relayTo } from '../support/tcp-relay.js';
import { client, db, describeVaultInMongodb, destroyedAt, masterKey, open, stateOf } from './mongodb-vault-setup.js';

describeVaultInMongodb('what every vault promises', () => {
  keyStoreContract('MongoDB', open);
  blobStoreContract('MongoDB', open);
  vaultSweepContract('MongoDB', open);
  masterKeyRotationContract('MongoDB', async () => (masterKeys) => open({ key: masterKeys }));
  vaultCopyContract('MongoDB', open, async () => {
    const other = client.db('other');
    await other.dropDatabase();
    return open({ on: other });
  });
});

describeVaultInMongodb('whose vault it is', () => {
  it('has no name until it is given one, once, by one of many', async () => {
    const vaults = await Promise.all([open(), open(), open()]);
    expect(await vaults[0].identify()).toBeUndefined();
    const named = await Promise.all(vaults.map((vault) => vault.establish(v7())));
    expect(new Set(named.map(({ keyStoreId }) => keyStoreId)).size).toBe(1);
    expect(named.every(({ masterKeyFits }) => masterKeyFits)).toBe(true);
  });

  it('tells a wrong master key, and still its name', async () => {
    const vault = await open();
    const [row, keyStoreId] = [newKeyRow(1), v7()];
    await vault.establish(keyStoreId);
    await vault.keys.createRow(row);
    const other = await open({ key: Buffer.alloc(32, 8) });
    expect(await other.identify()).toEqual({ keyStoreId, masterKeyFits: false });
    await expect(stateOf(other, row.row, 0)).rejects.toMatchObject({ code: 'wrapped-key-unreadable' });
  });

  it('refuses one that a newer version has laid out, before anything is written to it', async () => {
    await (await open()).establish(v7());
    const names = db.collection<{ _id: string; format: number }>('vault_identity');
    expect(await names.findOneAndUpdate({ _id: 'vault' }, { $inc: { format: 1 } })).toMatchObject({ format: 1 });
    await expect(open()).rejects.toMatchObject({
      code: 'newer-data',
      message: expect.stringMatching(/newer version of Posthorn .*the vault in MongoDB has format 2/),
    });
  });

  it('reads no key whose bytes were exchanged with another', async () => {
    const vault = await open();
    const [a, b] = [newKeyRow(1), newKeyRow(1)];
    await Promise.all([vault.keys.createRow(a), vault.keys.createRow(b)]);
    const rows = db.collection<{ _id: string; keys: unknown }>('vault_keys');
    const taken = await rows.findOne({ _id: a.row });
    await rows.updateOne({ _id: b.row }, { $set: { keys: taken?.keys } });
    await expect(stateOf(vault, b.row, 0)).rejects.toMatchObject({ code: 'wrapped-key-unreadable' });
    expect(await stateOf(vault, a.row, 0)).toEqual({ state: 'present', key: a.keys[0] });
  });
});

describeVaultInMongodb('a server that cannot be asked', (server) => {
  const everyCall = (vault: MongoVault): readonly Promise<unknown>[] => [
    vault.keys.createRow(newKeyRow(1)),
    vault.keys.getMany([kidOf(v7(), 0)]),
    vault.keys.destroy([kidOf(v7(), 0)], destroyedAt),
    vault.keys.requestLogRows(v7(), 10),
    vault.keys.createSecret('test/secret', randomBytes(32)),
    vault.keys.getSecret('test/secret'),
    vault.blobs.put(newBlob(10)),
    vault.blobs.put(newBlob(largeBytes)),
    vault.blobs.get(v7()),
    vault.blobs.delete([v7()]),
    vault.sweep.entries('keys', '', 10),
    vault.sweep.removeRows([v7()]),
    vault.sweep.removeStrayFiles(Date.now()),
    vault.identify(),
    vault.establish(v7()),
  ];
  const outcomes = async (vault: MongoVault): Promise<Set<unknown>> => {
    const settled = await Promise.allSettled(everyCall(vault));
    return new Set(settled.map((result) => (result.status === 'rejected' ? result.reason.constructor : 'answered')));
  };

  it.each(['cut', 'hush'] as const)(
    'is vault-unavailable while its line is lost (%s), and goes on after',
    async (state) => {
      const { hostname, port } = new URL(server().url);
      const relay = await relayTo({ host: hostname, port: Number(port || 27_017) });
      const url = `mongodb://127.0.0.1:${relay.port}/${db.databaseName}?directConnection=true`;
      const relayed = await connectMongodb(url, { serverSelectionTimeoutMs: 1_000 });
      const vault = await openMongoVault({ db: relayed.database, masterKey, callTimeoutMs: 3_000 });
      expect(await outcomes(vault)).toEqual(new Set(['answered']));
      await relay[state]();

      expect(await outcomes(vault)).toEqual(new Set([VaultUnavailable]));
      await relay.restore();

      const row = newKeyRow(1);
      const written = async (): Promise<boolean> =>
        vault.keys.createRow(row).then(
          () => true,
          () => false,
        );
      while (!(await written()) && (await stateOf(await open(), row.row, 0))?.state !== 'present');
      expect(await stateOf(vault, row.row, 0)).toEqual({ state: 'present', key: row.keys[0] });

      await relayed.close();

      await relay.close();
    },
  );

  it('opens no vault', async () => {
    const away = new MongoClient('mongodb://127.0.0.1:1/', { serverSelectionTimeoutMS: 200 });
    await expect(openMongoVault({ db: away.db(), masterKey })).rejects.toBeInstanceOf(VaultUnavailable);
    await away.close();
  });

  it('is like a vault that was closed', async () => {
    const vault = await open();
    await vault.close();
    expect(await outcomes(vault)).toEqual(new Set([VaultUnavailable]));
  });
});
