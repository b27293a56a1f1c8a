import { type FreshMailOptions, followFreshMail } from '../../../src/application/delivery/fresh-mail.js';
import { handle } from '../../../src/application/shared/handle.js';
import { email } from '../../../src/domain/email/email.js';
import { sendingDomain } from '../../../src/domain/sending-domain/sending-domain.js';
import { streamName, type StreamName } from '../../../src/domain/shared/stream-name.js';
import { type PendingRow, pendingRows } from '../../../src/projections/pending/pending.document.js';
import { pendingProjection, rowsOfAccept } from '../../../src/projections/pending/pending.projection.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { delivering, firstEventsOf, jobFor, statuses } from '../../support/delivering.js';
import { waitFor } from '../../support/wait-for.js';
import { context, useWorld, world } from '../../support/world.js';

useWorld('example.com');

const send = async (...asked: Parameters<typeof mailTo>) => idOf(await accepting(world).send(mailTo(...asked)));

async function domainStream(): Promise<StreamName> {
  const { events } = await world.store.readAll({ limit: 1, filter: { types: ['DomainCreated'] } });
  if (events[0] === undefined) throw new Error('there is no domain');
  return events[0].stream;
}

async function demandTls(): Promise<void> {
  const command = { type: 'UpdateDomain', changes: { tls: 'enforced' } } as const;
  await handle(world.process(), sendingDomain, await domainStream(), command, { context, region: null });
}

/** The streams that are read from now on. */
function noteReads(): readonly string[] {
  const read: string[] = [];
  const { readStream } = world.store;
  world.store.readStream = (stream, options) => {
    read.push(stream);
    return readStream.call(world.store, stream, options);
  };
  return read;
}

