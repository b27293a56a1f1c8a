import { runSealer } from '../../../src/application/seal/sealer.js';
import { sealedThrough } from '../../../src/application/seal/last-seal.js';
import { isSigned } from '../../../src/application/verify/log-head.js';
import type { StreamName } from '../../../src/domain/shared/stream-name.js';
import { logSealStream, streamName } from '../../../src/domain/shared/stream-name.js';
import { openSealKey, sealMath } from '../../../src/infrastructure/crypto/seal-key.js';
import { eventually } from '../../support/gate.js';
import { useQuickTimeouts } from '../../support/quick-timeouts.js';
import { SealedWorld, sealEveryMs } from '../../support/sealing.js';
import { useWorld, world } from '../../support/world.js';

describe('the sealer', () => {
  useWorld();
  let sealed: SealedWorld;
  beforeEach(async () => {
    sealed = await SealedWorld.over(world);
  });

  useQuickTimeouts();

  const leavesOf = async () => (await sealed.seals()).map(({ event }) => event.data.leaves.map(([stream]) => stream));
  const counts = async () => (await sealed.seals()).map(({ event }) => event.data.count);

  /** Every event once: what a whole verification says of the seals. */
  const expectWhole = async (unsealed = 0) => expect(await sealed.verify()).toMatchObject({ bad: undefined, unsealed });

  it('writes nothing where there is nothing', async () => {
    await sealed.seal();
    expect(await sealed.seals()).toEqual([]);
    expect(await sealedThrough(world.process())).toBeUndefined();
  });

  it('names the last event of every stream, sorted, and signs it', async () => {
    const b = await sealed.createTeam('b');
    const a = await sealed.createTeam('a');
    await sealed.seal();
    const [first] = await world.events(b);
    const [last] = await world.events(a);
    const [seal] = await sealed.seals();
    expect(seal?.event.data).toMatchObject({
      firstEventId: first?.id,
      lastEventId: last?.id,
      count: 2,
      leaves: [
        [a, 0, last?.digest],
        [b, 0, first?.digest],
      ],
      publicKey: (await openSealKey(world.keys)).publicKey,
    });
    expect(isSigned(sealMath, seal!.event.data)).toBe(true);
    expect(seal?.metadata).toMatchObject({
      actor: { kind: 'system', id: 'sealer' },
      causation: { id: last?.id, position: last?.position },
    });
    expect(await sealedThrough(world.process())).toBe(last?.position);
  });

  it('waits a minute from the first event on, and not longer when more come', async () => {
    const sealer = sealed.sealer();
    await sealed.createTeam('a');
    await sealer.step();
    world.clock.advance(sealEveryMs - 1);
    await sealed.createTeam('b');
    await sealer.step();
    expect(await counts()).toEqual([]);
    world.clock.advance(1);
    await sealer.step();
    expect(await counts()).toEqual([2]);
    await expectWhole();
  });

  it('covers neither seals nor positions, and writes nothing when there is nothing else', async () => {
    await sealed.createTeam('a');
    const sealer = sealed.sealer();
    await sealer.step(true);
    const advanced = { type: 'ProcessManagerAdvanced', data: { position: '1' } };
    const { ids } = world.process();
    const stream = streamName('processmanager', 'x');
    const metadata = (await sealed.seals())[0]!.metadata;
    const [encoded] = world.codec.encode(
      [{ stream, predecessor: null, events: [{ id: ids.next(), event: advanced, metadata }] }],
      new Map(),
    );
    await world.store.append([{ stream, expected: 'no-stream', events: [encoded!.events[0]] }]);
    await sealer.step(true);
    await sealed.seal();
    expect(await counts()).toEqual([1]);
    await expectWhole();
  });

  it('goes on in another process exactly where the last seal ended, whatever lies between', async () => {
    await sealed.createTeam('a');
    await sealed.seal();
    // Not sealed when the process ends.
    await sealed.createTeam('b');
    await sealed.sealer().step();
    await sealed.createTeam('c');
    await sealed.seal();
    expect(await leavesOf()).toEqual([['team-a'], ['team-b', 'team-c']]);
    await expectWhole();
  });

  it('lets one of two processes win, and neither leaves anything out', async () => {
    const [one, two] = [sealed.sealer(), sealed.sealer()];
    await sealed.createTeam('a');
    await one.step();
    await two.step();
    await Promise.all([one.step(true), two.step(true)]);
    expect(await counts()).toEqual([1]);
    for (const id of ['b', 'c', 'd', 'e']) {
      await sealed.createTeam(id);
      await Promise.all([one.step(), two.step()]);
      await (id < 'd' ? one : two).step(true);
      await (id < 'd' ? two : one).step(true);
    }
    await one.step(true);
    await two.step(true);
    expect((await leavesOf()).flat()).toEqual(['team-a', 'team-b', 'team-c', 'team-d', 'team-e']);
    await expectWhole();
  });

  it('does not even try where it has seen that another process sealed', async () => {
    const [one, two] = [sealed.sealer(), sealed.sealer()];
    await sealed.createTeam('a');
    await one.step();
    await two.step();
    await one.step(true);
    await two.step(true);
    const tried = world.store.appends.filter(([{ stream }]) => stream === logSealStream);
    expect(tried).toHaveLength(1);
  });

  it.each([
    ['was written although nobody heard of it', 'late'],
    ['was not written', 'lost'],
  ] as const)('seals once when its append %s', async (_case, fault) => {
    await sealed.createTeam('a');
    const sealer = sealed.sealer();
    world.store.plan('LogSealed', [fault, fault, fault, fault, fault]);
    await sealer.step(true);
    await sealed.createTeam('b');
    await sealer.step(true);
    expect((await leavesOf()).flat()).toEqual(['team-a', 'team-b']);
    await expectWhole();
  });

  it('seals after 10,000 events, and before an append would get too large', async () => {
    const { ids } = world.process();
    const stream = await sealed.createTeam('a');
    const { metadata } = (await world.events(stream))[0]!;
    const event = { type: 'TeamCreated', data: { teamId: 'x', name: 'X' } };
    const append = async (into: StreamName, events: number) => {
      const news = Array.from({ length: events }, () => ({ id: ids.next(), event, metadata }));
      const [encoded] = world.codec.encode([{ stream: into, predecessor: null, events: news }], new Map());
      const [first, ...rest] = encoded!.events;
      await world.store.append([{ stream: into, expected: 'no-stream', events: [first, ...rest] }]);
    };
    for (let index = 0; index < 21; index += 1) await append(streamName('team', `many-${index}`), 500);
    await sealed.sealer().step();
    expect(await counts()).toEqual([10_000]);
    const longName = 'n'.repeat(4_000);
    for (let index = 0; index < 300; index += 1) await append(streamName('team', `${longName}${index}`), 1);
    await sealed.seal();
    const [, second, third] = await counts();
    expect(second).toBeLessThan(501 + 300);
    expect(second! + third!).toBe(501 + 300);
    await expectWhole();
  }, 120_000);

  it('runs, and seals the rest at an orderly stop', async () => {
    const stop = new AbortController();
    const failures: unknown[] = [];
    const ports = { ...world.process(), key: await openSealKey(world.keys), math: sealMath };
    const running = runSealer(ports, {
      sealEveryMs: 1,
      signal: stop.signal,
      onFailure: (error) => failures.push(error),
    });
    await sealed.createTeam('a');
    world.clock.advance(1);
    await eventually(async () => {
      world.clock.advance(1);
      return (await world.store.readStream(logSealStream)).length === 1;
    });
    await sealed.createTeam('b');
    stop.abort();
    await running;
    expect(await leavesOf()).toEqual([['team-a'], ['team-b']]);
    expect(failures).toEqual([]);
  });

  it('tells of a failure and goes on', async () => {
    const stop = new AbortController();
    const failures: unknown[] = [];
    const ports = { ...world.process(), key: await openSealKey(world.keys), math: sealMath };
    let reads = 0;
    const store = new Proxy(world.store, {
      get(target, name) {
        if (name !== 'readHeads') return Reflect.get(target, name, target);
        reads += 1;
        if (reads === 1) throw new Error('the connection was lost');
        return target.readHeads.bind(target);
      },
    });
    await sealed.createTeam('a');
    const running = runSealer(
      { ...ports, store },
      { sealEveryMs, signal: stop.signal, onFailure: (error) => failures.push(error) },
    );
    await eventually(() => failures.length === 1);
    stop.abort();
    await running;
    expect(await counts()).toEqual([1]);
  });
});
