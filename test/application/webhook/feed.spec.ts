import {
  type FeedPorts,
  type ReadFeedOptions,
  readFeed,
  ReadFeed,
} from '../../../src/application/webhook/feed/read-feed.js';
import type { InTurn } from '../../../src/application/shared/fair-semaphore.js';
import { openCursor, sealCursor } from '../../../src/application/webhook/feed/feed-cursor.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import type { EncodedLog } from '../../support/encoded-log.js';
import fc from '../../support/properties.js';
import { idAt, teamId } from '../../support/recorded-events.js';
import {
  recordSettings,
  messageDocuments,
  WebhookProcess,
  FakeSender,
  existingWebhook,
  urlOf,
  worldWithMails,
} from '../../support/webhooks.js';
import { waitFor } from '../../support/wait-for.js';
import type { World } from '../../support/world.js';

const stranger = idAt(5);
const never = new AbortController().signal;
const all: ReadFeedOptions = { after: undefined, types: undefined, limit: 100, waitMs: 0 };

let world: World;
let log: EncodedLog;
let ports: FeedPorts;

beforeAll(async () => {
  ({ world, log } = await worldWithMails(6));
  ports = { ...world.process(), recordSettings };
});

async function page(options: Partial<ReadFeedOptions> = {}, of = teamId) {
  const read = await readFeed(ports, { teamId: of, options: { ...all, ...options } }, never);
  if ('refused' in read) throw new Error(read.refused);
  return read;
}

async function walk(options: Partial<ReadFeedOptions>) {
  const messages = [];
  for (let after = options.after, hasMore = true; hasMore; ) {
    const read = await page({ ...options, after });
    expect(read.messages.length).toBeLessThanOrEqual(options.limit ?? 100);
    messages.push(...read.messages);
    after = read.next;
    ({ hasMore } = read);
  }
  return messages;
}

