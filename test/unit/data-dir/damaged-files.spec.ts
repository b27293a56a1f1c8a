import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireSound, spareIfDamaged } from '../../../src/infrastructure/data-dir/damaged-files.js';
import { lockDataDir, lockDamage } from '../../../src/infrastructure/data-dir/data-dir.js';
import { damageNote, FileDamaged, noteDamage } from '../../../src/infrastructure/sqlite/damage.js';
import { openDatabase, truncateWal } from '../../../src/infrastructure/sqlite/database.js';

const pageBytes = 4096;

describe('a database file of the data folder', () => {
  let folder: string;
  let path: string;
  const format = 1;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-damage-'));
    path = join(folder, 'read.sqlite');
    const database = openDatabase(path, { format });
    database.exec(`
      CREATE TABLE notes (text TEXT);
      CREATE INDEX notes_text ON notes (text);
      WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 500)
      INSERT INTO notes SELECT number || hex(zeroblob(50)) FROM numbers;
    `);
    truncateWal(database);
    database.close();
  });
  afterEach(() => rm(folder, { recursive: true }));

  const kept = () => requireSound({ path, format, what: 'the event log' });
  const spared = () => spareIfDamaged({ path, format }, folder);
  const zeroFrom = (byte: number): void => writeFileSync(path, readFileSync(path).fill(0, byte));

  it('is left alone where nothing is wrong, or it is not there', () => {
    kept();
    expect(spared()).toBeUndefined();
    rmSync(path);
    kept();
    expect(spared()).toBeUndefined();
  });

  it('goes aside with its journal where it can be spared, readable by its owner only', () => {
    writeFileSync(`${path}-wal`, 'left of a journal');
    writeFileSync(path, 'this was a database once\n'.repeat(400));
    const said = spared();
    expect(said).toEqual({
      file: 'read.sqlite',
      reason: 'file is not a database',
      into: expect.stringMatching(/^damaged-2/),
    });
    const into = join(folder, said?.into ?? '');
    expect(readdirSync(into)).toEqual(expect.arrayContaining(['read.sqlite', 'read.sqlite-wal']));
    expect(statSync(into).mode & 0o777).toBe(0o700);
    expect(existsSync(path)).toBe(false);
  });

  it('is named and left as it is where nothing brings it back', () => {
    zeroFrom(pageBytes);
    const before = readFileSync(path);
    expect(kept).toThrow(/^read\.sqlite is damaged \(.*\)\. It is the event log .*docs\/backup\.md/);
    expect(readFileSync(path)).toEqual(before);
  });

  it('is known to be damaged inside, where a look sees nothing, once a program has met it', () => {
    const pages = statSync(path).size / pageBytes;
    zeroFrom((pages - 1) * pageBytes);
    expect(spared()).toBeUndefined();
    const reader = openDatabase(path, { readOnly: true });
    let met: unknown;
    try {
      reader.prepare('SELECT * FROM notes ORDER BY rowid').all();
      reader.prepare('SELECT text FROM notes ORDER BY text').all();
    } catch (error) {
      met = error;
    }
    reader.close();
    expect(met).toBeInstanceOf(FileDamaged);
    noteDamage(met as FileDamaged);
    expect(kept).toThrow(/is damaged/);
    expect(spared()).toMatchObject({ file: 'read.sqlite' });
    expect(existsSync(damageNote(path))).toBe(false);
  });

  it('is used again once another one lies in its place', () => {
    noteDamage(new FileDamaged(path, 'database disk image is malformed'));
    kept();
    expect(existsSync(damageNote(path))).toBe(false);
  });

  it('of a newer version is refused in words, and neither changed nor put aside', () => {
    const database = openDatabase(path, { format: 2 });
    database.close();
    const before = readFileSync(path);
    const words =
      /written by a newer version of Posthorn .*start that version, or restore a backup from before the upgrade/;
    expect(kept).toThrow(words);
    expect(spared).toThrow(words);
    expect(() => openDatabase(path, { format: 1 })).toThrow(/read\.sqlite has format 2/);
    expect(readFileSync(path)).toEqual(before);
  });

  it('from before formats were written down gets this one', () => {
    const old = join(folder, 'old.sqlite');
    openDatabase(old).close();
    openDatabase(old, { format: 1 }).close();
    expect(() => openDatabase(old, { format: 0 })).toThrow(/has format 1/);
  });

  it('that is the lock is emptied in its place, and still locks', () => {
    lockDataDir(folder).release();
    const lock = join(folder, 'lock.sqlite');
    writeFileSync(lock, 'this was a database once\n'.repeat(400));
    const { ino } = statSync(lock);
    expect(lockDamage(folder)).toBe('file is not a database');
    const held = lockDataDir(folder);
    expect(held.wasDamaged).toBe('file is not a database');
    expect(statSync(lock).ino).toBe(ino);
    expect(() => lockDataDir(folder)).toThrow(/Another process uses/);
    held.release();
    expect(lockDataDir(folder).wasDamaged).toBeNull();
  });
});
