import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { delivering, jobFor, stateOf, statuses } from '../../support/delivering.js';
import { useWorld, world, World } from '../../support/world.js';

const five = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@one.test`);

describe('a receiver that takes two recipients in a transaction', () => {
  useWorld('example.com');
  let emailId: string;
  beforeEach(async () => {
    emailId = idOf(await accepting(world).send(mailTo(five)));
  });

  const limited = () => {
    const worker = delivering(world);
    worker.transport.mostRecipients = 2;
    return worker;
  };

  it('gets the others at once: each transaction is an attempt with a claim of its own, and nothing is deferred', async () => {
    const worker = limited();
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(worker.transport.dots.map(({ recipients }) => recipients.map(({ address }) => address))).toStrictEqual([
      five,
      five.slice(2),
      five.slice(4),
    ]);
    expect(await world.emailTypes(emailId)).toStrictEqual([
      'EmailAccepted',
      ...['DeliveryAttemptStarted', 'EmailDelivered', 'EmailDelivered'],
      ...['DeliveryAttemptStarted', 'EmailDelivered', 'EmailDelivered'],
      ...['DeliveryAttemptStarted', 'EmailDelivered'],
    ]);
    const { recipients, attempts } = await stateOf(world, emailId);
    expect(recipients.map(({ status, tries }) => [status, tries])).toStrictEqual(five.map(() => ['delivered', 0]));
    expect(attempts).toStrictEqual({});
    // The message was made once.
    expect(worker.composed).toHaveLength(1);
  });

  it('is not asked again without the lease: those that are left are due, for whoever has it', async () => {
    const worker = limited();
    worker.transport.afterDot = async () => {
      worker.lease.isHeld = () => false;
    };
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(await statuses(world, emailId)).toStrictEqual(['delivered', 'delivered', 'due', 'due', 'due']);
    const next = limited();
    await next.attempt(await jobFor(world, emailId, 'one.test'));
    expect(await statuses(world, emailId)).toStrictEqual(five.map(() => 'delivered'));
    expect(next.transport.dots).toHaveLength(2);
  });

  it('is not asked again while a person has paused it', async () => {
    const worker = limited();
    worker.transport.afterDot = async () => void worker.paused.add('one.test');
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(await statuses(world, emailId)).toStrictEqual(['delivered', 'delivered', 'due', 'due', 'due']);
    expect(await world.emailTypes(emailId)).not.toContain('DeliveryDeferred');
  });

  it('is asked a limited number of times, even where it takes none', async () => {
    const worker = delivering(world);
    let asked = 0;
    worker.transport.send = async ({ recipients }) => {
      asked += 1;
      return { replies: [], unknown: [], withheld: [], rest: recipients.flatMap((each) => each.recipients) };
    };
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(asked).toBe(2 * five.length + 4);
    expect(await statuses(world, emailId)).toStrictEqual(five.map(() => 'due'));
  });
});

describe.each(['data', 'dot'] as const)('a receiver that refuses all at %s because of one', (at) => {
  it('is asked for each recipient apart, and each is settled by its own reply', async () => {
    const world = await World.create();
    await world.addDomain('example.com');
    const emailId = idOf(await accepting(world).send(mailTo(five.slice(0, 3))));
    const worker = delivering(world);
    worker.transport.unknown = { address: 'b@one.test', at };
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(await statuses(world, emailId)).toStrictEqual(['due', 'due', 'due']);

    // What is remembered is in the log: another process goes on.
    const next = delivering(world, 'worker-2', worker.transport);
    for (let left = 3; left > 0 && (await statuses(world, emailId)).includes('due'); left -= 1) {
      await next.attempt(await jobFor(world, emailId, 'one.test'));
    }
    expect(await statuses(world, emailId)).toStrictEqual(['delivered', 'bounced', 'delivered']);
    expect(
      worker.transport.transactions.map(({ recipients }) => recipients.map(({ address }) => address)),
    ).toStrictEqual([five.slice(0, 3), ['a@one.test'], ['b@one.test'], ['c@one.test']]);
    expect(await world.emailTypes(emailId)).not.toContain('DeliveryDeferred');
    const { recipients } = await stateOf(world, emailId);
    expect(recipients.map(({ tries }) => tries)).toStrictEqual([0, 0, 0]);
  });
});
