import { appendFileSync, copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from 'mongodb';
import { kidOf } from '../../src/domain/shared/personal.js';
import { newKeyRow } from '../contracts/key-store.contract.js';
import {
  collectionNames,
  commands,
  db,
  describeVaultInMongodb,
  destroyedAt,
  everything,
  folder,
  open,
  stateOf,
} from './mongodb-vault-setup.js';

describeVaultInMongodb('a restored copy', () => {
  const log = (name = 'destroyed-keys.log') => join(folder, name);
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

  it('has destroyed again what a file under the former name says', async () => {
    const { copy, row, late } = await copied();
    await restore(copy);
    renameSync(log(), log('destroyed-kids.log'));
    const vault = await open({ destroyedLog: log() });
    expect(await stateOf(vault, row.row, 1)).toEqual({ state: 'destroyed', destroyedAt });
    expect(await stateOf(vault, late.row, 0)).toEqual({ state: 'destroyed', destroyedAt });
    expect(existsSync(log('destroyed-kids.log'))).toBe(false);
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
    commands.length = 0;
    await open({ destroyedLog: log() });
    // The format of the vault, the indexes, how far the copy has come.
    expect(commands.map(({ commandName }) => commandName)).toEqual(['find', 'createIndexes', 'find']);
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
