import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentShape } from '../../src/application/ports/read-store.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { SqliteReadStore } from '../../src/infrastructure/read-store/sqlite-read-store.js';
import { copyDatabase, openDatabase } from '../../src/infrastructure/sqlite/database.js';
import { readStoreContract } from './read-store.contract.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-read-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, 'read.sqlite');

// Its one writer holds the lock on the data folder.
readStoreContract('SQLite', async () => SqliteReadStore.open(path(), { fewDocuments: 3 }), { fenced: false });

const notes: DocumentShape = { name: 'notes', version: 1, fields: { teamId: 'text' }, indexes: [['teamId', 'id']] };
/** Found by its words. */
const found: DocumentShape = { ...notes, name: 'found', search: { within: 'teamId', tokens: 'words' } };
const at = (position: number) => String(position).padStart(20, '0') as Position;
const note = (text: string, position: number) => ({
  id: 'n1',
  position: at(position),
  document: { id: 'n1', teamId: 'a', text },
});

describe('SqliteReadStore', () => {
  it('looks up a rare word in one step, however far down its documents are', async () => {
    const store = SqliteReadStore.open(path(), { fewDocuments: 3 });
    const letters = Array.from({ length: 9 }, (_, index) => ({
      id: `n${index}`,
      position: at(index + 1),
      document: { id: `n${index}`, teamId: 'a', words: index === 0 ? ['rare', 'common'] : ['common'] },
    }));
    await store.apply(found, letters, at(9));
    const query = { equals: { teamId: 'a' }, orderBy: 'id', direction: 'desc', limit: 5, mostRows: 2 } as const;
    expect(await store.list(found, { ...query, prefixes: ['common', 'rare'] })).toMatchObject({
      documents: [{ id: 'n0' }],
      hasMore: false,
    });
    await store.close();
  });

  describe('what it wrote last', () => {
    const changeBehindIt = (text: string): void => {
      const database = openDatabase(path());
      database.exec(`UPDATE "notes@1" SET document = json_set(document, '$.text', '${text}')`);
      database.close();
    };
    const textIn = async (store: SqliteReadStore): Promise<unknown> =>
      (await store.getMany(notes, ['n1'])).get('n1')?.document;

    it('is not read from the file for the next change, where it is small', async () => {
      const store = SqliteReadStore.open(path());
      await store.apply(notes, [note('written', 1)], at(1));
      changeBehindIt('read');
      expect(await textIn(store)).toMatchObject({ text: 'written' });
      await store.apply(notes, [note('long '.repeat(4_000), 2)], at(2));
      changeBehindIt('read');
      expect(await textIn(store)).toMatchObject({ text: 'read' });
      await store.close();
    });

    it('is read from the file after a write that failed', async () => {
      const store = SqliteReadStore.open(path());
      await store.apply(notes, [note('written', 1)], at(1));
      const unfit = { ...note('unfit', 3), id: 'n2', document: { id: 'n2', teamId: 7 } };
      await expect(store.apply(notes, [note('undone', 2), unfit], at(3))).rejects.toThrow('holds no text');
      expect(await textIn(store)).toMatchObject({ text: 'written' });
      await store.close();
    });

    it('gives way to nothing older', async () => {
      const store = SqliteReadStore.open(path());
      await store.apply(notes, [note('written', 2)], at(2));
      await store.apply(notes, [note('older', 1)], at(2));
      expect(await textIn(store)).toMatchObject({ text: 'written' });
      await store.close();
    });
  });

  it('finds everything again after it was closed', async () => {
    const first = SqliteReadStore.open(path());
    await first.apply(notes, [note('kept', 1)], at(1));
    await first.close();
    const second = SqliteReadStore.open(path());
    expect(await second.get(notes, 'n1')).toEqual({ id: 'n1', teamId: 'a', text: 'kept' });
    expect(await second.checkpoint(notes)).toBe(at(1));
    await second.close();
  });

  it('lets a read-only instance see what the writer has committed, from the first moment', async () => {
    const writer = SqliteReadStore.open(path());
    const reader = SqliteReadStore.open(path(), { readOnly: true });
    expect(await reader.get(notes, 'n1')).toBeUndefined();
    expect(await reader.checkpoint(notes)).toBeUndefined();
    await writer.apply(notes, [note('one', 1)], at(1));
    expect(await reader.get(notes, 'n1')).toMatchObject({ text: 'one' });
    await writer.reset(notes);
    expect(await reader.get(notes, 'n1')).toBeUndefined();
    await expect(reader.apply(notes, [], at(1))).rejects.toThrow('reading only');
    await reader.close();
    await writer.close();
  });

  it('has nothing of an overwritten document in any file once it is scrubbed', async () => {
    const store = SqliteReadStore.open(path());
    const filesWith = (text: string) =>
      readdirSync(folder).filter((file) => readFileSync(join(folder, file)).includes(text));
    // Longer than a page, so that the change frees pages of the file.
    await store.apply(notes, [note(`${'-'.repeat(20_000)} a secret subject`, 1)], at(1));
    await store.scrub();
    await store.apply(notes, [note('[erased]', 2)], at(2));
    expect(filesWith('a secret subject')).not.toEqual([]);
    await store.scrub();
    expect(filesWith('a secret subject')).toEqual([]);
    expect(filesWith('[erased]')).not.toEqual([]);
    await store.close();
  });

  it('has nothing of a token in any file once its document lost it and was scrubbed', async () => {
    const store = SqliteReadStore.open(path());
    const holding = (text: string) =>
      readdirSync(folder).filter((file) => readFileSync(join(folder, file)).includes(text));
    const tokens = (words: readonly string[], position: number) => ({
      ...note('[erased]', position),
      document: { id: 'n1', teamId: 'a', words },
    });
    await store.apply(found, [tokens(['secret@example.com', 'kept'], 1)], at(1));
    await store.scrub();
    expect(holding('secret@example.com')).not.toEqual([]);
    await store.apply(found, [tokens(['kept'], 2)], at(2));
    await store.scrub();
    expect(holding('secret@example.com')).toEqual([]);
    await store.close();
  });

  it('finds the same by words that many documents have, and by words that few have', async () => {
    const store = SqliteReadStore.open(path());
    const all = Array.from({ length: 6_000 }, (_, number) => {
      const id = String(number).padStart(6, '0');
      const words = ['common', number % 3_000 === 1 ? 'rare' : `other${id}`];
      return { id, position: at(1), document: { id, teamId: 'a', words } };
    });
    await store.apply(found, all, at(1));
    const ids = async (prefixes: readonly string[], after?: string) => {
      const query = { equals: { teamId: 'a' }, orderBy: 'id', direction: 'desc', limit: 2, prefixes } as const;
      const page = await store.list(
        found,
        after === undefined ? query : { ...query, after: { value: after, id: after } },
      );
      return page.documents.map(({ id }) => id);
    };
    expect(await ids(['common'])).toEqual(['005999', '005998']);
    expect(await ids(['com', 'other'], '000003')).toEqual(['000002', '000000']);
    expect(await ids(['common', 'rare'])).toEqual(['003001', '000001']);
    expect(await ids(['common', 'none'])).toEqual([]);
    await store.close();
  });

  it('says that a scrub is blocked while a reader holds an earlier state', async () => {
    const store = SqliteReadStore.open(path());
    await store.apply(notes, [note('one', 1)], at(1));
    const reader = openDatabase(path(), { readOnly: true });
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM checkpoints').get();
    await store.apply(notes, [note('two', 2)], at(2));
    await expect(store.scrub()).rejects.toMatchObject({ code: 'scrub-blocked' });
    reader.exec('COMMIT');
    await store.scrub();
    reader.close();
    await store.close();
  });

  it('scrubs at its start what a crash left behind', async () => {
    const crashed = SqliteReadStore.open(path());
    await crashed.apply(notes, [note('a secret subject', 1)], at(1));
    await crashed.apply(notes, [note('[erased]', 2)], at(2));
    const store = SqliteReadStore.open(path());
    expect(statSync(`${path()}-wal`).size).toBe(0);
    await store.close();
    await crashed.close();
  });

  it('refuses names that are no plain names', async () => {
    const store = SqliteReadStore.open(path());
    const shapes = [
      { ...notes, name: 'no"tes' },
      { ...notes, fields: { 'te"am': 'text' as const } },
      { ...notes, fields: { document: 'text' as const } },
      { ...notes, indexes: [['unknown']] },
    ];
    for (const shape of shapes) await expect(store.count(shape, {})).rejects.toThrow('cannot be stored');
    await expect(store.count(notes, { text: 'a' })).rejects.toThrow('no field');
    const query = { equals: {}, orderBy: 'document', direction: 'asc', limit: 1 } as const;
    await expect(store.list(notes, query)).rejects.toThrow('no field');
    await store.close();
  });

  it('is copied, documents and checkpoint together, while the writer goes on', async () => {
    const store = SqliteReadStore.open(path());
    await store.apply(notes, [note('one', 1)], at(1));
    const copyPath = join(folder, 'copy.sqlite');
    copyDatabase(path(), copyPath);
    await store.apply(notes, [note('two', 2)], at(2));
    const copy = SqliteReadStore.open(copyPath, { readOnly: true });
    expect(await copy.get(notes, 'n1')).toMatchObject({ text: 'one' });
    expect(await copy.checkpoint(notes)).toBe(at(1));
    expect(statSync(copyPath).mode & 0o777).toBe(0o600);
    expect(() => copyDatabase(path(), copyPath)).toThrow('EEXIST');
    await copy.close();
    await store.close();
  });
});
