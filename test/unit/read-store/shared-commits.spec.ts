import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSharedCommits } from '../../../src/infrastructure/read-store/shared-commits.js';
import { type DatabaseSync, openDatabase } from '../../../src/infrastructure/sqlite/database.js';

let folder: string;
let database: DatabaseSync;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-shared-commits-'));
  database = openDatabase(join(folder, 'any.sqlite'));
  database.exec('CREATE TABLE notes (text TEXT PRIMARY KEY) STRICT');
});
afterEach(() => {
  if (database.isOpen) database.close();
  rmSync(folder, { recursive: true });
});

const add = (text: string) => () => void database.prepare('INSERT INTO notes VALUES (?)').run(text);
const notes = () =>
  database
    .prepare('SELECT text FROM notes ORDER BY text')
    .all()
    .map((row) => (row as { text: string }).text);
/** The same database, with its commits counted: each is a flush of the disk. */
function countingCommits() {
  let commits = 0;
  const counting = new Proxy(database, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]) => {
        if (name === 'exec' && args[0] === 'COMMIT') commits += 1;
        return Reflect.apply(member, target, args) as unknown;
      };
    },
  });
  return { counting, commits: () => commits };
}

describe('shared commits', () => {
  it('puts everything that one turn asks for into one commit', async () => {
    const { counting, commits: seen } = countingCommits();
    const commits = createSharedCommits(counting);
    await Promise.all(['a', 'b', 'c'].map((text) => commits.run(add(text))));
    expect(notes()).toEqual(['a', 'b', 'c']);
    expect(seen()).toBe(1);
    await commits.run(add('d'));
    expect(seen()).toBe(2);
  });

  it('undoes what failed, and only that', async () => {
    const commits = createSharedCommits(database);
    const halfDone = (): void => {
      add('half')();
      throw new Error('it does not fit');
    };
    const [first, second, third] = await Promise.allSettled([
      commits.run(add('a')),
      commits.run(halfDone),
      commits.run(add('c')),
    ]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ status: 'rejected', reason: new Error('it does not fit') });
    expect(third.status).toBe('fulfilled');
    expect(notes()).toEqual(['a', 'c']);
    await expect(commits.run(halfDone)).rejects.toThrow('it does not fit');
    expect(notes()).toEqual(['a', 'c']);
  });

  it('tells everybody when the commit itself fails', async () => {
    const commits = createSharedCommits(database);
    const writes = [commits.run(add('a')), commits.run(add('b'))];
    database.close();
    const results = await Promise.allSettled(writes);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('writes at once what waits, when it is asked to', async () => {
    const commits = createSharedCommits(database);
    const write = commits.run(add('a'));
    commits.flush();
    expect(notes()).toEqual(['a']);
    await write;
  });
});