describe('fresh mail, as the log’s end shows it', () => {
  let stopping: AbortController;
  let offered: PendingRow[];
  let failures: unknown[];
  let done: Promise<void>;
  beforeEach(() => {
    stopping = new AbortController();
    offered = [];
    failures = [];
  });
  afterEach(async () => {
    stopping.abort();
    await done;
  });

  const follow = (changes: Partial<FreshMailOptions> = {}) => {
    const fresh = followFreshMail({
      log: world.process(),
      after: undefined,
      signal: stopping.signal,
      rowsOf: rowsOfAccept,
      offer: async (rows) => void offered.push(...rows),
      onDomain: () => undefined,
      onPending: () => undefined,
      onFailure: (error) => void failures.push(error),
      ...changes,
    });
    done = fresh.done;
    return fresh;
  };
  const untilOffered = (count: number) =>
    waitFor(
      async () => offered.length,
      (length) => length === count,
    );

  it('is offered with the rows that the read model will have', async () => {
    follow();
    const emailId = await send(['ada@one.test', 'bo@two.test', 'cy@one.test']);
    await send(['dee@one.test'], { scheduledAt: '2026-03-09T10:00:00.000Z' });
    await untilOffered(3);
    const [opening] = await world.events(streamName('email', emailId));
    if (opening === undefined) throw new Error('nothing was accepted');
    const document = pendingProjection.evolve(undefined, opening as never, emailId);
    if (document === undefined) throw new Error('it is not pending');
    expect(offered.slice(0, 2)).toStrictEqual(pendingRows(document));
    expect(offered[2]).toMatchObject({ dueAt: '2026-03-09T10:00:00.000Z' });
  });

  it('begins behind what was there before', async () => {
    await send(['ada@one.test']);
    follow({ after: await world.store.head() });
    const emailId = await send(['bo@one.test']);
    await untilOffered(1);
    expect(offered[0]?.emailId).toBe(emailId);
  });

  it('hands a stream’s first event out once, and no longer than it is fresh', async () => {
    const { take } = follow();
    const streams = [
      streamName('email', await send(['ada@one.test'])),
      streamName('email', await send(['bo@one.test'])),
    ] as const;
    await untilOffered(2);
    const stored = await world.store.readStream(streams[0]);
    expect([take(streams[0]), take(streams[0])]).toStrictEqual([stored, undefined]);
    world.clock.advance(5_001);
    expect(take(streams[1])).toBeUndefined();
  });

  it('is known for longer where every event is heard, with what became of it', async () => {
    const { take } = follow({ hearsAll: true });
    const emailId = await send(['ada@one.test'], { scheduledAt: '2026-03-09T10:00:00.000Z' });
    const stream = streamName('email', emailId);
    await untilOffered(1);
    world.clock.advance(60_000);
    expect([take(stream), take(stream)]).toMatchObject([[{ revision: 0 }], [{ revision: 0 }]]);
    await handle(world.process(), email, stream, { type: 'CancelEmail' }, { context, region: null });
    await send(['bo@one.test']);
    await untilOffered(2);
    expect(take(stream)).toStrictEqual(await world.store.readStream(stream));
    world.clock.advance(5 * 60_000 + 1);
    expect(take(stream)).toBeUndefined();
  });

  it('keeps no more of it than fits', async () => {
    const { take } = follow();
    const large = Array.from({ length: 50 }, (_, index) => `person-${index}-${'x'.repeat(40)}@one.test`);
    const first = await send(large);
    const [stored] = await world.store.readStream(streamName('email', first));
    const room = Math.ceil((8 * 1024 * 1024) / ((stored?.data.length ?? 0) + (stored?.metadata.length ?? 0)));
    let last = first;
    for (let sent = 0; sent < room; sent += 1) last = await send(large);
    await untilOffered(room + 1);
    expect(take(streamName('email', first))).toBeUndefined();
    expect(take(streamName('email', last))).toHaveLength(1);
  });

  it('lets the read model bring what comes while the queue does not answer', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let seen = 0;
    const expected: string[] = [];
    follow({
      onPending: (position) => void expected.push(position),
      rowsOf(recorded) {
        seen += 1;
        return rowsOfAccept(recorded);
      },
      async offer(rows) {
        await answered;
        offered.push(...rows);
      },
    });
    const everywhere = Array.from({ length: 50 }, (_, index) => `ada@domain-${index}.test`);
    for (let sent = 0; sent < 60; sent += 1) await send(everywhere);
    await waitFor(
      async () => seen,
      (count) => count === 60,
    );
    answer();
    const last = await send(['cy@one.test']);
    await waitFor(
      async () => offered.some((row) => row.emailId === last),
      (isOffered) => isOffered,
    );
    expect(offered).toHaveLength(2_001);
    expect(expected).not.toStrictEqual([]);
  });

  it('tells that a domain has changed before it offers what was accepted behind the change', async () => {
    const told: string[] = [];
    const { hasReached } = follow({
      async offer(rows) {
        told.push(...rows.map(({ emailId }) => emailId));
        offered.push(...rows);
      },
      onDomain: (stream) => void told.push(stream),
    });
    const before = await send(['ada@one.test']);
    await demandTls();
    const behind = await send(['bo@one.test']);
    await untilOffered(2);
    const domain = await domainStream();
    expect(told.indexOf(before)).toBeGreaterThan(-1);
    expect(told.lastIndexOf(domain)).toBeGreaterThan(-1);
    expect(told.indexOf(behind)).toBeGreaterThan(told.lastIndexOf(domain));
    const [opening] = await world.store.readStream(streamName('email', behind));
    expect(opening && hasReached(opening.position)).toBe(true);
  });

  it('tells how far the read model has to come where a mail is due at another time', async () => {
    const expected: string[] = [];
    follow({ onPending: (position) => void expected.push(position) });
    const emailId = await send(['ada@one.test'], { scheduledAt: '2026-03-09T10:00:00.000Z' });
    await untilOffered(1);
    expect(expected).toStrictEqual([]);
    const command = { type: 'RescheduleEmail', scheduledAt: '2026-03-09T11:00:00.000Z' } as const;
    await handle(world.process(), email, streamName('email', emailId), command, { context, region: null });
    const [, rescheduled] = await world.events(streamName('email', emailId));
    await waitFor(
      async () => expected,
      ([position]) => position === rescheduled?.position,
    );
  });

  it('goes on behind a mail that it cannot read, and says so', async () => {
    const process = world.process();
    const unreadable = new Error('of a newer version');
    let refused = 0;
    follow({
      log: {
        ...process,
        codec: {
          ...process.codec,
          decode(events, keys) {
            if (refused++ === 0) throw unreadable;
            return keys === undefined ? process.codec.decode(events) : process.codec.decode(events, keys);
          },
        },
      },
    });
    await send(['ada@one.test']);
    const emailId = await send(['bo@one.test']);
    await untilOffered(1);
    expect(offered[0]?.emailId).toBe(emailId);
    expect(failures).toStrictEqual([unreadable]);
  });
});

