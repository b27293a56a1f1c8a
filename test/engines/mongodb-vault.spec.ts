import { randomBytes } from 'node:crypto';
import { appendFileSync, copyFileSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Collection, type CommandStartedEvent, type Db, type Document, MongoClient } from 'mongodb';
import { v7 } from 'uuid';
import { VaultUnavailable } from '../../src/application/ports/vault.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { connectMongodb } from '../../src/infrastructure/mongodb/connect-mongodb.js';
import { type MongoVault, openMongoVault } from '../../src/infrastructure/vault/mongodb/open-vault.js';
import { blobStoreContract, largeBytes, newBlob } from '../contracts/blob-store.contract.js';
import { keyStoreContract, newKeyRow } from '../contracts/key-store.contract.js';
import { vaultCopyContract } from '../contracts/vault-copy.contract.js';
import { vaultSweepContract } from '../contracts/vault-sweep.contract.js';
import { describeOverMongodb } from '../support/mongodb-server.js';
import { relayTo } from '../support/tcp-relay.js';

const masterKey = Buffer.alloc(32, 7);
const destroyedAt = '2026-03-01T10:00:00.000Z';
const dayMs = 24 * 60 * 60 * 1000;
const collectionNames = [
  'vault_keys',
  'vault_destroyed',
  'vault_secrets',
  'vault_identity',
  'vault_blobs',
  'vault_blob_chunks',
  'vault_uploads',
];

