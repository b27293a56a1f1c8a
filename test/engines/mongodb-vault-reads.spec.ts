import { v7 } from 'uuid';
import type { KeyState } from '../../src/application/ports/vault.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { largeBytes, newBlob } from '../contracts/blob-store.contract.js';
import { newKeyRow } from '../contracts/key-store.contract.js';
import { commands, db, describeVaultInMongodb, destroyedAt, masterKey, open, stateOf } from './mongodb-vault-setup.js';

const otherMasterKey = Buffer.alloc(32, 9);
/** The collections that were asked, in order. */
const finds = (): readonly unknown[] =>
  commands.filter(({ commandName }) => commandName === 'find').map(({ command }) => command['find']);
const statesOf = (states: ReadonlyMap<unknown, KeyState>): readonly string[] =>
  [...states.values()].map(({ state }) => state);

describeVaultInMongodb('what it reads', () => {
  it('travels together when it was asked at the same moment', async () => {
    const vault = await open();
    const rows = Array.from({ length: 30 }, () => newKeyRow(2));
    const blobs = Array.from({ length: 30 }, () => newBlob(2_000));
    await Promise.all([...rows.map((row) => vault.keys.createRow(row)), ...blobs.map((blob) => vault.blobs.put(blob))]);
    commands.length = 0;
    const [states, bodies] = await Promise.all([
      Promise.all(rows.map(({ row }) => vault.keys.getMany([kidOf(row, 0), kidOf(row, 1)]))),
      Promise.all(blobs.map(({ id }) => vault.blobs.get(id))),
    ]);
    expect(states.map((each) => [...each.values()])).toEqual(
      rows.map(({ keys }) => keys.map((key) => ({ state: 'present', key }))),
    );
    expect(blobs.map(({ bytes }, index) => bodies[index]?.equals(bytes))).toEqual(blobs.map(() => true));
    // At most 16 bodies travel together.
    expect([...finds()].sort()).toEqual(['vault_blobs', 'vault_blobs', 'vault_destroyed', 'vault_keys']);
    expect(commands.filter(({ commandName }) => commandName !== 'find')).toEqual([]);
  });

  it('is asked for tombstones each time, and for keys once', async () => {
    const vault = await open();
    const row = newKeyRow(2);
    await vault.keys.createRow(row);
    await stateOf(vault, row.row, 0);
    commands.length = 0;
    expect(await stateOf(vault, row.row, 1)).toEqual({ state: 'present', key: row.keys[1] });
    expect(finds()).toEqual(['vault_destroyed']);
  });

  it('is never a key that was destroyed elsewhere, however often it was read before', async () => {
    const [vault, other] = [await open(), await open()];
    const row = newKeyRow(2);
    await vault.keys.createRow(row);
    const kids = [kidOf(row.row, 0), kidOf(row.row, 1)];
    expect(statesOf(await vault.keys.getMany(kids))).toEqual(['present', 'present']);
    await other.keys.destroy([kidOf(row.row, 0)], destroyedAt);
    expect(statesOf(await vault.keys.getMany(kids))).toEqual(['destroyed', 'present']);
    expect(statesOf(await vault.keys.getMany(kids))).toEqual(['destroyed', 'present']);
  });

  it('is missing again once the sweep has emptied its row', async () => {
    const vault = await open();
    const row = newKeyRow(1);
    await vault.keys.createRow(row);
    await stateOf(vault, row.row, 0);
    await vault.sweep.removeRows([row.row]);
    expect(await stateOf(vault, row.row, 0)).toEqual({ state: 'missing' });
  });

  it('opens after a rotation of the master key beside it, whichever it has kept', async () => {
    const before = await open();
    const row = newKeyRow(1);
    await before.keys.createRow(row);
    const both = await open({ key: Buffer.concat([masterKey, otherMasterKey]) });
    const rotating = await open({ key: Buffer.concat([otherMasterKey, masterKey]) });
    const after = await open({ key: otherMasterKey });
    expect((await stateOf(both, row.row, 0))?.state).toBe('present');
    await expect(stateOf(after, row.row, 0)).rejects.toThrow('does not open');
    await rotating.rotation.rewrapRows('', 10);
    for (const vault of [both, rotating, after])
      expect(await stateOf(vault, row.row, 0)).toEqual({ state: 'present', key: row.keys[0] });
  });

  it('are parts of large bodies too, beside small ones', async () => {
    const vault = await open();
    const [small, large] = [newBlob(100), newBlob(largeBytes)];
    await Promise.all([vault.blobs.put(small), vault.blobs.put(large)]);
    const read = await Promise.all([
      vault.blobs.get(small.id),
      vault.blobs.getRange(small.id, 10, 20),
      vault.blobs.get(large.id),
      vault.blobs.get(v7()),
    ]);
    expect(read).toEqual([small.bytes, small.bytes.subarray(10, 20), large.bytes, undefined]);
  });

  it('is what was stored, though the message that it came in is gone', async () => {
    const vault = await open();
    const rows = Array.from({ length: 50 }, () => newKeyRow(1));
    await Promise.all(rows.map((row) => vault.keys.createRow(row)));
    const kids = rows.map(({ row }) => kidOf(row, 0));
    await vault.keys.getMany(kids);
    await db.collection('vault_keys').deleteMany({});
    const states = await vault.keys.getMany(kids);
    expect([...states.values()]).toEqual(rows.map(({ keys }) => ({ state: 'present', key: keys[0] })));
  });
});
