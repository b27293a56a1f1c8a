import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { kidOf } from '../../src/domain/shared/personal.js';
import { largeBytes, newBlob } from '../contracts/blob-store.contract.js';
import { newKeyRow } from '../contracts/key-store.contract.js';
import {
  allBytes,
  client,
  commands,
  counts,
  db,
  describeVaultInMongodb,
  destroyedAt,
  masterKey,
  open,
  stateOf,
} from './mongodb-vault-setup.js';

describeVaultInMongodb('what it writes', () => {
  it('is on the disks of a majority before it is answered, and is read from there', async () => {
    const vault = await open();
    commands.length = 0;
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
    commands.length = 0;
    const rows = Array.from({ length: 200 }, () => newKeyRow(2));
    const blobs = Array.from({ length: 200 }, () => newBlob(2_000));
    await Promise.all([...rows.map((row) => vault.keys.createRow(row)), ...blobs.map((blob) => vault.blobs.put(blob))]);
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
    commands.length = 0;
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
    for (const { row, keys } of rows) expect(await stateOf(vault, row, 2)).toEqual({ state: 'present', key: keys[2] });
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
