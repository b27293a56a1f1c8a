import { jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BroadcastChannel } from 'node:worker_threads';
import type { AppendResult, EventStore } from '../../src/application/ports/event-store.js';
import { commitChannelName } from '../../src/infrastructure/event-store/sqlite/commit-signal.js';
import {
  openEventLog,
  openSqliteEventStore,
  sqliteLogImport,
} from '../../src/infrastructure/event-store/sqlite/sqlite-event-store.js';
import { openDatabase } from '../../src/infrastructure/sqlite/database.js';
import { workerUrl } from '../../src/infrastructure/system/worker-url.js';
import { WriteClient } from '../../src/infrastructure/sqlite/write-client.js';
import { categories } from '../../src/programs/resources/resources.js';
import { fakeTimeouts } from '../support/fake-timeouts.js';
import { eventually } from '../support/wait-for.js';
import { eventStoreContract } from './event-store.contract.js';
import { follow } from './event-store/follow.js';
import { unreadableLogContract } from './event-store/unreadable.js';
import { newStream, write } from './event-store/writes.js';
import { logImportContract } from './log-import.contract.js';

const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-event-log-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function openLog(path = join(folder, `${randomUUID()}.sqlite`)) {
  const { store, writer } = await openEventLog(path);
  const close = async (): Promise<void> => {
    await store.close();
    await writer.close();
  };
  return { path, store, writer, close };
}

eventStoreContract('sqlite', () => openLog());

unreadableLogContract('closed sqlite', async () => {
  const log = await openLog();
  await log.store.close();
  return log;
});

unreadableLogContract('damaged sqlite', async () => {
  const log = await openLog();
  // Where its tables lie before a checkpoint. The schema is in memory since it was opened, and nothing else.
  const tables = `${log.path}-wal`;
  await writeFile(tables, randomBytes((await stat(tables)).size), { flag: 'r+' });
  return log;
});

logImportContract('sqlite', async () => {
  const log = await openLog();
  return { ...log, import: sqliteLogImport(log.writer.client) };
});

eventStoreContract('sqlite, what followers read shared', async () => {
  const { path, writer, store, close } = await openLog();
  const sharing = openSqliteEventStore({ path, writer: writer.client, sharedCategories: [...categories] });
  return {
    store: sharing,
    async close() {
      await sharing.close();
      await store.close();
      await close();
    },
  };
});

