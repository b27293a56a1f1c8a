import { randomBytes } from 'node:crypto';
import { appendFileSync, copyFileSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { kidOf } from '../../src/domain/shared/personal.js';
import { openDatabase } from '../../src/infrastructure/sqlite/database.js';
import { largeBytes, newBlob } from './blob-store.contract.js';
import { newKeyRow } from './key-store.contract.js';
import {
  allBytes,
  close,
  closeVaultsAfterwards,
  commitsInWal,
  destroyedAt,
  masterKey,
  newFolder,
  open,
  samples,
  stateIs,
  stateOf,
  wrappedKeys,
} from './sqlite-vault-setup.js';

closeVaultsAfterwards();

describe('the embedded vault', () => {
  it('keeps no key and no secret in clear in any file', async () => {
    const dataDir = await newFolder();
    const vault = await open(dataDir);
    const row = newKeyRow(3);
    const secret = randomBytes(64);
    await vault.keys.createRow(row);
    await vault.keys.createSecret('test/secret', secret);
    await vault.establish(v7());
    const bytes = allBytes(dataDir);
    expect(bytes.includes(row.row)).toBe(true);
    expect(samples([...row.keys, secret, masterKey]).filter((sample) => bytes.includes(sample))).toEqual([]);
  });

  it('commits the keys and bodies of one moment together', async () => {
    const dataDir = await newFolder();
    const vault = await open(dataDir);
    const before = commitsInWal(dataDir);
    await Promise.all(
      Array.from({ length: 20 }, () =>
        Promise.all([vault.keys.createRow(newKeyRow(2)), vault.blobs.put(newBlob(2_000))]),
      ),
    );
    expect(commitsInWal(dataDir) - before).toBe(1);
  });

  it('leaves no byte of a destroyed secret', async () => {
    const dataDir = await newFolder();
    const vault = await open(dataDir);
    const names = Array.from({ length: 40 }, (_, index) => `test/${index}`);
    for (const name of names) await vault.keys.createSecret(name, randomBytes(1700));
    const database = openDatabase(join(dataDir, 'vault.sqlite'), { readOnly: true });
    const wrapped = names.map(
      (name) => database.prepare('SELECT wrapped FROM secrets WHERE name = ?').get(name)?.['wrapped'] as Uint8Array,
    );
    database.close();
    expect(samples(wrapped).every((sample) => allBytes(dataDir).includes(sample))).toBe(true);
    for (const name of names.slice(10, 30)) await vault.keys.destroySecret(name);
    const left = allBytes(dataDir);
    expect(samples(wrapped.slice(10, 30)).filter((sample) => left.includes(sample))).toEqual([]);
    expect(await vault.keys.getSecret('test/9')).toHaveLength(1700);
    expect(await vault.keys.getSecret('test/10')).toBeUndefined();
  });

  it('leaves no byte of a destroyed key, and the other keys of its row', async () => {
    const dataDir = await newFolder();
    const vault = await open(dataDir);
    const rows = Array.from({ length: 300 }, () => newKeyRow(3));
    await Promise.all(rows.map((row) => vault.keys.createRow(row)));
    const wrapped = rows.map(({ row }) => wrappedKeys(dataDir, row));
    const first = wrapped.map(([, recipient]) => recipient as Buffer);
    expect(samples(first).every((sample) => allBytes(dataDir).includes(sample))).toBe(true);

    await vault.keys.destroy(
      rows.map(({ row }) => kidOf(row, 1)),
      destroyedAt,
    );
    const bytes = allBytes(dataDir);
    expect(samples(first).filter((sample) => bytes.includes(sample))).toEqual([]);
    expect(statSync(join(dataDir, 'vault.sqlite-wal')).size).toBe(0);
    const others = rows.flatMap(({ row, keys }) =>
      [0, 2].map((index) => ({ kid: kidOf(row, index), key: keys[index] })),
    );
    const states = await vault.keys.getMany(others.map(({ kid }) => kid));
    expect(others.every(({ kid, key }) => stateIs(states.get(kid), key))).toBe(true);
  });

  it('leaves no byte of a deleted body beside bodies that stay', async () => {
    const dataDir = await newFolder();
    const vault = await open(dataDir);
    const bodies = Array.from({ length: 600 }, (_, index) => newBlob(100 + ((index * 37) % 6_000)));
    bodies.push(newBlob(largeBytes), newBlob(largeBytes));
    await Promise.all(bodies.map((body) => vault.blobs.put(body)));
    const gone = bodies.filter((_, index) => index % 2 === 0);
    const kept = bodies.filter((_, index) => index % 2 === 1);
    for (let start = 0; start < gone.length; start += 20) {
      await vault.blobs.delete(gone.slice(start, start + 20).map(({ id }) => id));
    }
    const bytes = allBytes(dataDir);
    expect(samples(gone.map((body) => body.bytes)).filter((sample) => bytes.includes(sample))).toEqual([]);
    expect(samples(kept.map((body) => body.bytes)).every((sample) => bytes.includes(sample))).toBe(true);
    expect(readdirSync(join(dataDir, 'blobs', 'incoming'))).toEqual([]);
  });

  it('leaves nothing behind of a large body that it had already', async () => {
    const dataDir = await newFolder();
    const vault = await open(dataDir);
    const [first, second] = [newBlob(largeBytes), newBlob(largeBytes)];
    await vault.blobs.put(first);
    await vault.blobs.put({ ...second, id: first.id });
    expect(readdirSync(join(dataDir, 'blobs', 'incoming'))).toEqual([]);
    expect(allBytes(dataDir).includes(second.bytes.subarray(0, 16))).toBe(false);
  });

  it('removes what a crash left on its way to a file, once it is old', async () => {
    const dataDir = await newFolder();
    await close(await open(dataDir));
    const [old, fresh] = ['old', 'fresh'].map((name) => join(dataDir, 'blobs', 'incoming', name)) as [string, string];
    for (const path of [old, fresh]) appendFileSync(path, 'half a body');
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
    utimesSync(old, yesterday, yesterday);
    await open(dataDir);
    expect(readdirSync(join(dataDir, 'blobs', 'incoming'))).toEqual(['fresh']);
  });

  it('leaves no byte of a removed row, and every key of its neighbours', async () => {
    const dataDir = await newFolder();
    const vault = await open(dataDir);
    const rows = Array.from({ length: 200 }, () => newKeyRow(3));
    await Promise.all(rows.map((row) => vault.keys.createRow(row)));
    const gone = rows.filter((_, index) => index % 3 === 0);
    const wrapped = gone.flatMap(({ row }) => wrappedKeys(dataDir, row));
    await vault.sweep.removeRows(gone.map(({ row }) => row));
    const bytes = allBytes(dataDir);
    expect(samples(wrapped).filter((sample) => bytes.includes(sample))).toEqual([]);
    const kept = rows.filter((row) => !gone.includes(row));
    const states = await vault.keys.getMany(kept.flatMap(({ row }) => [0, 1, 2].map((index) => kidOf(row, index))));
    expect([...states.values()]).toEqual(
      kept.flatMap(({ keys }) => keys.map((key) => ({ state: 'present', key: Buffer.from(key) }))),
    );
  });

  it('removes old files that no entry names, in both folders, and nothing else', async () => {
    const dataDir = await newFolder();
    const vault = await open(dataDir);
    const blob = newBlob(largeBytes);
    await vault.blobs.put(blob);
    const [stray, fresh] = [v7(), v7()];
    const folder = join(dataDir, 'blobs');
    const old = [join(folder, stray), join(folder, 'incoming', 'old'), join(folder, blob.id)];
    for (const path of [...old, join(folder, fresh), join(folder, 'incoming', 'fresh')]) appendFileSync(path, 'x');
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
    for (const path of old) utimesSync(path, yesterday, yesterday);
    expect(await vault.sweep.removeStrayFiles(Date.now() - 60 * 60 * 1000)).toBe(2);
    expect(readdirSync(folder).sort()).toEqual([blob.id, fresh, 'incoming'].sort());
    expect(readdirSync(join(folder, 'incoming'))).toEqual(['fresh']);
  });

  it('uses the room of deleted bodies again', async () => {
    const dataDir = await newFolder();
    const vault = await open(dataDir);
    const sizeAfterRound = async (): Promise<number> => {
      const bodies = Array.from({ length: 40 }, () => newBlob(20_000));
      await Promise.all(bodies.map((body) => vault.blobs.put(body)));
      await vault.blobs.delete(bodies.map(({ id }) => id));
      return statSync(join(dataDir, 'vault.sqlite')).size;
    };
    const size = await sizeAfterRound();
    expect(await sizeAfterRound()).toBe(size);
  });

  it('shows what it holds after it was closed and opened again', async () => {
    const dataDir = await newFolder();
    const [row, small, large] = [newKeyRow(1), newBlob(500), newBlob(largeBytes)];
    const first = await open(dataDir);
    await Promise.all([first.keys.createRow(row), first.blobs.put(small), first.blobs.put(large)]);
    await close(first);
    const second = await open(dataDir);
    expect(await stateOf(second, row.row, 0)).toEqual({ state: 'present', key: row.keys[0] });
    expect((await second.blobs.get(small.id))?.equals(small.bytes)).toBe(true);
    expect((await second.blobs.get(large.id))?.equals(large.bytes)).toBe(true);
  });
});

describe('a restored older copy of the vault', () => {
  const files = ['vault.sqlite', 'vault.sqlite-wal', 'vault.sqlite-shm'];

  /**
   * A vault with a row, copied, then with that row's key 1 and a later row's key 0 destroyed, then the copy restored.
   */
  const restored = async () => {
    const [dataDir, backup] = [await newFolder(), await newFolder()];
    const vault = await open(dataDir);
    const [early, row, late] = [newKeyRow(1), newKeyRow(2), newKeyRow(1)];
    await vault.keys.createRow(early);
    await vault.keys.createRow(row);
    await vault.keys.destroy([kidOf(early.row, 0)], destroyedAt);
    await close(vault);
    copyFileSync(join(dataDir, 'vault.sqlite'), join(backup, 'vault.sqlite'));
    const again = await open(dataDir);
    await again.keys.createRow(late);
    await again.keys.destroy([kidOf(row.row, 1), kidOf(late.row, 0)], destroyedAt);
    await close(again);
    for (const file of files) rmSync(join(dataDir, file), { force: true });
    copyFileSync(join(backup, 'vault.sqlite'), join(dataDir, 'vault.sqlite'));
    return { dataDir, early, row, late };
  };

  it('destroys again what was destroyed since, and says of it erased, not missing', async () => {
    const { dataDir, early, row, late } = await restored();
    const wrapped = wrappedKeys(dataDir, row.row)[1] as Buffer;
    const vault = await open(dataDir);
    expect(await stateOf(vault, early.row, 0)).toEqual({ state: 'destroyed', destroyedAt });
    expect(await stateOf(vault, row.row, 0)).toEqual({ state: 'present', key: row.keys[0] });
    expect(await stateOf(vault, row.row, 1)).toEqual({ state: 'destroyed', destroyedAt });
    expect(await stateOf(vault, late.row, 0)).toEqual({ state: 'destroyed', destroyedAt });
    expect(samples([wrapped]).filter((sample) => allBytes(dataDir).includes(sample))).toEqual([]);
  });

  it('reads over a line that a crash cut short, and the next line stays whole', async () => {
    const dataDir = await newFolder();
    const [row, other] = [newKeyRow(1), newKeyRow(1)];
    const vault = await open(dataDir);
    await vault.keys.createRow(row);
    await vault.keys.createRow(other);
    await close(vault);
    const log = join(dataDir, 'destroyed-keys.log');
    appendFileSync(log, `${kidOf(other.row, 0).slice(0, -3)}`);
    const again = await open(dataDir);
    await again.keys.destroy([kidOf(row.row, 0)], destroyedAt);
    expect(readFileSync(log, 'utf8').split('\n')).toContain(`${kidOf(row.row, 0)} ${destroyedAt}`);
    expect(await stateOf(again, row.row, 0)).toEqual({ state: 'destroyed', destroyedAt });
    expect(await stateOf(again, other.row, 0)).toMatchObject({ state: 'present' });
  });

  it('applies the whole file where it is shorter than what was applied before', async () => {
    const dataDir = await newFolder();
    const [row, other] = [newKeyRow(3), newKeyRow(1)];
    const vault = await open(dataDir);
    await vault.keys.createRow(row);
    await vault.keys.createRow(other);
    await vault.keys.destroy(
      [0, 1, 2].map((index) => kidOf(row.row, index)),
      destroyedAt,
    );
    await close(vault);
    const log = join(dataDir, 'destroyed-keys.log');
    rmSync(log);
    appendFileSync(log, `${kidOf(other.row, 0)} ${destroyedAt}\n`);
    const again = await open(dataDir);
    expect(await stateOf(again, other.row, 0)).toEqual({ state: 'destroyed', destroyedAt });
    expect(await stateOf(again, row.row, 0)).toEqual({ state: 'destroyed', destroyedAt });
  });

  it("takes over what was written under the file's former name: alone, and beside a newer file", async () => {
    const dataDir = await newFolder();
    const rows = [newKeyRow(1), newKeyRow(1), newKeyRow(1)] as const;
    const vault = await open(dataDir);
    for (const row of rows) await vault.keys.createRow(row);
    await close(vault);
    const [log, former] = [join(dataDir, 'destroyed-keys.log'), join(dataDir, 'destroyed-kids.log')];
    const line = (row: { readonly row: string }) => `${kidOf(row.row, 0)} ${destroyedAt}\n`;
    const states = async () => {
      const opened = await open(dataDir);
      const found = await Promise.all(rows.map(async ({ row }) => (await stateOf(opened, row, 0))?.state));
      await close(opened);
      return found;
    };
    rmSync(log, { force: true });
    appendFileSync(former, line(rows[0]));
    expect(await states()).toEqual(['destroyed', 'present', 'present']);
    // An older version ran in between. What it wrote is shorter than what is known to be applied.
    appendFileSync(former, line(rows[1]));
    expect(await states()).toEqual(['destroyed', 'destroyed', 'present']);
    expect(readFileSync(log, 'utf8')).toBe(line(rows[0]) + line(rows[1]));
    expect(readdirSync(dataDir)).not.toContain('destroyed-kids.log');
  });
});
