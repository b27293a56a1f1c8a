import { MessageChannel } from 'node:worker_threads';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseSync, openDatabase } from '../../../src/infrastructure/sqlite/database.js';
import { type ServeOptions, serveWrites, type WriteHandler } from '../../../src/infrastructure/sqlite/group-commit.js';
import { WriteClient } from '../../../src/infrastructure/sqlite/write-client.js';

describe('group commit', () => {
  let folder: string;
  let database: DatabaseSync;
  let reader: DatabaseSync;
  let closePorts: (() => void)[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-group-commit-'));
    database = openDatabase(join(folder, 'notes.sqlite'));
    database.exec('CREATE TABLE notes (text TEXT PRIMARY KEY)');
    reader = openDatabase(join(folder, 'notes.sqlite'), { readOnly: true });
    closePorts = [];
  });
  afterEach(async () => {
    for (const close of closePorts) close();
    reader.close();
    if (database.isOpen) database.close();
    await rm(folder, { recursive: true });
  });

  /** What another connection sees: committed, and nothing else. */
  const committed = (): string[] =>
    reader
      .prepare('SELECT text FROM notes ORDER BY text')
      .all()
      .map((row: { text: string }) => row.text);

  const insert: WriteHandler = (text: string) => {
    database.prepare('INSERT INTO notes (text) VALUES (?)').run(text);
    return `wrote ${text}`;
  };

  const serve = (handlers: ServeOptions['handlers'], onCommitted?: () => void, written = database) => {
    const { port1, port2 } = new MessageChannel();
    serveWrites(port1, { database: written, handlers, ...(onCommitted && { onCommitted }) });
    closePorts.push(() => port1.close());
    return {
      client: new WriteClient(port2),
      connect(): WriteClient {
        const line = new MessageChannel();
        port2.postMessage({ connect: line.port1 }, [line.port1]);
        closePorts.push(() => line.port2.close());
        return new WriteClient(line.port2);
      },
      endWriter: () => port1.close(),
    };
  };

  it('commits everything that has queued up at once, and answers each after it', async () => {
    let commits = 0;
    const { client } = serve({ insert }, () => {
      commits += 1;
    });
    const answers = await Promise.all(['a', 'b', 'c'].map((text) => client.call<string>('insert', text)));
    expect(answers).toEqual(['wrote a', 'wrote b', 'wrote c']);
    expect(commits).toBe(1);
    expect(committed()).toEqual(['a', 'b', 'c']);
  });

  it('fails one request alone, with nothing of it written, and commits the others', async () => {
    const insertTwice: WriteHandler = (text: string) => {
      database.prepare('INSERT INTO notes (text) VALUES (?)').run(`${text}1`);
      throw new Error('no second');
    };
    const { client } = serve({ insert, insertTwice });
    const answers = await Promise.allSettled([
      client.call('insert', 'a'),
      client.call('insertTwice', 'b'),
      client.call('insert', 'c'),
      client.call('unheard-of', null),
    ]);
    expect(answers).toMatchObject([
      { status: 'fulfilled', value: 'wrote a' },
      { status: 'rejected', reason: { message: 'no second' } },
      { status: 'fulfilled', value: 'wrote c' },
      { status: 'rejected', reason: { message: expect.stringContaining('unheard-of') } },
    ]);
    expect(committed()).toEqual(['a', 'c']);
  });

  it('fails a request whose commit fails, with nothing of it written, and commits the others', async () => {
    database.exec('PRAGMA foreign_keys = ON');
    database.exec('CREATE TABLE replies (note TEXT REFERENCES notes (text) DEFERRABLE INITIALLY DEFERRED)');
    let commits = 0;
    // The insert succeeds: SQLite looks for the note when it commits.
    const reply: WriteHandler = (note: string) => database.prepare('INSERT INTO replies (note) VALUES (?)').run(note);
    const { client } = serve({ insert, reply }, () => {
      commits += 1;
    });
    await expect(client.call('reply', 'alone')).rejects.toThrow('FOREIGN KEY');
    expect(commits).toBe(0);
    const answers = await Promise.allSettled([
      client.call('insert', 'a'),
      client.call('reply', 'no such note'),
      client.call('insert', 'b'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(committed()).toEqual(['a', 'b']);
    expect(reader.prepare('SELECT note FROM replies').all()).toEqual([]);
  });

  it('runs what several ask for before their commit once, inside the transaction', async () => {
    const seen: unknown[] = [];
    const look = (): void => void seen.push(committed(), database.isTransaction);
    const insertAfterLook: WriteHandler = (text: string, context) => {
      context.beforeCommit(look);
      return insert(text as never, context);
    };
    const { client } = serve({ insertAfterLook });
    await Promise.all(['a', 'b', 'c'].map((text) => client.call('insertAfterLook', text)));
    expect(seen).toEqual([[], true]);
    expect(committed()).toEqual(['a', 'b', 'c']);
  });

  it('writes nothing of a request whose preparation of the commit fails, and commits the others', async () => {
    const insertUnprepared: WriteHandler = (text: string, context) => {
      context.beforeCommit(() => {
        throw new Error('not ready');
      });
      return insert(text as never, context);
    };
    const { client } = serve({ insert, insertUnprepared });
    const answers = await Promise.allSettled([client.call('insert', 'a'), client.call('insertUnprepared', 'b')]);
    expect(answers).toMatchObject([{ value: 'wrote a' }, { reason: { message: 'not ready' } }]);
    expect(committed()).toEqual(['a']);
  });

  it('runs what was asked for after the commit before it answers, outside a transaction', async () => {
    const seen: unknown[] = [];
    const insertAndLook: WriteHandler = (text: string, context) => {
      insert(text as never, context);
      context.afterCommit(() => seen.push(committed(), database.isTransaction));
    };
    const { client } = serve({ insertAndLook });
    await client.call('insertAndLook', 'a');
    expect(seen).toEqual([['a'], false]);
  });

  it('runs no request again when something fails after the commit: only its own answer fails', async () => {
    const insertThenFail: WriteHandler = (text: string, context) => {
      insert(text as never, context);
      context.afterCommit(() => {
        throw new Error('too late');
      });
    };
    const { client } = serve({ insert, insertThenFail });
    const answers = await Promise.allSettled([client.call('insertThenFail', 'a'), client.call('insert', 'b')]);
    expect(answers).toMatchObject([
      { status: 'rejected', reason: { message: 'too late' } },
      { status: 'fulfilled', value: 'wrote b' },
    ]);
    expect(committed()).toEqual(['a', 'b']);
  });

  it('waits once, not once a request, for a lock that another connection keeps', async () => {
    database.exec('PRAGMA busy_timeout = 50');
    const holder = openDatabase(join(folder, 'notes.sqlite'));
    holder.exec('BEGIN IMMEDIATE');
    const statements: string[] = [];
    const { client } = serve({ insert }, undefined, noting(database, statements));
    const answers = await Promise.allSettled(['a', 'b', 'c', 'd'].map((text) => client.call('insert', text)));
    holder.exec('ROLLBACK');
    holder.close();
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
    expect(statements).toEqual(['BEGIN IMMEDIATE']);
    expect(await client.call('insert', 'a')).toBe('wrote a');
  });

  it('answers each line on its own, and commits them together', async () => {
    let commits = 0;
    const { client, connect } = serve({ insert }, () => {
      commits += 1;
    });
    const other = connect();
    await other.call('insert', 'ready');
    commits = 0;
    const answers = await Promise.all([client.call('insert', 'a'), other.call('insert', 'b')]);
    expect(answers).toEqual(['wrote a', 'wrote b']);
    expect(commits).toBe(1);
  });

  it('writes what came before the end, and fails what comes after it', async () => {
    const { client } = serve({ insert });
    await Promise.all([client.call('insert', 'a'), client.call('close', null)]);
    expect(database.isOpen).toBe(false);
    await expect(client.call('insert', 'b')).rejects.toMatchObject({ code: expect.any(String) });
    expect(committed()).toEqual(['a']);
  });

  it('fails what is open and what is asked later when the writer is gone', async () => {
    const never: WriteHandler = () => {
      endWriter();
      return null;
    };
    const { client, endWriter } = serve({ never });
    await expect(client.call('never', null)).rejects.toMatchObject({ code: 'writer-gone' });
    await expect(client.call('never', null)).rejects.toMatchObject({ code: 'writer-gone' });
  });
});

/** The same database, which notes what `exec` runs. */
function noting(database: DatabaseSync, statements: string[]): DatabaseSync {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'exec') {
        return (sql: string) => {
          statements.push(sql);
          target.exec(sql);
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
