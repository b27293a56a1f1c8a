import { createOrphanSweep, sweptThrough } from '../../../src/application/retention/orphan-sweep.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { accepting, idOf, keyed, mailTo } from '../../support/accepting.js';
import { createGate } from '../../support/gate.js';
import { useWorld, world } from '../../support/world.js';

const dayMs = 86_400_000;
const mail = mailTo(['ada@one.test', 'bo@two.test']);
const long = mailTo(['ada@one.test'], { headers: [['X-Long', 'x'.repeat(30_000)]] });

describe('the orphan sweep', () => {
  useWorld('example.com');
  let outcomes: Record<'kept' | 'removed', number>;
  beforeEach(async () => {
    outcomes = { kept: 0, removed: 0 };
  });

  const sweep = (signal = new AbortController().signal) => {
    const task = createOrphanSweep(
      { ...world.process(), vault: world.vault },
      { afterMs: dayMs, onSwept: (outcome, entries) => (outcomes[outcome] += entries) },
    );
    return { act: () => task.act(signal), save: () => task.save() };
  };
  /** What the vault still holds, as the events would find it. */
  const left = async () => {
    const kids = world.keys.created.flatMap(({ row, keys }) => keys.map((_, index) => `${row}.${index}` as never));
    const states = [...(await world.keys.getMany(kids)).values()].map(({ state }) => state);
    return { keys: states, blobs: world.blobs.blobs.size };
  };
  const gone = { keys: ['missing', 'missing', 'missing'], blobs: 0 };
  const present = { keys: ['present', 'present', 'present'], blobs: 1 };

  describe('an accept that ended between its two commits', () => {
    it('leaves nothing after it, and its stream says that it was abandoned', async () => {
      world.store.plan('EmailAccepted', ['lost'], 'lost');
      world.store.plan('AcceptAbandoned', ['lost'], 'lost');
      expect(await accepting(world).send(mail)).toMatchObject({ refused: 'unavailable' });
      expect(await left()).toEqual(present);
      world.store.plan('AcceptAbandoned', []);
      world.clock.advance(dayMs);
      await sweep().act();
      expect(await left()).toEqual(gone);
      const anchor = world.keys.created[0]?.anchor ?? streamName('email', '');
      expect((await world.events(anchor)).map(({ event }) => event)).toStrictEqual([
        { type: 'AcceptAbandoned', data: { reason: 'orphan-sweep' } },
      ]);
      expect(outcomes).toEqual({ kept: 0, removed: 2 });
    });

    it('is left alone for a day', async () => {
      world.store.plan('SubmissionAccepted', ['lost'], 'lost');
      await accepting(world).send(mail, keyed('key-1'));
      world.clock.advance(dayMs - 1);
      await sweep().act();
      expect(await left()).toEqual(present);
    });

    it('is removed only after its abandonment is acknowledged', async () => {
      world.store.plan('SubmissionAccepted', ['lost'], 'lost');
      await accepting(world).send(mail, keyed('key-1'));
      world.clock.advance(dayMs);
      world.store.plan('AcceptAbandoned', [], 'lost');
      const task = sweep();
      await expect(task.act()).rejects.toMatchObject({ code: 'sweep-held' });
      expect(await left()).toEqual(present);
      await task.save();
      expect(await sweptThrough(world.process())).toEqual({ keys: '', blob: '' });
      world.store.plan('AcceptAbandoned', []);
      await task.act();
      expect(await left()).toEqual(gone);
    });
  });

  describe('a process that slept between its two commits', () => {
    it.each([
      ['one mail', 'EmailAccepted', null],
      ['a keyed mail', 'SubmissionAccepted', keyed('key-1')],
    ] as const)('has lost when it wakes after the sweep: %s', async (_, anchor, key) => {
      const gate = createGate();
      world.store.beforeNext(anchor, gate.pass);
      const sleeping = accepting(world);
      const answer = sleeping.send(mail, key);
      await gate.reached;
      world.clock.advance(dayMs);
      await sweep().act();
      expect(await left()).toEqual(gone);
      gate.open();
      expect(await answer).toMatchObject({ refused: 'unavailable' });
      expect(await world.streamsWith('EmailAccepted')).toEqual([]);
      expect(sleeping.accepted).toEqual([]);
    });

    it('has lost where the key had an older answer, which it saw', async () => {
      const first = idOf(await accepting(world).send(mail, keyed('key-1')));
      world.clock.advance(2 * dayMs);
      const gate = createGate();
      world.store.beforeNext('SubmissionAccepted', gate.pass);
      const answer = accepting(world).send(mail, keyed('key-1'));
      await gate.reached;
      world.clock.advance(dayMs);
      await sweep().act();
      gate.open();
      expect(await answer).toMatchObject({ refused: 'unavailable' });
      expect(await left()).toEqual({ keys: [...present.keys, ...gone.keys], blobs: 1 });
      expect(await world.streamsWith('EmailAccepted')).toEqual([`email-${first}`]);
    });

    it('wins where it wakes before the sweep, and keeps what it wrote', async () => {
      const gate = createGate();
      world.store.beforeNext('SubmissionAccepted', gate.pass);
      const answer = accepting(world).send(mail, keyed('key-1'));
      await gate.reached;
      world.clock.advance(dayMs);
      const task = sweep();
      world.store.beforeNext('AcceptAbandoned', async () => {
        gate.open();
        await answer;
      });
      await task.act();
      expect(await world.emailTypes(idOf(await answer))).toEqual(['EmailAccepted']);
      expect(await left()).toEqual(present);
    });

    it('may be tried again under the same key', async () => {
      world.store.plan('SubmissionAccepted', ['lost'], 'lost');
      await accepting(world).send(mail, keyed('key-1'));
      world.clock.advance(dayMs);
      await sweep().act();
      world.store.plan('SubmissionAccepted', []);
      const again = idOf(await accepting(world).send(mail, keyed('key-1')));
      expect(await world.emailTypes(again)).toEqual(['EmailAccepted']);
      world.clock.advance(dayMs);
      await sweep().act();
      expect(await left()).toEqual({ keys: [...gone.keys, ...present.keys], blobs: 1 });
    });
  });

  it('keeps whatever a mail or a submission names', async () => {
    const process = accepting(world);
    await process.send(mail);
    await process.send(mail, keyed('key-1'));
    await process.sendBatch([{ request: mail }, { request: mailTo(['cy@three.test']) }]);
    // The list of these lies in a blob of the submission's own.
    await process.sendBatch(Array.from({ length: 60 }, () => ({ request: long })));
    world.store.plan('SubmissionAccepted', ['anchor-only']);
    await process.sendBatch([{ request: mail }]);
    const before = await left();
    world.clock.advance(dayMs);
    await sweep().act();
    expect(await left()).toEqual(before);
    expect(outcomes).toEqual({ kept: world.keys.created.length + world.blobs.stored.length, removed: 0 });
    expect(await world.streamsWith('AcceptAbandoned')).toEqual([]);
  });

  it('removes what lost a race for a key, and marks the stream once', async () => {
    const gate = createGate();
    world.store.beforeNext('SubmissionAccepted', gate.pass);
    const slow = accepting(world).send(mail, keyed('key-1'));
    await gate.reached;
    const winner = idOf(await accepting(world).send(mail, keyed('key-1')));
    gate.open();
    expect(idOf(await slow)).toBe(winner);
    world.clock.advance(dayMs);
    await sweep().act();
    expect(await left()).toEqual({ keys: [...gone.keys, ...present.keys], blobs: 1 });
    const [stream] = await world.streamsWith('SubmissionAccepted');
    expect(stream && (await world.types(stream))).toEqual(['SubmissionAccepted', 'AcceptAbandoned']);
  });

  it('leaves the keys of other categories to their own retention', async () => {
    const anchor = streamName('requestlog', 'a-2026030210');
    await world.keys.createRow({ row: 'row', anchor, createdAt: '2026-03-01T10:00:00.000Z', keys: [Buffer.alloc(32)] });
    world.clock.advance(dayMs);
    await sweep().act();
    expect(await left()).toEqual({ keys: ['present'], blobs: 0 });
  });

  it('visits each entry once, over restarts', async () => {
    await accepting(world).send(mail);
    world.clock.advance(dayMs);
    const first = sweep();
    await first.act();
    await first.save();
    const { row } = world.keys.created[0] ?? { row: '' };
    expect(await sweptThrough(world.process())).toEqual({ keys: row, blob: world.blobs.stored[0]?.id });
    const next = sweep();
    await next.act();
    await next.save();
    expect(outcomes).toEqual({ kept: 2, removed: 0 });
    expect(await world.types(streamName('processmanager', 'orphan-sweep'))).toEqual(['OrphanSweepAdvanced']);
  });

  it('holds where a submission cannot be read, and removes nothing of it', async () => {
    await accepting(world).sendBatch(Array.from({ length: 60 }, () => ({ request: long })));
    const list = world.blobs.stored.findLast(({ bytes }) => bytes.length > 1_000_000);
    await world.blobs.delete([list?.id ?? '']);
    world.clock.advance(dayMs);
    await expect(sweep().act()).rejects.toThrow('cannot be read');
    expect((await left()).keys).not.toContain('missing');
  });
});