describeOverMongodb('the vault in MongoDB', (server) => {
  let client: MongoClient;
  let db: Db;
  let folder: string;
  let commands: CommandStartedEvent[];

  beforeEach(async () => {
    commands = [];
    client = new MongoClient(server().url, { monitorCommands: true });
    client.on('commandStarted', (event) => commands.push(event));
    db = client.db();
    await db.dropDatabase();
    folder = await mkdtemp(join(tmpdir(), 'vault-'));
  });
  afterEach(async () => {
    await client.close();
    await rm(folder, { recursive: true, force: true });
  });

  const open = (options: { key?: Buffer; destroyedLog?: string; on?: Db } = {}): Promise<MongoVault> => {
    const { key = masterKey, on = db, ...rest } = options;
    return openMongoVault({ db: on, masterKey: key, ...rest });
  };
  const stateOf = async (vault: MongoVault, row: string, index: number) =>
    (await vault.keys.getMany([kidOf(row, index)])).get(kidOf(row, index));

  keyStoreContract('MongoDB', open);
  blobStoreContract('MongoDB', open);
  vaultSweepContract('MongoDB', open);
  vaultCopyContract('MongoDB', open, async () => {
    const other = client.db('other');
    await other.dropDatabase();
    return open({ on: other });
  });

  /** Every document of the vault. */
  const everything = async (): Promise<Map<string, Document[]>> =>
    new Map(
      await Promise.all(
        collectionNames.map(async (name) => [name, await db.collection(name).find().toArray()] as const),
      ),
    );
  /** Every binary value of the vault, and every word. */
  const allBytes = async (): Promise<Buffer> => {
    const parts: Buffer[] = [];
    const collect = (value: unknown): void => {
      if (typeof value === 'string') parts.push(Buffer.from(value));
      else if (typeof value === 'object' && value !== null && 'buffer' in value)
        parts.push(Buffer.from(value.buffer as Buffer));
      else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) collect(inner);
    };
    for (const documents of (await everything()).values()) collect(documents);
    return Buffer.concat(parts);
  };
  const counts = async (...names: string[]) =>
    Promise.all(
      names.map((name) =>
        db
          .collection(name)
          .find()
          .toArray()
          .then(({ length }) => length),
      ),
    );

  describe('what it writes', () => {
    it('is on the disks of a majority before it is answered, and is read from there', async () => {
      const vault = await open();
      commands = [];
      const [row, large] = [newKeyRow(2), newBlob(largeBytes)];
      await Promise.all([vault.keys.createRow(row), vault.blobs.put(newBlob(100)), vault.blobs.put(large)]);
      await vault.keys.createSecret('test/secret', randomBytes(32));
      await vault.establish(v7());
      await vault.keys.destroy([kidOf(row.row, 0)], destroyedAt);
      await vault.sweep.removeRows([row.row]);
      await vault.blobs.delete([large.id]);
      const writes = commands.filter(({ commandName }) => /^(insert|update|delete)$/.test(commandName));
      expect(new Set(writes.map(({ commandName }) => commandName))).toEqual(new Set(['insert', 'update', 'delete']));
      for (const { command } of writes) expect(command.writeConcern).toMatchObject({ w: 'majority', j: true });
      await vault.keys.getSecret('test/secret');
      await stateOf(vault, row.row, 1);
      const reads = commands.filter(({ commandName }) => commandName === 'find');
      expect(reads.length).toBeGreaterThan(3);
      for (const { command } of reads) expect(command.readConcern).toEqual({ level: 'majority' });
    });

    it('travels together when it was asked at the same moment', async () => {
      const vault = await open();
      commands = [];
      const rows = Array.from({ length: 200 }, () => newKeyRow(2));
      const blobs = Array.from({ length: 200 }, () => newBlob(2_000));
      await Promise.all([
        ...rows.map((row) => vault.keys.createRow(row)),
        ...blobs.map((blob) => vault.blobs.put(blob)),
      ]);
      expect(commands.map(({ commandName }) => commandName)).toEqual(['insert', 'insert']);
      expect(await counts('vault_keys', 'vault_blobs')).toEqual([200, 200]);
    });

    it('shares the next round trip when it was asked while one was under way', async () => {
      const vault = await open();
      const started = new Promise<void>((resolve) =>
        client.on('commandStarted', ({ commandName }) => {
          if (commandName === 'insert') resolve();
        }),
      );
      commands = [];
      const first = vault.keys.createRow(newKeyRow(1));
      await started;
      await Promise.all([first, ...Array.from({ length: 50 }, () => vault.keys.createRow(newKeyRow(1)))]);
      expect(commands.filter(({ commandName }) => commandName === 'insert')).toHaveLength(2);
    });

    it('fails for one of those that travel together without the others', async () => {
      const vault = await open();
      const taken = newKeyRow(1);
      await vault.keys.createRow(taken);
      const rows = [newKeyRow(1), { ...newKeyRow(1), row: taken.row }, newKeyRow(1)];
      const results = await Promise.allSettled(rows.map((row) => vault.keys.createRow(row)));
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await stateOf(vault, rows[2]?.row ?? '', 0)).toMatchObject({ state: 'present' });
    });

    it('holds no key and no secret in clear', async () => {
      const vault = await open();
      const [row, secret] = [newKeyRow(3), randomBytes(64)];
      await vault.keys.createRow(row);
      await vault.keys.createSecret('test/secret', secret);
      await vault.establish(v7());
      const bytes = await allBytes();
      expect(bytes.includes(row.row)).toBe(true);
      expect([...row.keys, secret, masterKey].filter((key) => bytes.includes(key.subarray(0, 16)))).toEqual([]);
    });

    it('leaves no byte of a destroyed key in any document, and the other keys of its row', async () => {
      const vault = await open();
      const rows = Array.from({ length: 30 }, () => newKeyRow(3));
      await Promise.all(rows.map((row) => vault.keys.createRow(row)));
      const wrapped = (await db.collection('vault_keys').find().toArray()).map(({ keys }) =>
        Buffer.from(keys['1'].buffer),
      );
      const held = await allBytes();
      expect(wrapped.every((key) => held.includes(key))).toBe(true);
      await vault.keys.destroy(
        rows.map(({ row }) => kidOf(row, 1)),
        destroyedAt,
      );
      const left = await allBytes();
      expect(wrapped.filter((key) => left.includes(key))).toEqual([]);
      for (const { row, keys } of rows)
        expect(await stateOf(vault, row, 2)).toEqual({ state: 'present', key: keys[2] });
    });

    it('never shows a key as missing while it is being destroyed', async () => {
      const vault = await open();
      const other = await open();
      const rows = Array.from({ length: 25 }, () => newKeyRow(1));
      await Promise.all(rows.map((row) => vault.keys.createRow(row)));
      const kids = rows.map(({ row }) => kidOf(row, 0));
      let done = false;
      const destroying = (async () => {
        for (const kid of kids) await vault.keys.destroy([kid], destroyedAt);
        done = true;
      })();
      const seen = new Set<string>();
      while (!done) for (const { state } of (await other.keys.getMany(kids)).values()) seen.add(state);
      await destroying;
      expect(seen).toEqual(new Set(['present', 'destroyed']));
    });

    it('has an index by which the retention of the request log finds what is due', async () => {
      await open();
      const indexes = await db.collection('vault_keys').indexes();
      expect(indexes.map(({ key }) => key)).toContainEqual({ requestLogRow: 1 });
    });
  });

  describe('large bodies', () => {
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
        // Of 20 chunks eight have been written.
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

  describe('whose vault it is', () => {
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

  describe('a restored copy', () => {
    const log = (name = 'destroyed-kids.log') => join(folder, name);
    const restore = async (copy: Map<string, Document[]>, names = collectionNames): Promise<void> => {
      for (const name of names) {
        await db.collection(name).deleteMany({});
        const documents = copy.get(name) ?? [];
        if (documents.length > 0) await db.collection(name).insertMany(documents);
      }
    };
    /** Copied, then a row's key 1 and a later row's key 0 destroyed, and what was copied. */
    const copied = async () => {
      const vault = await open({ destroyedLog: log() });
      const [early, row, late] = [newKeyRow(1), newKeyRow(2), newKeyRow(1)];
      await vault.keys.createRow(early);
      await vault.keys.createRow(row);
      await vault.keys.destroy([kidOf(early.row, 0)], destroyedAt);
      await vault.close();
      const copy = await everything();
      const again = await open({ destroyedLog: log() });
      await again.keys.createRow(late);
      await again.keys.destroy([kidOf(row.row, 1), kidOf(late.row, 0)], destroyedAt);
      await again.close();
      return { copy, early, row, late };
    };

    it('has destroyed again what was destroyed since, and says of it erased, not missing', async () => {
      const { copy, early, row, late } = await copied();
      await restore(copy);
      expect(await stateOf(await open(), row.row, 1)).toMatchObject({ state: 'present' });
      const vault = await open({ destroyedLog: log() });
      expect(await stateOf(vault, early.row, 0)).toEqual({ state: 'destroyed', destroyedAt });
      expect(await stateOf(vault, row.row, 0)).toEqual({ state: 'present', key: row.keys[0] });
      expect(await stateOf(vault, row.row, 1)).toEqual({ state: 'destroyed', destroyedAt });
      expect(await stateOf(vault, late.row, 0)).toEqual({ state: 'destroyed', destroyedAt });
      const [held] = (await everything()).get('vault_keys')?.filter(({ _id }) => _id === row.row) ?? [];
      expect(Object.keys(held?.['keys'])).toEqual(['0']);
    });

    it('reads keys as destroyed where only the tombstones are newer', async () => {
      const { copy, row } = await copied();
      await restore(copy, ['vault_keys']);
      expect(await stateOf(await open(), row.row, 1)).toEqual({ state: 'destroyed', destroyedAt });
      expect(await stateOf(await open(), row.row, 0)).toEqual({ state: 'present', key: row.keys[0] });
    });

    it('is gone through no second time', async () => {
      await copied();
      await (await open({ destroyedLog: log() })).close();
      commands = [];
      await open({ destroyedLog: log() });
      expect(commands.map(({ commandName }) => commandName)).toEqual(['createIndexes', 'find']);
    });

    it('takes lines of other processes, and a file that only begins like the applied one', async () => {
      const { row } = await copied();
      const [unseen, theirs] = [newKeyRow(1), newKeyRow(1)];
      const vault = await open({ destroyedLog: log() });
      await vault.keys.createRow(unseen);
      await vault.keys.createRow(theirs);
      const [first = ''] = readFileSync(log(), 'utf8').split('\n');
      appendFileSync(
        log('theirs'),
        `${first}\n${kidOf(theirs.row, 0)} ${destroyedAt}\n${kidOf(row.row, 1)} ${destroyedAt}\n`,
      );
      appendFileSync(log(), `${kidOf(unseen.row, 0)} ${destroyedAt}\n`);
      await vault.close();
      const [ours, other] = [await open({ destroyedLog: log() }), await open({ destroyedLog: log('theirs') })];
      expect(await stateOf(ours, unseen.row, 0)).toEqual({ state: 'destroyed', destroyedAt });
      expect(await stateOf(other, theirs.row, 0)).toEqual({ state: 'destroyed', destroyedAt });
    });

    it('reads over a line that a crash cut short, and the next line stays whole', async () => {
      const vault = await open();
      const [row, other] = [newKeyRow(1), newKeyRow(1)];
      await vault.keys.createRow(row);
      await vault.keys.createRow(other);
      appendFileSync(log(), kidOf(other.row, 0).slice(0, -3));
      const again = await open({ destroyedLog: log() });
      await again.keys.destroy([kidOf(row.row, 0)], destroyedAt);
      await again.close();
      expect(readFileSync(log(), 'utf8').split('\n')).toContain(`${kidOf(row.row, 0)} ${destroyedAt}`);
      const third = await open({ destroyedLog: log() });
      expect(await stateOf(third, row.row, 0)).toEqual({ state: 'destroyed', destroyedAt });
      expect(await stateOf(third, other.row, 0)).toMatchObject({ state: 'present' });
    });

    it('goes through a long file, in blocks', async () => {
      const vault = await open();
      const rows = Array.from({ length: 40 }, () => newKeyRow(51));
      await Promise.all(rows.map((row) => vault.keys.createRow(row)));
      const kids = rows.flatMap(({ row, keys }) => keys.map((_, index) => kidOf(row, index)));
      appendFileSync(log(), kids.map((kid) => `${kid} ${destroyedAt}\n`).join(''));
      copyFileSync(log(), log('copy'));
      const again = await open({ destroyedLog: log() });
      const states = await again.keys.getMany(kids);
      expect([...states.values()].every(({ state }) => state === 'destroyed')).toBe(true);
      expect(states.size).toBe(2_040);
    });
  });

  describe('a server that cannot be asked', () => {
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