describe('the sqlite event log', () => {
  it('has no position while it is empty', async () => {
    const { store, close } = await openLog();
    expect(await store.head()).toBeUndefined();
    expect(await store.readAll({ limit: 10 })).toEqual({ events: [], position: undefined, atEnd: true });
    const follower = follow(store, {});
    const stream = newStream();
    await store.append([write(stream, 'no-stream', 'First')]);
    await follower.until(({ events }) => events.length === 1);
    await follower.stop();
    await close();
  });

  it('is there after closing and opening, and never uses a position again', async () => {
    const first = await openLog();
    const [kept, removed] = [newStream(), newStream()];
    await first.store.append([write(kept, 'no-stream', 'Kept')]);
    const last = await first.store.append([write(removed, 'no-stream', 'Removed')]);
    await first.store.removeStream(removed, 'tombstone', 0);
    await first.close();

    const second = await openLog(first.path);
    expect(await second.store.readStream(kept)).toMatchObject([{ type: 'Kept', revision: 0 }]);
    expect(await second.store.append([write(removed, 'no-stream', 'Again')])).toEqual({ result: 'conflict' });
    expect(await second.store.head()).toBe(positionIn(last));
    const next = await second.store.append([write(newStream(), 'no-stream', 'Next')]);
    expect(positionIn(next) > positionIn(last)).toBe(true);
    await second.close();
  });

  it('refuses the last revision of a soft-removed stream: it reads as absent', async () => {
    const { store, close } = await openLog();
    const stream = newStream('submission');
    await store.append([write(stream, 'no-stream', 'A')]);
    await store.removeStream(stream, 'soft', 0);
    expect(await store.append([write(stream, 0, 'B')])).toEqual({ result: 'conflict' });
    await close();
  });

  it('commits what is asked at the same time together', async () => {
    const { path, store, close } = await openLog();
    let commits = 0;
    const channel = new BroadcastChannel(commitChannelName(path));
    const last = newStream();
    channel.onmessage = () => {
      commits += 1;
    };
    const results = await Promise.all(
      Array.from({ length: 200 }, () => store.append([write(newStream(), 'no-stream', 'Accepted')])),
    );
    await store.append([write(last, 'no-stream', 'Last')]);
    expect(results.filter(({ result }) => result === 'written')).toHaveLength(200);
    await eventually(() => commits > 1);
    channel.close();
    await close();
    expect(commits).toBeLessThan(20);
  });

  it('announces the rows and kinds that each commit appended, and none that were rolled back', async () => {
    const { path, writer, store, close } = await openLog();
    const announced: unknown[] = [];
    const channel = new BroadcastChannel(commitChannelName(path));
    channel.onmessage = (message) => {
      announced.push((message as { readonly data: unknown }).data);
    };
    const [email, webhook] = [newStream('email'), newStream('webhook')];
    const refused = { stream: newStream(), expected: 'no-stream', events: [{ id: randomUUID(), type: null }] };
    // One transaction, which fails as a whole: each is run again in one of its own.
    const [, , failed] = await Promise.allSettled([
      store.append([write(email, 'no-stream', 'First', 'Second')]),
      store.append([write(webhook, 'no-stream', 'Third')]),
      writer.client.call('append', [refused]),
    ]);
    expect(failed.status).toBe('rejected');
    expect(await store.append([write(email, 'no-stream', 'Conflict')])).toEqual({ result: 'conflict' });
    await store.append([write(email, 1, 'Last'), write(newStream('domain'), 'no-stream', 'Beside')]);
    await eventually(() => announced.length >= 4);
    channel.close();
    await close();
    expect(announced.filter((one) => one !== null)).toEqual([
      {
        first: 1,
        last: 2,
        kinds: [
          ['email', 'First'],
          ['email', 'Second'],
        ],
      },
      { first: 3, last: 3, kinds: [['webhook', 'Third']] },
      {
        first: 4,
        last: 5,
        kinds: [
          ['email', 'Last'],
          ['domain', 'Beside'],
        ],
      },
    ]);
  });

  it('moves on in bounded steps where a type is rare', async () => {
    const { store, close } = await openLog();
    const [first, ...rest] = Array.from({ length: 6_000 }, () => 'Common') as [string, ...string[]];
    await store.append([write(newStream(), 'no-stream', first, ...rest)]);
    await store.append([write(newStream(), 'no-stream', 'Rare')]);
    const filter = { types: ['Rare'] };
    const page = await store.readAll({ limit: 10, filter });
    expect(page).toMatchObject({ events: [], atEnd: false });
    const next = await store.readAll({ limit: 10, filter, ...(page.position && { after: page.position }) });
    expect(next).toMatchObject({ events: [{ type: 'Rare' }], atEnd: true });
    const follower = follow(store, { filter });
    await follower.until(({ events }) => events.length === 1);
    await follower.stop();
    await close();
  });

  it('reads no more of large events at once than a megabyte or so, and leaves none out', async () => {
    const { path, store, close } = await openLog();
    const large = { ...write(newStream(), 'no-stream', 'Large').events[0], data: JSON.stringify('x'.repeat(200_000)) };
    const streams = Array.from({ length: 12 }, () => newStream());
    for (const stream of streams) {
      await store.append([{ stream, expected: 'no-stream', events: [{ ...large, id: randomUUID() }] }]);
      await store.append([write(stream, 0, 'Small')]);
    }
    const first = await store.readAll({ limit: 500 });
    expect(first).toMatchObject({ events: { length: 11 }, atEnd: false });
    const follower = follow(store, { filter: { types: ['Large'] } });
    await follower.until(({ events }) => events.length === streams.length);
    expect(follower.pages.map(({ events }) => events.length)).toEqual([6, 6]);
    await follower.stop();
    // Nothing is left open that would keep the writer from folding its log into the file.
    expect(openDatabase(path).prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()).toMatchObject({ busy: 0 });
    await close();
  });

  it('reads a long stream in turns, and any part of it', async () => {
    const { store, close } = await openLog();
    const stream = newStream();
    const [first, ...rest] = Array.from({ length: 2_500 }, () => 'Common') as [string, ...string[]];
    await store.append([write(stream, 'no-stream', first, ...rest)]);
    let turns = 0;
    let isRead = false;
    const count = (): void => {
      turns += 1;
      if (!isRead) setImmediate(count);
    };
    setImmediate(count);
    const all = await store.readStream(stream);
    isRead = true;
    expect(turns).toBeGreaterThan(2);
    expect(all.map(({ revision }) => revision)).toEqual(Array.from({ length: 2_500 }, (_, revision) => revision));
    const parts = [
      [0, 99],
      [0, 100],
      [0, 101],
      [1, 1_100],
      [2_300, 500],
      [2_500, 10],
    ] as const;
    for (const [from, limit] of parts) {
      expect(await store.readStream(stream, { from, limit })).toEqual(all.slice(from, from + limit));
    }
    await close();
  });

  it('wakes its subscribers by the commit and by the abort, without a poll', async () => {
    const { store, close } = await openLog();
    // The poll's own timer never fires.
    fakeTimeouts();
    try {
      const follower = follow(store, {});
      for (let seen = 1; seen <= 20; seen += 1) {
        await store.append([write(newStream(), 'no-stream', 'Live')]);
        await follower.until(({ events }) => events.length === seen);
      }
      const position = await store.head();
      for (let ended = 0; ended < 20; ended += 1) await follow(store, { ...(position && { after: position }) }).stop();
      await follower.stop();
    } finally {
      jest.useRealTimers();
    }
    await close();
  });

  it('shows a subscriber what another process appends', async () => {
    const { path, store, close } = await openLog();
    const stream = newStream();
    const follower = follow(store, {});
    const script = `
      const { store, writer } = await openEventLog(${JSON.stringify(path)});
      const result = await store.append(${JSON.stringify([write(stream, 'no-stream', 'FromElsewhere')])});
      console.log(JSON.stringify(result));
      await store.close();
      await writer.close();`;
    const seen = follower.until(({ events }) => events.length === 1);
    const { stdout } = await runElsewhere(script);
    expect(JSON.parse(stdout)).toMatchObject({ result: 'written' });
    await seen;
    expect(await store.append([write(stream, 'no-stream', 'Late')])).toEqual({ result: 'conflict' });
    await follower.stop();
    await close();
  });

  it('keeps no process alive: neither an idle writer nor a waiting subscriber', async () => {
    const script = `
      const { store } = await openEventLog(${JSON.stringify(join(folder, `${randomUUID()}.sqlite`))});
      await store.append(${JSON.stringify([write(newStream(), 'no-stream', 'A')])});
      const pages = store.subscribe({ signal: new AbortController().signal })[Symbol.asyncIterator]();
      await pages.next();
      void pages.next();
      console.log('waiting');`;
    const { stdout } = await runElsewhere(script);
    expect(stdout).toBe('waiting\n');
  });

  describe('when its writer thread dies', () => {
    /** A message that no client sends ends the thread by an uncaught error, as any defect in it would. */
    const kill = (port: { postMessage(message: unknown): void }): void => port.postMessage({ connect: null });

    it('answers what is open and what comes as unknown, still reads, and the same ids can be tried again', async () => {
      const { path, store, writer, close } = await openLog();
      const port = writer.connect();
      const otherStore = openSqliteEventStore({ path, writer: new WriteClient(port) });
      await otherStore.append([write(newStream(), 'no-stream', 'Before')]);
      const writes = Array.from({ length: 40 }, () => write(newStream(), 'no-stream', 'Accepted'));
      const open = writes.map((each, index) => (index % 2 === 0 ? store : otherStore).append([each]));
      // What the other store has asked leaves it later in this turn: behind this, on the same port.
      kill(port);
      const results = await Promise.all(open);
      expect(results.map(({ result }) => result)).not.toContain('conflict');
      expect(results.filter(({ result }) => result === 'unknown').length).toBeGreaterThanOrEqual(20);

      const later = await store.append([write(newStream(), 'no-stream', 'Later')]);
      expect(later).toMatchObject({ result: 'unknown', cause: { code: 'writer-gone' } });
      const otherLater = await otherStore.append([write(newStream(), 'no-stream', 'Later')]);
      expect(otherLater).toMatchObject({ result: 'unknown', cause: { code: 'writer-gone' } });
      expect((await store.readAll({ limit: 1 })).events).toMatchObject([{ type: 'Before' }]);
      await otherStore.close();
      await close();

      const again = await openLog(path);
      const retried = await Promise.all(writes.map((each) => again.store.append([each])));
      expect(retried.every(({ result }) => result === 'written')).toBe(true);
      expect((await acceptedIn(again.store)).sort()).toEqual(writes.map(({ stream }) => stream).sort());
      await again.close();
    });

    it('tells its owner once', async () => {
      const reasons: string[] = [];
      const path = join(folder, `${randomUUID()}.sqlite`);
      const { store, writer } = await openEventLog(path, (error) => reasons.push(error.message));
      kill(writer.connect());
      await eventually(() => reasons.length > 0);
      await store.close();
      await writer.close();
      expect(reasons).toHaveLength(1);
    });
  });

  it('fails to open what is no log, by name', async () => {
    await expect(openEventLog(join(folder, 'missing', 'eventlog.sqlite'))).rejects.toMatchObject({
      code: 'writer-gone',
    });
  });
});

/** Runs statements in a process of their own, beside the built `openEventLog`. */
function runElsewhere(statements: string): Promise<{ stdout: string }> {
  const source = new URL('../../src/infrastructure/event-store/sqlite/sqlite-event-store.ts', import.meta.url);
  const built = workerUrl(source.href, './sqlite-event-store.js').href;
  const script = `import(${JSON.stringify(built)}).then(async ({ openEventLog }) => { ${statements} })`;
  return run(process.execPath, ['-e', script], { timeout: 60_000 });
}

function positionIn(result: AppendResult): string {
  if (result.result !== 'written') throw new Error(`not written: ${result.result}`);
  return result.position;
}

async function acceptedIn(store: EventStore): Promise<string[]> {
  const { events } = await store.readAll({ limit: 1000, filter: { types: ['Accepted'] } });
  return events.map(({ stream }) => stream);
}