describe('an attempt on a mail whose domain has changed', () => {
  it('is made as the domain demands, also where nobody has told of the change', async () => {
    const worker = delivering(world, 'worker-1', undefined, { take: () => undefined, hasReached: () => false });
    const first = await send(['ada@one.test']);
    await worker.attempt(await jobFor(world, first, 'one.test'));
    await demandTls();
    const second = await send(['bo@one.test']);
    await worker.attempt(await jobFor(world, second, 'one.test'));
    expect(worker.transport.transactions.map(({ tls }) => tls)).toStrictEqual(['opportunistic', 'enforced']);
  });

  it('reads nothing of it again where every change was told', async () => {
    const worker = delivering(world);
    await worker.attempt(await jobFor(world, await send(['ada@one.test']), 'one.test'));
    const job = await jobFor(world, await send(['bo@one.test']), 'one.test');
    const read = noteReads();
    await worker.attempt(job);
    expect(worker.transport.dots).toHaveLength(2);
    expect(read).not.toContain(await domainStream());
  });
});

describe('an attempt on a mail whose first event is known', () => {
  it('reads nothing of it again', async () => {
    const emailId = await send(['ada@one.test']);
    const worker = delivering(world, 'worker-1', undefined, await firstEventsOf(world));
    const job = await jobFor(world, emailId, 'one.test');
    const read = noteReads();
    await worker.attempt(job);
    expect(read).not.toContain(streamName('email', emailId));
    expect(await statuses(world, emailId)).toStrictEqual(['delivered']);
  });

  it('does nothing, and reads nothing, where it is known that the mail went on', async () => {
    const emailId = await send(['ada@one.test']);
    const job = await jobFor(world, emailId, 'one.test');
    await delivering(world).attempt(job);
    const stored = await world.store.readStream(streamName('email', emailId));
    const fresh = { take: () => stored, hasReached: () => true };
    const second = delivering(world, 'worker-2', undefined, fresh);
    const read = noteReads();
    await second.attempt(job);
    expect(read).toStrictEqual([]);
    expect(second.transport.transactions).toStrictEqual([]);
  });

  it('reads it again where the attempt itself has written to it', async () => {
    const emailId = await send(['ada@one.test', 'suppressed@one.test']);
    const worker = delivering(world, 'worker-1', undefined, await firstEventsOf(world));
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(await statuses(world, emailId)).toStrictEqual(['delivered', 'suppressed']);
  });

  it('sends no dot where the mail went on meanwhile', async () => {
    const emailId = await send(['ada@one.test']);
    const fresh = await firstEventsOf(world);
    const job = await jobFor(world, emailId, 'one.test');
    await delivering(world).attempt(job);
    const second = delivering(world, 'worker-2', undefined, fresh);
    await second.attempt(job);
    expect(second.transport.dots).toStrictEqual([]);
    expect(await world.emailTypes(emailId)).toStrictEqual([
      'EmailAccepted',
      'DeliveryAttemptStarted',
      'EmailDelivered',
    ]);
  });

  it('sends no dot for one that was canceled meanwhile', async () => {
    const soon = new Date(world.clock.now() + 1_000).toISOString();
    const emailId = await send(['ada@one.test'], { scheduledAt: soon });
    const fresh = await firstEventsOf(world);
    const job = await jobFor(world, emailId, 'one.test');
    const provenance = { context, region: null };
    const command = { type: 'CancelEmail' } as const;
    await handle(world.process(), email, streamName('email', emailId), command, provenance);
    world.clock.advance(1_001);
    const worker = delivering(world, 'worker-1', undefined, fresh);
    await worker.attempt(job);
    expect(worker.transport.dots).toStrictEqual([]);
    expect(await statuses(world, emailId)).toStrictEqual(['canceled']);
  });
});