describe('a feed', () => {
  it("reads on in its team's turns", async () => {
    const turns: string[] = [];
    const inTurn: InTurn = (team, step) => {
      turns.push(team);
      return step();
    };
    const read = await readFeed({ ...ports, inTurn }, { teamId, options: all }, never);
    expect('messages' in read && read.messages).toHaveLength(12);
    expect(turns).toEqual([teamId]);
  });

  it('has every message once, in the order of the log, on pages of any size', async () => {
    const positions = (await walk({})).map(({ event }) => event.position);
    expect(positions).toHaveLength(12);
    expect(positions).toEqual([...positions].sort());
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 13 }), async (limit) => {
        expect((await walk({ limit })).map(({ id }) => id)).toEqual((await walk({})).map(({ id }) => id));
      }),
      { numRuns: 13 },
    );
  });

  it('has the bodies that endpoints are sent, under ids of its own', async () => {
    const sender = new FakeSender();
    const process = new WebhookProcess(world, sender, await messageDocuments(world));
    await process.follow();
    process.run(process.endpoint(existingWebhook(1)));
    await waitFor(
      async () => sender.to(urlOf(1)),
      (sent) => sent.length === 12,
    );
    await process.crash();
    const shown = (await walk({})).map(({ createdAt: created_at, payload: { type, data } }) => ({
      type,
      created_at,
      data,
    }));
    const sent = sender.sent.map(({ body }) => JSON.parse(body) as object);
    expect(shown).toHaveLength(sent.length);
    expect(shown).toEqual(expect.arrayContaining(sent));
    const ids = new Set(sender.to(urlOf(1)));
    expect((await walk({})).some(({ id }) => ids.has(id))).toBe(false);
  });

  it('goes on with what happens later, and begins at the end where that is asked for', async () => {
    const { next, hasMore } = await page({ after: 'end' });
    expect(hasMore).toBe(false);
    expect(await page({ after: next })).toMatchObject({ messages: [], next });
    await log.acceptMail(20);
    const later = await page({ after: next });
    expect(later.messages.map(({ payload }) => payload.subject.emailId)).toEqual([idAt(20)]);
    expect((await page({ after: later.next })).messages).toEqual([]);
  });

  it('has the types that are asked for only', async () => {
    const delivered = await walk({ types: ['email.delivered'], limit: 2 });
    expect(delivered.map(({ payload }) => payload.type)).toEqual(Array(6).fill('email.delivered'));
    expect(await page({ types: ['email.opened'] })).toMatchObject({ messages: [], hasMore: false });
  });

  it('has nothing of another team, and does not know its cursors', async () => {
    expect(await page({}, stranger)).toMatchObject({ messages: [], hasMore: false });
    const { next } = await page();
    for (const after of [next, 'nothing', '', `${(await page({}, stranger)).next}AAAA`]) {
      const options = { ...all, after };
      expect(await readFeed(ports, { teamId: stranger, options }, never)).toEqual({ refused: 'unknown-place' });
    }
  });

  it('knows no cursor of another log, or of one that is behind', async () => {
    const head = await world.store.head();
    for (const other of [`${head}0`, `${head?.slice(0, -1)}:`] as Position[]) {
      const options = { ...all, after: sealCursor(ports.hash, teamId, other) };
      expect(await readFeed(ports, { teamId, options }, never)).toEqual({ refused: 'unknown-place' });
    }
  });

  it('reads a bounded part of the log at once: its cursor moves on without a message', async () => {
    let asked = 0;
    const endless = {
      ...world.store,
      readAll: async () => (
        (asked += 1), { events: [], position: String(asked).padStart(20, '0') as Position, atEnd: false }
      ),
    };
    const store = Object.assign(Object.create(world.store) as typeof world.store, { readAll: endless.readAll });
    const read = await readFeed({ ...ports, store }, { teamId, options: all }, never);
    expect(read).toMatchObject({ messages: [], hasMore: true });
    expect(asked).toBeLessThanOrEqual(20);
    if ('refused' in read) throw new Error(read.refused);
    expect(openCursor(ports.hash, teamId, read.next)).toBe(String(asked).padStart(20, '0'));
  });

  it('waits for something to happen, and not for ever', async () => {
    const { next } = await page({ after: 'end' });
    const handler = ReadFeed.start(ports);
    const ask = () => handler.run({ teamId, options: { ...all, after: next, waitMs: 60_000 } });
    const waiting = ask();
    await log.acceptMail(30);
    expect(await waiting).toMatchObject({ messages: [{ payload: { type: 'email.sent' } }] });
    const { next: end } = await page({ after: 'end' });
    const more = Array.from({ length: 4 }, () =>
      handler.run({ teamId, options: { ...all, after: end, waitMs: 60_000 } }),
    );
    // One too many, and it is answered at once.
    expect(await handler.run({ teamId, options: { ...all, after: end, waitMs: 60_000 } })).toMatchObject({
      messages: [],
    });
    handler.stop?.();
    for (const each of await Promise.all(more)) expect(each).toMatchObject({ messages: [], hasMore: false });
  });

  it('waits for nobody who has left: the place is free for the next', async () => {
    const { next } = await page({ after: 'end' });
    const handler = ReadFeed.start(ports);
    const options = { ...all, after: next, waitMs: 60_000 };
    const leaving = new AbortController();
    const left = [leaving.signal, AbortSignal.abort(), leaving.signal, leaving.signal].map((signal) =>
      handler.run({ teamId, options, left: signal }),
    );
    leaving.abort();
    await Promise.all(left);
    const waiting = handler.run({ teamId, options });
    await log.acceptMail(31);
    expect(await waiting).toMatchObject({ messages: [{ payload: { type: 'email.sent' } }] });
  });
});

it('a cursor shows nothing of the place that it stands for', () => {
  const places = [
    '00000000000000000001',
    '00000000000000000002',
    `${'0'.repeat(19)}1/${'0'.repeat(19)}1`,
  ] as Position[];
  const cursors = places.map((place) => sealCursor(ports.hash, teamId, place));
  expect(cursors.map((cursor) => openCursor(ports.hash, teamId, cursor))).toEqual(places);
  expect(new Set(cursors.map((cursor) => cursor.slice(0, 8))).size).toBe(3);
});
