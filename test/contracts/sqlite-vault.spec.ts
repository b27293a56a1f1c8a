import { randomBytes } from 'node:crypto';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { VaultUnavailable } from '../../src/application/ports/vault.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { openDatabase } from '../../src/infrastructure/sqlite/database.js';
import { connectVault, openVault } from '../../src/infrastructure/vault/sqlite/open-vault.js';
import { blobStoreContract, largeBytes, newBlob } from './blob-store.contract.js';
import { keyStoreContract, newKeyRow } from './key-store.contract.js';
import { rotateMasterKey } from '../../src/application/installation/rotate-master-key.js';
import { pack } from '../../src/infrastructure/crypto/aes-gcm.js';
import { masterKeyRotationContract } from './master-key-rotation.contract.js';
import { vaultCopyContract } from './vault-copy.contract.js';
import { vaultSweepContract } from './vault-sweep.contract.js';
import {
  close,
  closeVaultsAfterwards,
  destroyedAt,
  masterKey,
  newFolder,
  open,
  stateOf,
} from './sqlite-vault-setup.js';

closeVaultsAfterwards();

keyStoreContract('sqlite', async () => {
  const vault = await openVault({ dataDir: await newFolder(), masterKey });
  return { keys: vault.keys, close: () => vault.close() };
});

blobStoreContract('sqlite', async () => {
  const vault = await openVault({ dataDir: await newFolder(), masterKey });
  return { blobs: vault.blobs, close: () => vault.close() };
});

vaultSweepContract('sqlite', async () => openVault({ dataDir: await newFolder(), masterKey }));

const openForCopies = async () => openVault({ dataDir: await newFolder(), masterKey });
vaultCopyContract('sqlite', openForCopies, openForCopies);

masterKeyRotationContract('sqlite', async () => {
  const dataDir = await newFolder();
  return (masterKeys) => openVault({ dataDir, masterKey: masterKeys });
});

describe('whose vault it is', () => {
  it('has no name until it is given one, once', async () => {
    const vault = await open(await newFolder());
    const [first, second] = [v7(), v7()];
    expect(await vault.identify()).toBeUndefined();
    expect(await vault.establish(first)).toEqual({ keyStoreId: first, masterKeyFits: true });
    expect(await vault.establish(second)).toEqual({ keyStoreId: first, masterKeyFits: true });
  });

  it('tells a wrong master key, and still its name', async () => {
    const dataDir = await newFolder();
    const row = newKeyRow(1);
    const keyStoreId = v7();
    const vault = await open(dataDir);
    await vault.establish(keyStoreId);
    await vault.keys.createRow(row);
    await close(vault);
    const other = await open(dataDir, Buffer.alloc(32, 8));
    expect(await other.identify()).toEqual({ keyStoreId, masterKeyFits: false });
    await expect(other.keys.getMany([kidOf(row.row, 0)])).rejects.toMatchObject({ code: 'wrapped-key-unreadable' });
  });

  it('reads keys, secrets and name of a vault of before keys were derived, and rotates them', async () => {
    const dataDir = await newFolder();
    const row = newKeyRow(2);
    const keyStoreId = v7();
    const vault = await open(dataDir);
    await vault.establish(keyStoreId);
    await vault.keys.createRow(row);
    await vault.keys.createSecret('name', Buffer.from('a secret'));
    const database = openDatabase(join(dataDir, 'vault.sqlite'));
    const wrapped = row.keys.map((key, index) => pack(masterKey, kidOf(row.row, index), key));
    database.prepare('UPDATE key_rows SET keys = ? WHERE row = ?').run(Buffer.concat(wrapped), row.row);
    database.prepare('UPDATE secrets SET wrapped = ?').run(pack(masterKey, 'name', Buffer.from('a secret')));
    database.prepare('UPDATE vault SET sealed = ?').run(pack(masterKey, 'key-store-id', Buffer.from(keyStoreId)));
    database.close();

    const holds = async (opened: Awaited<ReturnType<typeof open>>) => {
      expect(await opened.identify()).toEqual({ keyStoreId, masterKeyFits: true });
      expect(await stateOf(opened, row.row, 1)).toEqual({ state: 'present', key: row.keys[1] });
      expect(await opened.keys.getSecret('name')).toEqual(Buffer.from('a secret'));
    };
    await holds(vault);
    await close(vault);
    const next = Buffer.alloc(32, 8);
    const rotating = await open(dataDir, Buffer.concat([next, masterKey]));
    expect(await rotateMasterKey(rotating.rotation)).toEqual({ rewrapped: 3, complete: true });
    await close(rotating);
    await holds(await open(dataDir, next));
  });

  it('reads no key whose bytes were exchanged with another', async () => {
    const dataDir = await newFolder();
    const vault = await open(dataDir);
    const [a, b] = [newKeyRow(1), newKeyRow(1)];
    await vault.keys.createRow(a);
    await vault.keys.createRow(b);
    const database = openDatabase(join(dataDir, 'vault.sqlite'));
    database
      .prepare('UPDATE key_rows SET keys = (SELECT keys FROM key_rows WHERE row = ?) WHERE row = ?')
      .run(a.row, b.row);
    database.close();
    await expect(stateOf(vault, b.row, 0)).rejects.toMatchObject({ code: 'wrapped-key-unreadable' });
    expect(await stateOf(vault, a.row, 0)).toEqual({ state: 'present', key: a.keys[0] });
  });
});

