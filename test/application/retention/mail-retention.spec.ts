import { email } from '../../../src/domain/email/email.js';
import { handle } from '../../../src/application/shared/handle.js';
import type { Kid } from '../../../src/domain/shared/personal.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { accepting, idOf, keyed, mailTo } from '../../support/accepting.js';
import { dayMs, deliverTo, retaining } from '../../support/retaining.js';
import { context, useWorld, world } from '../../support/world.js';

const mail = mailTo(['ada@one.test', 'bo@one.test']);

describe('retention of mails', () => {
  useWorld('example.com');
  let retention: ReturnType<typeof retaining>;
  beforeEach(async () => {
    retention = retaining(world);
  });

  const stream = (emailId: string) => streamName('email', emailId);
  const delivered = async () => {
    const emailId = idOf(await accepting(world).send(mail));
    await deliverTo(world, emailId, 'one.test');
    return emailId;
  };
  const aged = async () => {
    const emailId = await delivered();
    await retention.seal();
    world.clock.advance(30 * dayMs);
    return emailId;
  };
  const isThere = async (emailId: string) => (await world.emailTypes(emailId)).length > 0;
  const keyStates = async () => {
    const kids = world.keys.created.flatMap(({ row, keys }) => keys.map((_, index) => `${row}.${index}` as Kid));
    return [...(await world.keys.getMany(kids)).values()].map(({ state }) => state);
  };
  const retirements = async () => {
    const { events } = await world.store.readAll({ limit: 1_000, filter: { categories: ['retention'] } });
    return world.codec.decode(events).map(({ event }) => event.data);
  };
  const erased = ['destroyed', 'destroyed', 'destroyed'];

  it('removes a mail for good, 30 days after its last word, and says how it ended', async () => {
    const emailId = await delivered();
    const last = (await world.events(stream(emailId))).at(-1);
    await retention.seal();
    world.clock.advance(30 * dayMs - 1);
    await retention.retireMails();
    expect(await isThere(emailId)).toBe(true);
    world.clock.advance(1);
    await retention.retireMails();
    expect(await retirements()).toEqual([
      { stream: stream(emailId), lastRevision: last?.revision, headDigest: last?.digest, mode: 'tombstone' },
    ]);
    expect(await world.store.readStream(stream(emailId))).toEqual([]);
    expect(await world.store.removalOf(stream(emailId))).toEqual({ mode: 'tombstone', lastRevision: last?.revision });
    expect(await keyStates()).toEqual(erased);
    expect(world.blobs.blobs.size).toBe(0);
    expect(retention.captured.forgotten).toEqual([emailId]);
    expect(retention.retired).toEqual([1]);
    await retention.seal();
    expect(await retention.verify()).toBeUndefined();
  });

  it('counts from the last word about anybody', async () => {
    const both = mailTo(['ada@one.test', 'bo@two.test']);
    const emailId = idOf(await accepting(world).send(both));
    await deliverTo(world, emailId, 'one.test');
    world.clock.advance(20 * dayMs);
    await deliverTo(world, emailId, 'two.test');
    await retention.seal();
    world.clock.advance(20 * dayMs);
    const task = retention.mails();
    await retention.run(task);
    expect(await isThere(emailId)).toBe(true);
    world.clock.advance(10 * dayMs);
    await retention.run(task);
    expect(await isThere(emailId)).toBe(false);
  });

  it('keeps mail that somebody still waits for, and an abandoned accept', async () => {
    const waiting = idOf(await accepting(world).send(mail));
    const half = idOf(await accepting(world).send(mailTo(['ada@one.test', 'bo@two.test'])));
    await deliverTo(world, half, 'one.test');
    const abandoned = world.process().ids.next();
    const command = { type: 'AbandonAccept', reason: 'append-unknown' } as const;
    await handle(world.process(), email, stream(abandoned), command, { context, region: null });
    await retention.seal();
    world.clock.advance(400 * dayMs);
    await retention.retireMails();
    expect(await Promise.all([waiting, half, abandoned].map(isThere))).toEqual([true, true, true]);
    expect(await retirements()).toEqual([]);
    expect(await keyStates()).not.toContain('destroyed');
  });

  it.each([
    ['is sealed', () => Promise.resolve(), () => retention.seal()],
    [
      'has its usage closed',
      async () => {
        retention.usage.closedThrough = '2026-03-01';
        await retention.seal();
      },
      async () => {
        retention.usage.closedThrough = '2026-03-02';
      },
    ],
    [
      'is in closed figures',
      async () => {
        retention.figures.closed = false;
        await retention.seal();
      },
      async () => {
        retention.figures.closed = true;
      },
    ],
  ])('waits until the mail %s, and its position with it', async (_, before, after) => {
    const emailId = await delivered();
    await before();
    world.clock.advance(30 * dayMs);
    const task = retention.mails();
    await retention.run(task);
    expect(await isThere(emailId)).toBe(true);
    await after();
    await retention.run(task);
    expect(await isThere(emailId)).toBe(false);
    await retention.retireMails();
    expect(await retirements()).toHaveLength(1);
  });

  it('finds what waited after a restart', async () => {
    const emailId = await delivered();
    world.clock.advance(30 * dayMs);
    await retention.retireMails();
    await retention.seal();
    await retention.retireMails();
    expect(await isThere(emailId)).toBe(false);
  });

  it('goes on from its position', async () => {
    await aged();
    await retention.retireMails();
    const second = await delivered();
    await retention.seal();
    await retention.retireMails();
    expect(await isThere(second)).toBe(true);
    world.clock.advance(30 * dayMs);
    await retention.retireMails();
    expect(await isThere(second)).toBe(false);
    expect(retention.retired).toEqual([1, 1]);
  });

  it('retires hundreds in one go, in a few appends', async () => {
    const process = accepting(world);
    const emailIds: string[] = [];
    for (let count = 0; count < 250; count += 1) emailIds.push(idOf(await process.send(mailTo(['ada@one.test']))));
    for (const emailId of emailIds) await deliverTo(world, emailId, 'one.test');
    await retention.seal();
    world.clock.advance(30 * dayMs);
    const before = world.store.appends.length;
    await retention.retireMails();
    expect(retention.retired.reduce((sum, count) => sum + count, 0)).toBe(250);
    expect(new Set(await keyStates())).toEqual(new Set(['destroyed']));
    // A page of the log holds some sixty mails of three events.
    expect(world.store.appends.length - before).toBeLessThan(10);
    await retention.seal();
    expect(await retention.verify()).toBeUndefined();
  }, 120_000);

  it('is never undone: neither its submission nor a late word opens the mail again', async () => {
    const emailId = idOf(await accepting(world).send(mail, keyed('key-1')));
    await deliverTo(world, emailId, 'one.test');
    await retention.seal();
    world.clock.advance(30 * dayMs);
    await retention.retireMails();
    const [opened] = world.store.appends.find(([first]) => first.stream.startsWith('submission-'))?.slice(1) ?? [];
    expect(opened && (await world.store.append([opened]))).toEqual({ result: 'conflict' });
    expect(await isThere(emailId)).toBe(false);
  });

  describe('cut off by a crash', () => {
    const cuts: readonly (readonly [string, () => () => void])[] = [
      [
        'before the keys are destroyed',
        () => {
          world.keys.broken = true;
          return () => (world.keys.broken = false);
        },
      ],
      [
        'before the bodies are removed',
        () => {
          const remove = world.blobs.delete.bind(world.blobs);
          world.blobs.delete = () => Promise.reject(new Error('killed'));
          return () => (world.blobs.delete = remove);
        },
      ],
      [
        'before the catcher forgets',
        () => {
          retention.captured.broken = true;
          return () => (retention.captured.broken = false);
        },
      ],
      [
        'before the stream is removed',
        () => {
          const remove = world.store.removeStream.bind(world.store);
          world.store.removeStream = () => Promise.reject(new Error('killed'));
          return () => (world.store.removeStream = remove);
        },
      ],
    ];

    it.each(cuts)('%s: the next start finishes it, once', async (_, cut) => {
      const emailId = await aged();
      const mend = cut();
      await expect(retention.retireMails()).rejects.toThrow();
      mend();
      expect(await isThere(emailId)).toBe(true);
      expect(await retirements()).toHaveLength(1);
      const finisher = await retention.finisher();
      expect(finisher.backlog.position()).toBeUndefined();
      await finisher.act();
      expect(await isThere(emailId)).toBe(true);
      world.clock.advance(15_000);
      await finisher.act();
      expect(await isThere(emailId)).toBe(false);
      expect(await keyStates()).toEqual(erased);
      expect(world.blobs.blobs.size).toBe(0);
      expect(retention.captured.forgotten).toContain(emailId);
      await retention.retireMails();
      await (await retention.finisher()).act();
      expect(await retirements()).toHaveLength(1);
      await retention.seal();
      expect(finisher.backlog.position()).toBe(
        (await world.store.readAll({ limit: 9, filter: { categories: ['retention'] } })).events.at(-1)?.position,
      );
      expect(await retention.verify()).toBeUndefined();
    });

    it('says it once more where something was told of the mail after the fact', async () => {
      const emailId = await aged();
      const remove = world.store.removeStream.bind(world.store);
      world.store.removeStream = () => Promise.reject(new Error('killed'));
      await expect(retention.retireMails()).rejects.toThrow();
      world.store.removeStream = remove;
      // A worker that gave its attempt up long ago, and says so only now.
      const command = {
        type: 'AbandonAttempt',
        attemptId: 'late',
        recipients: [0],
        reason: 'connection-lost',
      } as const;
      await handle(world.process(), email, stream(emailId), command, { context, region: null });
      world.clock.advance(15_000);
      const finisher = await retention.finisher();
      await finisher.act();
      expect(await isThere(emailId)).toBe(true);
      await retention.seal();
      await finisher.act();
      expect(await isThere(emailId)).toBe(false);
      expect(await retirements()).toHaveLength(2);
      await retention.seal();
      expect(await retention.verify()).toBeUndefined();
    });
  });
});
