import { streamName } from '../../../src/domain/shared/stream-name.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { claimMarginMs, delivering, jobFor, stateOf, statuses } from '../../support/delivering.js';
import { createGate } from '../../support/gate.js';
import { useWorld, world } from '../../support/world.js';

describe('the dot and its claim', () => {
  useWorld('example.com');
  let emailId: string;
  beforeEach(async () => {
    emailId = idOf(await accepting(world).send(mailTo(['ada@one.test'])));
  });
  const job = () => jobFor(world, emailId, 'one.test');
  const eventsOf = async () => (await world.events(streamName('email', emailId))).map(({ event }) => event);

  it('goes out after the claim was acknowledged, and names worker and deadline', async () => {
    const worker = delivering(world);
    worker.transport.afterDot = async () => {
      expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted', 'DeliveryAttemptStarted']);
    };
    await worker.attempt(await job());
    expect(worker.transport.dots).toHaveLength(1);
    const [, claim] = await eventsOf();
    const deadline = new Date(world.clock.now() + 630_000).toISOString();
    expect(claim?.data).toMatchObject({ recipients: [0], mxSet: 'one.test', worker: 'worker-1', deadline, tls: null });
  });

  it('does not go out where the claim is unknown and was lost: the attempt is abandoned, and a late claim loses', async () => {
    world.store.plan('DeliveryAttemptStarted', ['lost']);
    const worker = delivering(world);
    await worker.attempt(await job());
    expect(worker.transport.dots).toStrictEqual([]);
    expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted', 'DeliveryAttemptAbandoned']);
    const late = world.store.appends.findLast(([{ events }]) => events[0].type === 'DeliveryAttemptStarted');
    expect(late && (await world.store.append(late))).toStrictEqual({ result: 'conflict' });
    expect(worker.counted).toStrictEqual(['abandoned']);
  });

  it('does not go out where the claim is unknown and was written: its recipients are free at once', async () => {
    world.store.plan('DeliveryAttemptStarted', ['late']);
    const worker = delivering(world);
    await worker.attempt(await job());
    expect(worker.transport.dots).toStrictEqual([]);
    expect(await eventsOf()).toMatchObject([
      { type: 'EmailAccepted' },
      { type: 'DeliveryAttemptStarted' },
      { type: 'DeliveryAttemptAbandoned', data: { recipients: [0], reason: 'append-unknown' } },
    ]);
    await worker.attempt(await job());
    expect(worker.transport.dots).toHaveLength(1);
  });

  it('is abandoned for as long as it takes', async () => {
    world.store.plan('DeliveryAttemptStarted', ['late']);
    world.store.plan('DeliveryAttemptAbandoned', ['lost', 'late', 'conflict']);
    await delivering(world).attempt(await job());
    expect(await statuses(world, emailId)).toStrictEqual(['due']);
    expect((await stateOf(world, emailId)).attempts).toStrictEqual({});
  });

  it('does not go out where another worker was faster', async () => {
    const [slow, fast] = [delivering(world, 'slow'), delivering(world, 'fast')];
    const slowJob = await job();
    slow.transport.afterData = async () => void (await fast.attempt(await job()));
    await slow.attempt(slowJob);
    expect(slow.transport.dots).toStrictEqual([]);
    expect(fast.transport.dots).toHaveLength(1);
    expect(await world.emailTypes(emailId)).toStrictEqual([
      'EmailAccepted',
      'DeliveryAttemptStarted',
      'EmailDelivered',
    ]);
  });

  it('goes out once when two workers race', async () => {
    const [one, two] = [delivering(world, 'one'), delivering(world, 'two')];
    const hint = await job();
    await Promise.all([one.attempt(hint), two.attempt(hint)]);
    expect(one.transport.dots.length + two.transport.dots.length).toBe(1);
    expect(await statuses(world, emailId)).toStrictEqual(['delivered']);
  });

  it('goes out once when one worker gets the same job twice at once', async () => {
    const worker = delivering(world);
    const hint = await job();
    await Promise.all([worker.attempt(hint), worker.attempt(hint)]);
    expect(worker.transport.dots).toHaveLength(1);
  });

  it('is decided again where something else was appended, and goes out where the recipient is still due', async () => {
    emailId = idOf(await accepting(world).send(mailTo(['ada@one.test', 'bo@two.test'])));
    const [worker, other] = [delivering(world, 'one'), delivering(world, 'two')];
    worker.transport.afterData = async () => void (await other.attempt(await jobFor(world, emailId, 'two.test')));
    await worker.attempt(await job());
    expect(await statuses(world, emailId)).toStrictEqual(['delivered', 'delivered']);
  });

  it('does not go out before its time where another worker deferred the mail meanwhile', async () => {
    const [slow, fast] = [delivering(world, 'slow'), delivering(world, 'fast')];
    fast.transport.dot = 'no reply';
    const slowJob = await job();
    slow.transport.afterData = async () => void (await fast.attempt(await job()));
    await slow.attempt(slowJob);
    expect(slow.transport.dots).toStrictEqual([]);
    expect((await stateOf(world, emailId)).recipients).toMatchObject([{ status: 'due', unknowns: 1 }]);
  });

  it('does not go out once the time for it has passed', async () => {
    world.store.beforeNext('DeliveryAttemptStarted', async () => world.clock.advance(claimMarginMs + 1));
    const worker = delivering(world);
    await worker.attempt(await job());
    expect(worker.transport.dots).toStrictEqual([]);
    expect(await eventsOf()).toMatchObject([
      { type: 'EmailAccepted' },
      { type: 'DeliveryAttemptStarted' },
      { type: 'DeliveryAttemptAbandoned', data: { reason: 'deadline-passed' } },
    ]);
  });

  it('is not asked for by a worker without its lease, which leaves the mail to others', async () => {
    const worker = delivering(world);
    worker.lease.isHeld = () => false;
    expect(await worker.attempt(await job())).toBe('not-now');
    expect(worker.transport.transactions).toStrictEqual([]);
  });

  it('is not claimed where the lease was lost while the data was sent', async () => {
    const worker = delivering(world);
    worker.transport.afterData = async () => {
      worker.lease.isHeld = () => false;
    };
    await worker.attempt(await job());
    expect(worker.transport.dots).toStrictEqual([]);
    expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted']);
  });

  it('does not go out where the lease was lost while the claim was appended', async () => {
    const worker = delivering(world);
    world.store.beforeNext('DeliveryAttemptStarted', async () => {
      worker.lease.isHeld = () => false;
    });
    await worker.attempt(await job());
    expect(worker.transport.dots).toStrictEqual([]);
    expect(await eventsOf()).toMatchObject([
      { type: 'EmailAccepted' },
      { type: 'DeliveryAttemptStarted' },
      { type: 'DeliveryAttemptAbandoned', data: { recipients: [0], reason: 'lease-lost' } },
    ]);
    expect(await statuses(world, emailId)).toStrictEqual(['due']);
  });

  it('is abandoned where the connection went away between the claim and the dot', async () => {
    const worker = delivering(world);
    worker.transport.lostBeforeDot = true;
    await worker.attempt(await job());
    expect(await eventsOf()).toMatchObject([
      { type: 'EmailAccepted' },
      { type: 'DeliveryAttemptStarted' },
      { type: 'DeliveryAttemptAbandoned', data: { recipients: [0], reason: 'connection-lost' } },
    ]);
    expect(await statuses(world, emailId)).toStrictEqual(['due']);
  });

  it('does not go out where the claim shows as a conflict although it was written', async () => {
    world.store.beforeNext('DeliveryAttemptStarted', async () => {
      const writes = world.store.appends.at(-1);
      if (writes !== undefined) await world.store.append(writes);
      world.store.plan('DeliveryAttemptStarted', ['conflict']);
    });
    const worker = delivering(world);
    await worker.attempt(await job());
    expect(worker.transport.dots).toStrictEqual([]);
    expect(await statuses(world, emailId)).toStrictEqual(['due']);
  });

  it('has its reply recorded for as long as that takes', async () => {
    world.store.plan('EmailDelivered', ['lost', 'conflict', 'late', 'conflict']);
    world.store.beforeNext('EmailDelivered', async () => world.store.failReads(1));
    const worker = delivering(world);
    await worker.attempt(await job());
    expect(await world.emailTypes(emailId)).toStrictEqual([
      'EmailAccepted',
      'DeliveryAttemptStarted',
      'EmailDelivered',
    ]);
  });

  it('keeps a claim to itself while its reply is awaited', async () => {
    const worker = delivering(world);
    const gate = createGate();
    worker.transport.afterDot = gate.pass;
    const first = worker.attempt(await job());
    await gate.reached;
    await worker.attempt(await job());
    gate.open();
    await first;
    expect(worker.transport.dots).toHaveLength(1);
  });
});