describe('a vault with several users', () => {
  it('is one vault to two that have it open', async () => {
    const dataDir = await newFolder();
    const [server, cli] = await Promise.all([open(dataDir), open(dataDir)]);
    const row = newKeyRow(2);
    const blob = newBlob(3_000);
    await server.keys.createRow(row);
    await cli.blobs.put(blob);
    await cli.keys.destroy([kidOf(row.row, 1)], destroyedAt);
    expect(await stateOf(server, row.row, 0)).toEqual({ state: 'present', key: row.keys[0] });
    expect(await stateOf(server, row.row, 1)).toEqual({ state: 'destroyed', destroyedAt });
    expect((await server.blobs.get(blob.id))?.equals(blob.bytes)).toBe(true);
  });

  it('serves another line to its writer', async () => {
    const dataDir = await newFolder();
    const vault = await open(dataDir);
    const connection = await connectVault({ dataDir, masterKey, port: vault.connect() });
    const [row, blob] = [newKeyRow(1), newBlob(largeBytes)];
    await Promise.all([connection.keys.createRow(row), connection.blobs.put(blob)]);
    expect(await stateOf(vault, row.row, 0)).toEqual({ state: 'present', key: row.keys[0] });
    expect((await vault.blobs.get(blob.id))?.equals(blob.bytes)).toBe(true);
    expect((await connection.keys.getMany([kidOf(row.row, 0)])).get(kidOf(row.row, 0))).toMatchObject({
      state: 'present',
    });
    await connection.close();
  });
});

describe('a vault that cannot be used', () => {
  it('answers vault-unavailable to every write after its writer has gone', async () => {
    const vault = await open(await newFolder());
    await close(vault);
    const row = newKeyRow(1);
    await expect(vault.keys.createRow(row)).rejects.toBeInstanceOf(VaultUnavailable);
    await expect(vault.keys.destroy([kidOf(row.row, 0)], destroyedAt)).rejects.toBeInstanceOf(VaultUnavailable);
    await expect(vault.keys.createSecret('test/secret', randomBytes(32))).rejects.toBeInstanceOf(VaultUnavailable);
    await expect(vault.keys.getMany([kidOf(row.row, 0)])).rejects.toBeInstanceOf(VaultUnavailable);
    await expect(vault.blobs.put(newBlob(10))).rejects.toBeInstanceOf(VaultUnavailable);
    await expect(vault.blobs.put(newBlob(largeBytes))).rejects.toBeInstanceOf(VaultUnavailable);
    await expect(vault.blobs.delete([v7()])).rejects.toBeInstanceOf(VaultUnavailable);
    await expect(vault.blobs.get(v7())).rejects.toBeInstanceOf(VaultUnavailable);
  });

  it('answers vault-unavailable where a large body has no folder, and keeps no trace of it', async () => {
    const dataDir = await newFolder();
    const vault = await open(dataDir);
    rmSync(join(dataDir, 'blobs'), { recursive: true });
    const blob = newBlob(largeBytes);
    await expect(vault.blobs.put(blob)).rejects.toBeInstanceOf(VaultUnavailable);
    expect(await vault.blobs.get(blob.id)).toBeUndefined();
  });

  it('says so when the file of a large body has gone', async () => {
    const dataDir = await newFolder();
    const vault = await open(dataDir);
    const blob = newBlob(largeBytes);
    await vault.blobs.put(blob);
    rmSync(join(dataDir, 'blobs', blob.id));
    await expect(vault.blobs.get(blob.id)).rejects.toBeInstanceOf(VaultUnavailable);
  });

  it('does not open on a file that is no vault', async () => {
    const dataDir = await newFolder();
    appendFileSync(
      join(dataDir, 'vault.sqlite'),
      'this is not a database, and it is longer than a header would be'.repeat(40),
    );
    await expect(openVault({ dataDir, masterKey })).rejects.toBeInstanceOf(VaultUnavailable);
  });

  it('takes no file name for a blob id', async () => {
    const vault = await open(await newFolder());
    await expect(vault.blobs.put({ ...newBlob(largeBytes), id: '../vault.sqlite' })).rejects.toThrow(TypeError);
    await expect(vault.blobs.delete(['../vault.sqlite'])).rejects.toThrow(TypeError);
  });
});
