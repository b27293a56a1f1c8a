import { streamName } from '../../../src/domain/shared/stream-name.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { delivering, firstEventsOf, jobFor, statuses } from '../../support/delivering.js';
import { FakeTransport } from '../../support/fake-transport.js';
import type { Fault } from '../../support/faulty-event-store.js';
import { World } from '../../support/world.js';
import fc from '../../support/properties.js';

const addresses = ['ada@shared-one.test', 'bo@shared-two.test', 'cy@three.test'];
const domains = ['shared-one.test', 'shared-two.test', 'three.test'];

describe('several workers on one mail, and a log in trouble', () => {
  it('send one dot for each recipient, and every dot has its claim', async () => {
    const fault = fc.constantFrom<Fault>('fine', 'lost', 'late', 'conflict');
    const rounds = fc.array(
      fc.record({
        faults: fc.array(fault, { maxLength: 4 }),
        jobs: fc.array(fc.constantFrom(...domains), { minLength: 1, maxLength: 4 }),
        lostBeforeDot: fc.boolean(),
        outdated: fc.boolean(),
      }),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(rounds, async (list) => {
        const world = await World.create();
        await world.addDomain('example.com');
        const emailId = idOf(await accepting(world).send(mailTo(addresses)));
        const transport = new FakeTransport();
        const last = { faults: [], jobs: domains, lostBeforeDot: false, outdated: false };
        const first = await firstEventsOf(world);
        for (const { faults, jobs, lostBeforeDot, outdated } of [...list, last]) {
          world.store.plan('DeliveryAttemptStarted', faults);
          transport.lostBeforeDot = lostBeforeDot;
          const hints = await Promise.all(jobs.map((domain) => jobFor(world, emailId, domain)));
          const fresh = outdated ? first : undefined;
          const attempts = hints.map((hint, index) =>
            delivering(world, `worker-${index}`, transport, fresh).attempt(hint),
          );
          await Promise.all(attempts);
        }
        const dots = transport.dots.flatMap(({ recipients }) =>
          recipients.flatMap((recipient) => recipient.recipients),
        );
        expect(dots.toSorted()).toStrictEqual([0, 1, 2]);
        expect(await statuses(world, emailId)).toStrictEqual(['delivered', 'delivered', 'delivered']);
        await everyDeliveryWasClaimed(world, emailId);
      }),
      { numRuns: 60 },
    );
  });
});

/** A recipient is delivered by the attempt that held the claim, which nobody had abandoned. */
async function everyDeliveryWasClaimed(world: World, emailId: string): Promise<void> {
  const claims = new Map<string, readonly number[]>();
  for (const { event } of await world.events(streamName('email', emailId))) {
    if (event.type === 'DeliveryAttemptStarted') claims.set(event.data.attemptId, event.data.recipients);
    if (event.type === 'DeliveryAttemptAbandoned') claims.delete(event.data.attemptId);
    if (event.type === 'EmailDelivered') expect(claims.get(event.data.attemptId)).toContain(event.data.recipient);
  }
}
