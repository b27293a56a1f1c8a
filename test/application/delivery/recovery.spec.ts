import { recoverClaims } from '../../../src/application/delivery/recovery.js';
import { shapeOf } from '../../../src/infrastructure/projection-runner/fold-page.js';
import { pendingProjection } from '../../../src/projections/pending/pending.projection.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { delivering, jobFor, stateOf } from '../../support/delivering.js';

import { createGate, eventually } from '../../support/gate.js';
import { readModel } from '../../support/read-model.js';
import { World } from '../../support/world.js';

describe('recovering the claims of a worker that is gone', () => {
  let world: World;
  /** What each process has seen of open claims; a process that starts again has seen none. */
  let watched: Map<string, number>;
  beforeEach(async () => {
    watched = new Map();
    world = await World.create();
    await world.addDomain('example.com');
  });

  /** A mail whose worker wrote the dot and never came back. */
  async function leftOpen(worker: string, ...addresses: readonly string[]): Promise<string> {
    const emailId = idOf(await accepting(world).send(mailTo(addresses)));
    const gone = delivering(world, worker);
    const gate = createGate();
    gone.transport.afterDot = gate.pass;
    void gone.attempt(await jobFor(world, emailId, addresses[0]?.split('@')[1] ?? ''));
    await gate.reached;
    return emailId;
  }

  async function recover(replaced: boolean, worker = 'worker-2', copiedAt: string | null = null) {
    const { ports, ended, counted } = delivering(world, worker);
    if (replaced) for (const each of ['worker-1', 'worker-2']) ended.add(each);
    const readStore = await readModel(world, pendingProjection);
    const dependencies = { ports, readStore, pending: shapeOf(pendingProjection), copiedAt, watchedSinceMs: watched };
    const recovered = await recoverClaims(dependencies);
    return { recovered, counted };
  }

  it('records their outcome as unknown, and who is free is due at once', async () => {
    const emailId = await leftOpen('worker-1', 'ada@one.test');
    expect(await recover(true)).toStrictEqual({ recovered: 1, counted: ['unknown'] });
    const dueAt = new Date(world.clock.now()).toISOString();
    expect((await stateOf(world, emailId)).recipients).toMatchObject([{ status: 'due', dueAt, unknowns: 1 }]);
    expect(await world.emailTypes(emailId)).toStrictEqual([
      'EmailAccepted',
      'DeliveryAttemptStarted',
      'DeliveryOutcomeUnknown',
    ]);
  });

  it('waits as long as a claim lives for a worker that may still live', async () => {
    const emailId = await leftOpen('worker-1', 'ada@one.test');
    expect(await recover(false)).toMatchObject({ recovered: 0 });
    world.clock.advance(629_999);
    expect(await recover(false)).toStrictEqual({ recovered: 0, counted: [] });
    world.clock.advance(1);
    expect(await recover(false)).toStrictEqual({ recovered: 1, counted: ['unknown'] });
    expect((await stateOf(world, emailId)).attempts).toStrictEqual({});
    await recover(false);
    expect(watched.size).toBe(0);
  });

  it('waits as long on a machine whose time of day is an hour ahead of the worker, from when it first saw the claim', async () => {
    const emailId = await leftOpen('worker-1', 'ada@one.test');
    world.clock.setTimeOfDay(world.clock.now() + 3_600_000);
    expect(await recover(false)).toMatchObject({ recovered: 0 });
    world.clock.advance(629_999);
    expect(await recover(false)).toMatchObject({ recovered: 0 });
    watched = new Map();
    world.clock.advance(1);
    expect(await recover(false)).toMatchObject({ recovered: 0 });
    expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted', 'DeliveryAttemptStarted']);
  });

  it('leaves its own open claims alone as long as they live, also where its time of day is set forward', async () => {
    const emailId = await leftOpen('worker-2', 'ada@one.test');
    expect(await recover(true)).toMatchObject({ recovered: 0 });
    world.clock.setTimeOfDay(world.clock.now() + 3_600_000);
    expect(await recover(true)).toMatchObject({ recovered: 0 });
    world.clock.advance(630_000);
    expect(await recover(true)).toMatchObject({ recovered: 1 });
    // Nobody died: it is sent again by the schedule and not at once.
    const [recipient] = (await stateOf(world, emailId)).recipients;
    expect(recipient).toMatchObject({ status: 'due', unknowns: 1 });
    expect(Date.parse(recipient?.status === 'due' ? recipient.dueAt : '')).toBeGreaterThan(world.clock.now());
  });

  it('waits as long for a claim that a restore has copied, and then for its turn', async () => {
    const emailId = await leftOpen('worker-1', 'ada@one.test');
    world.clock.advance(1_000);
    const copiedAt = new Date(world.clock.now()).toISOString();
    expect(await recover(true, 'worker-2', copiedAt)).toMatchObject({ recovered: 0 });
    world.clock.advance(630_000);
    expect(await recover(true, 'worker-2', copiedAt)).toMatchObject({ recovered: 1 });
    const [recipient] = (await stateOf(world, emailId)).recipients;
    expect(Date.parse(recipient?.status === 'due' ? recipient.dueAt : '')).toBeGreaterThan(world.clock.now());
  });

  it('takes over at once what was claimed since the restore', async () => {
    const copiedAt = new Date(world.clock.now()).toISOString();
    world.clock.advance(1_000);
    await leftOpen('worker-1', 'ada@one.test');
    expect(await recover(true, 'worker-2', copiedAt)).toMatchObject({ recovered: 1 });
  });

  it('records a claim over several destinations once', async () => {
    const emailId = await leftOpen('worker-1', 'ada@shared-one.test', 'bo@shared-two.test');
    expect(await recover(true)).toStrictEqual({ recovered: 1, counted: ['unknown'] });
    expect((await stateOf(world, emailId)).recipients).toMatchObject([{ unknowns: 1 }, { unknowns: 1 }]);
  });

  it('records what a worker that still lives hears afterwards, which stops a repeat that has not left', async () => {
    const emailId = idOf(await accepting(world).send(mailTo(['ada@one.test'])));
    const [slow, repeating] = [delivering(world, 'worker-1'), delivering(world, 'worker-2')];
    const reply = createGate();
    slow.transport.afterDot = reply.pass;
    const first = slow.attempt(await jobFor(world, emailId, 'one.test'));
    await reply.reached;
    await recover(true);
    repeating.transport.afterData = async () => {
      reply.open();
      await first;
    };
    await repeating.attempt(await jobFor(world, emailId, 'one.test'));
    expect(repeating.transport.transactions).toHaveLength(1);
    expect(repeating.transport.dots).toStrictEqual([]);
    expect(await world.emailTypes(emailId)).toStrictEqual([
      'EmailAccepted',
      'DeliveryAttemptStarted',
      'DeliveryOutcomeUnknown',
      'EmailDelivered',
    ]);
  });

  it('keeps no claim waiting for the log to take another', async () => {
    const emailIds = [await leftOpen('worker-1', 'ada@one.test'), await leftOpen('worker-1', 'bo@two.test')];
    const recorded = () => Promise.all(emailIds.map((id) => world.emailTypes(id)));
    const isUnknown = (types: readonly string[]): boolean => types.includes('DeliveryOutcomeUnknown');
    // The first append ends only after the other mail's.
    world.store.beforeNext('DeliveryOutcomeUnknown', () => eventually(async () => (await recorded()).some(isUnknown)));
    expect(await recover(true)).toMatchObject({ recovered: 2 });
    expect((await recorded()).every(isUnknown)).toBe(true);
  });

  it('is quiet the second time', async () => {
    await leftOpen('worker-1', 'ada@one.test');
    await recover(true);
    expect(await recover(true)).toStrictEqual({ recovered: 0, counted: [] });
  });
});
