import { recoverClaims } from '../../../src/application/delivery/recovery.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { shapeOf } from '../../../src/infrastructure/projection-runner/fold-page.js';
import { pendingProjection } from '../../../src/projections/pending/pending.projection.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { delivering, firstEventsOf, jobFor, statuses } from '../../support/delivering.js';
import { FakeTransport } from '../../support/fake-transport.js';
import type { Fault } from '../../support/faulty-event-store.js';
import { readModel } from '../../support/read-model.js';
import { World } from '../../support/world.js';
import fc, { runs } from '../../support/properties.js';

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
      { numRuns: runs(60) },
    );
  });
});

/** Where in its attempt a worker's lease is taken from it; its claims count as nobody's from then on. */
const moments = ['never', 'before the data', 'before the claim', 'with the claim', 'after the dot'] as const;
type Moment = (typeof moments)[number];

describe('workers whose leases are taken from them', () => {
  it('write no dot without a lease, and send again only what the log calls unknown', async () => {
    const worker = fc.record({
      domain: fc.constantFrom(...domains),
      loses: fc.constantFrom<Moment>(...moments),
      dies: fc.boolean(),
    });
    const rounds = fc.array(fc.array(worker, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(rounds, async (list) => {
        const world = await World.create();
        await world.addDomain('example.com');
        const emailId = idOf(await accepting(world).send(mailTo(addresses)));
        const fleet = createTakenFleet(world, emailId);
        for (const round of list) {
          await Promise.all(round.map((plan) => fleet.attempt(plan)));
          await fleet.recover();
        }
        fleet.hearAll();
        for (let tries = 0; tries < 50 && (await statuses(world, emailId)).includes('due'); tries += 1) {
          world.clock.advance(86_400_000 / 4);
          await Promise.all(domains.map((domain) => fleet.attempt({ domain, loses: 'never', dies: false })));
        }
        await fleet.recover();
        expect(fleet.dotsWithoutLease).toBe(0);
        const settled = await statuses(world, emailId);
        expect(settled.filter((status) => status !== 'delivered' && status !== 'failed')).toStrictEqual([]);
        const unknowns = await unknownsOf(world, emailId);
        for (const number of [0, 1, 2]) {
          const dots = fleet.dots.filter((recipients) => recipients.includes(number)).length;
          expect(dots).toBeGreaterThan(0);
          expect(dots).toBeLessThanOrEqual(1 + (unknowns.get(number) ?? 0));
        }
        await everyDeliveryWasClaimed(world, emailId);
      }),
      { numRuns: runs(60) },
    );
  });
});

interface TakenPlan {
  readonly domain: string;
  readonly loses: Moment;
  /** Nothing more is heard of it once it has lost its lease. */
  readonly dies: boolean;
}

/** Workers that each make one attempt. What is taken of them is recovered at once, beside the others. */
function createTakenFleet(world: World, emailId: string) {
  const ended = new Set<string>();
  const dots: (readonly number[])[] = [];
  const late: (() => void)[] = [];
  let made = 0;
  const fleet = {
    dots,
    dotsWithoutLease: 0,
    async recover(): Promise<void> {
      const { ports, ...observer } = delivering(world, 'observer');
      for (const worker of ended) observer.ended.add(worker);
      const readStore = await readModel(world, pendingProjection);
      await recoverClaims({
        ports,
        readStore,
        pending: shapeOf(pendingProjection),
        copiedAt: null,
        watchedSinceMs: new Map(),
      });
    },
    /** Resolves when the attempt has ended, or when its worker has lost its lease after the dot. */
    async attempt({ domain, loses, dies }: TakenPlan): Promise<void> {
      const id = `worker-${(made += 1)}`;
      const transport = new FakeTransport();
      const worker = delivering(world, id, transport);
      let onSilence = (): void => undefined;
      const silence = new Promise<void>((resolve) => {
        onSilence = resolve;
      });
      const lose = async (moment: Moment): Promise<void> => {
        if (moment !== loses) return;
        ended.add(id);
        await fleet.recover();
      };
      let asked = 0;
      worker.lease.isHeld = () => {
        asked += 1;
        // The third time right before the dot: the claim was appended, and whoever took the lease may not have seen it.
        if (asked === 3 && loses === 'with the claim') ended.add(id);
        return !ended.has(id);
      };
      await lose('before the data');
      transport.afterData = () => lose('before the claim');
      transport.afterDot = async () => {
        if (ended.has(id)) fleet.dotsWithoutLease += 1;
        dots.push(transport.dots.at(-1)?.recipients.flatMap(({ recipients }) => recipients) ?? []);
        if (loses !== 'after the dot') return;
        await lose('after the dot');
        onSilence();
        await new Promise<void>((resolve) => {
          if (!dies) late.push(resolve);
        });
      };
      await Promise.race([worker.attempt(await jobFor(world, emailId, domain)), silence]);
    },
    /** Those who live hear their receivers' answers. */
    hearAll(): void {
      for (const hear of late.splice(0)) hear();
    },
  };
  return fleet;
}

async function unknownsOf(world: World, emailId: string): Promise<ReadonlyMap<number, number>> {
  const unknowns = new Map<number, number>();
  for (const { event } of await world.events(streamName('email', emailId))) {
    if (event.type !== 'DeliveryOutcomeUnknown') continue;
    for (const number of event.data.recipients) unknowns.set(number, (unknowns.get(number) ?? 0) + 1);
  }
  return unknowns;
}

/** A recipient is delivered by the attempt that held the claim, which nobody had abandoned. */
async function everyDeliveryWasClaimed(world: World, emailId: string): Promise<void> {
  const claims = new Map<string, readonly number[]>();
  for (const { event } of await world.events(streamName('email', emailId))) {
    if (event.type === 'DeliveryAttemptStarted') claims.set(event.data.attemptId, event.data.recipients);
    if (event.type === 'DeliveryAttemptAbandoned') claims.delete(event.data.attemptId);
    if (event.type === 'EmailDelivered') expect(claims.get(event.data.attemptId)).toContain(event.data.recipient);
  }
}
