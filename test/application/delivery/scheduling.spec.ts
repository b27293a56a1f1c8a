import { cancelEmail, rescheduleEmail } from '../../../src/application/email/schedule-email.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { accepting, idOf, keyed, mailTo } from '../../support/accepting.js';
import { delivering, jobFor, stateOf, statuses } from '../../support/delivering.js';
import { FakeTransport } from '../../support/fake-transport.js';
import { createGate } from '../../support/gate.js';
import { context, World } from '../../support/world.js';
import fc, { runs } from '../../support/properties.js';

const day = 86_400_000;
const unknownId = '0195d6a0-0000-7000-8000-0000000000ff';

let world: World;
beforeEach(async () => {
  world = await World.create();
  await world.addDomain('example.com');
});

const inMs = (delayMs: number): string => new Date(world.clock.now() + delayMs).toISOString();

/** One process that changes schedules; every call is another one. */
function scheduling(who: { readonly teamId: string } = context) {
  const written: Position[] = [];
  const note = (_team: string, at: Position) => void written.push(at);
  const ports = { ...world.process(), ownWrites: { note, settled: async () => undefined } };
  const asked = { ...context, teamId: who.teamId };
  return {
    written,
    cancel: (emailId: string) => cancelEmail(ports, { context: asked, emailId }),
    reschedule: (emailId: string, scheduledAt: string) =>
      rescheduleEmail(ports, { context: asked, emailId, scheduledAt }),
  };
}

const send = async (delayMs: number): Promise<string> =>
  idOf(await accepting(world).send(mailTo(['ada@one.test'], { scheduledAt: inMs(delayMs) })));

describe('accepting a mail for later', () => {
  it('is due at its time, and its date is that time', async () => {
    const scheduledAt = inMs(day);
    const emailId = await send(day);
    expect(await stateOf(world, emailId)).toMatchObject({ schedule: 'waiting', recipients: [{ dueAt: scheduledAt }] });
    const worker = delivering(world);
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(worker.transport.transactions).toHaveLength(0);
    world.clock.advance(day);
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(await statuses(world, emailId)).toStrictEqual(['delivered']);
    expect(worker.composed).toMatchObject([{ date: scheduledAt }]);
  });

  it('takes a moment past for now, and refuses what is past or more than 30 days ahead', async () => {
    const soon = await send(-60_000);
    expect(await stateOf(world, soon)).toMatchObject({ schedule: 'none' });
    const asked = (delayMs: number) => accepting(world).send(mailTo(['ada@one.test'], { scheduledAt: inMs(delayMs) }));
    expect(await asked(-60_001)).toStrictEqual({ refused: 'scheduled-in-the-past' });
    expect(await asked(30 * day + 1)).toStrictEqual({ refused: 'scheduled-too-far' });
    expect(await stateOf(world, await send(30 * day))).toMatchObject({ schedule: 'waiting' });
    expect(await world.streamsWith('EmailAccepted')).toHaveLength(2);
  });

  it('answers a repeat under its key although the time is past by then', async () => {
    const request = mailTo(['ada@one.test'], { scheduledAt: inMs(60_000) });
    const first = await accepting(world).send(request, keyed('k1'));
    world.clock.advance(600_000);
    expect(await accepting(world).send(request, keyed('k1'))).toStrictEqual(first);
    expect(await accepting(world).send(request, keyed('k2'))).toStrictEqual({ refused: 'scheduled-in-the-past' });
  });

  it('refuses one item of a permissive batch, and the whole of a strict one', async () => {
    const good = { request: mailTo(['ada@one.test'], { scheduledAt: inMs(day) }) };
    const bad = { request: mailTo(['bo@two.test'], { scheduledAt: inMs(-day) }) };
    expect(await accepting(world).sendBatch([good, bad], 'permissive')).toMatchObject({
      emailIds: [expect.any(String)],
      errors: [{ index: 1, message: 'not allowed: scheduled-in-the-past' }],
    });
    expect(await accepting(world).sendBatch([good, bad])).toStrictEqual({ refused: 'scheduled-in-the-past', index: 1 });
  });
});

describe('changing the time of a mail', () => {
  it('moves it, and tells where in the log, so that lists can wait for it', async () => {
    const emailId = await send(day);
    const process = scheduling();
    expect(await process.reschedule(emailId, inMs(2 * day))).toStrictEqual({ id: emailId });
    expect(process.written).toHaveLength(1);
    expect(await stateOf(world, emailId)).toMatchObject({ startsAt: inMs(2 * day) });
    expect(await process.reschedule(emailId, inMs(2 * day))).toStrictEqual({ id: emailId });
    expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted', 'EmailRescheduled']);
  });

  it('keeps to the same bounds as a new mail', async () => {
    const emailId = await send(day);
    expect(await scheduling().reschedule(emailId, inMs(-60_001))).toStrictEqual({ refused: 'scheduled-in-the-past' });
    expect(await scheduling().reschedule(emailId, inMs(30 * day + 1))).toStrictEqual({ refused: 'scheduled-too-far' });
    expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted']);
  });

  it('can stop it for good, and says so again to whoever asks again', async () => {
    const emailId = await send(day);
    const process = scheduling();
    expect(await process.cancel(emailId)).toStrictEqual({ id: emailId });
    expect(await process.cancel(emailId)).toStrictEqual({ id: emailId });
    expect(process.written).toHaveLength(1);
    expect(await process.reschedule(emailId, inMs(day))).toStrictEqual({ refused: 'email-canceled' });
    expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted', 'EmailCanceled']);
    world.clock.advance(2 * day);
    const worker = delivering(world);
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(worker.transport.transactions).toHaveLength(0);
  });

  it('is refused for a mail that left at once, or whose sending has begun', async () => {
    const atOnce = idOf(await accepting(world).send(mailTo(['ada@one.test'])));
    expect(await scheduling().cancel(atOnce)).toStrictEqual({ refused: 'never-scheduled' });
    const emailId = await send(60_000);
    world.clock.advance(60_000);
    await delivering(world).attempt(await jobFor(world, emailId, 'one.test'));
    expect(await scheduling().cancel(emailId)).toStrictEqual({ refused: 'already-sending' });
    expect(await scheduling().reschedule(emailId, inMs(day))).toStrictEqual({ refused: 'already-sending' });
  });

  it("finds no mail that is not there, and no other team's", async () => {
    const emailId = await send(day);
    const stranger = scheduling({ teamId: '0195d6a0-0000-7000-8000-00000000000b' });
    expect(await stranger.cancel(emailId)).toStrictEqual({ refused: 'not-found' });
    expect(await stranger.reschedule(emailId, inMs(day))).toStrictEqual({ refused: 'not-found' });
    expect(await scheduling().cancel(unknownId)).toStrictEqual({ refused: 'not-found' });
    expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted']);
  });

  it('is not answered with success while the log cannot be written', async () => {
    const emailId = await send(day);
    world.store.plan('EmailCanceled', ['lost', 'lost', 'lost', 'lost', 'lost']);
    expect(await scheduling().cancel(emailId)).toMatchObject({ refused: 'unavailable' });
    expect(await scheduling().cancel(emailId)).toStrictEqual({ id: emailId });
  });
});

describe('a cancel or a reschedule against the dispatch', () => {
  /** A due mail whose data is with the receiver; the claim comes when the gate opens. */
  async function atTheDot() {
    const emailId = await send(60_000);
    world.clock.advance(60_000);
    const worker = delivering(world);
    const gate = createGate();
    worker.transport.afterData = gate.pass;
    const job = await jobFor(world, emailId, 'one.test');
    const attempt = worker.attempt(job);
    await gate.reached;
    return { emailId, worker, job, finish: () => (gate.open(), attempt) };
  }

  it('wins when it lands between the data and the dot: the claim is refused, and nothing is sent', async () => {
    const { emailId, worker, finish } = await atTheDot();
    expect(await scheduling().cancel(emailId)).toStrictEqual({ id: emailId });
    await finish();
    expect(worker.transport.dots).toHaveLength(0);
    expect(await statuses(world, emailId)).toStrictEqual(['canceled']);
    expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted', 'EmailCanceled']);
  });

  it('wins with a new time, which the attempt that it overtook does not undo', async () => {
    const { emailId, worker, job, finish } = await atTheDot();
    const scheduledAt = inMs(day);
    expect(await scheduling().reschedule(emailId, scheduledAt)).toStrictEqual({ id: emailId });
    await finish();
    await worker.attempt(job);
    expect(worker.transport.dots).toHaveLength(0);
    expect(await stateOf(world, emailId)).toMatchObject({ recipients: [{ status: 'due', dueAt: scheduledAt }] });
    world.clock.advance(day);
    worker.transport.afterData = async () => undefined;
    await worker.attempt(job);
    expect(worker.transport.dots).toHaveLength(0);
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(worker.transport.dots).toHaveLength(1);
  });

  it('has a deferral that it overtook dropped: the new time stands', async () => {
    const emailId = await send(60_000);
    world.clock.advance(60_000);
    const transport = new FakeTransport();
    transport.rcpt.set('ada@one.test', { code: 451, text: 'later' });
    const worker = delivering(world, 'worker-1', transport);
    const job = await jobFor(world, emailId, 'one.test');
    const original = transport.send.bind(transport);
    const scheduledAt = inMs(day);
    transport.send = async (transaction) => {
      const result = await original(transaction);
      expect(await scheduling().reschedule(emailId, scheduledAt)).toStrictEqual({ id: emailId });
      return result;
    };
    await worker.attempt(job);
    expect(await stateOf(world, emailId)).toMatchObject({
      startsAt: scheduledAt,
      recipients: [{ dueAt: scheduledAt }],
    });
    expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted', 'EmailRescheduled']);
  });

  it('loses when the claim stands: the mail is sent once', async () => {
    const emailId = await send(60_000);
    world.clock.advance(60_000);
    const worker = delivering(world);
    const gate = createGate();
    worker.transport.afterDot = gate.pass;
    const attempt = worker.attempt(await jobFor(world, emailId, 'one.test'));
    await gate.reached;
    expect(await scheduling().cancel(emailId)).toStrictEqual({ refused: 'already-sending' });
    expect(await scheduling().reschedule(emailId, inMs(day))).toStrictEqual({ refused: 'already-sending' });
    gate.open();
    await attempt;
    expect(worker.transport.dots).toHaveLength(1);
    expect(await statuses(world, emailId)).toStrictEqual(['delivered']);
  });

  it('has exactly one winner in any order, over a log in any trouble', async () => {
    const act = fc.constantFrom('cancel' as const, 'reschedule' as const, 'attempt' as const);
    const faults = fc.array(fc.constantFrom('fine' as const, 'lost' as const, 'late' as const, 'conflict' as const), {
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 6 }), faults, faults, async (acts, claims, cancels) => {
        world = await World.create();
        await world.addDomain('example.com');
        const emailId = await send(60_000);
        world.clock.advance(60_000);
        const transport = new FakeTransport();
        world.store.plan('DeliveryAttemptStarted', claims);
        world.store.plan('EmailCanceled', cancels);
        const job = await jobFor(world, emailId, 'one.test');
        const later = inMs(day);
        const answers = await Promise.all(
          acts.map(async (what, index) => {
            if (what === 'attempt') return void (await delivering(world, `w${index}`, transport).attempt(job));
            return what === 'cancel' ? scheduling().cancel(emailId) : scheduling().reschedule(emailId, later);
          }),
        );
        const succeeded = (what: (typeof acts)[number]) =>
          acts.some((each, index) => each === what && 'id' in (answers[index] ?? {}));
        const canceled = succeeded('cancel');
        if (canceled || succeeded('reschedule')) expect(transport.dots).toHaveLength(0);
        expect(transport.dots.length).toBeLessThanOrEqual(1);
        if (canceled) expect(await statuses(world, emailId)).toStrictEqual(['canceled']);
        else if (succeeded('reschedule')) {
          const [status] = await statuses(world, emailId);
          // Canceled where the answer of a cancel was lost on its way.
          expect(['due', 'canceled']).toContain(status);
          if (status === 'due') expect(await stateOf(world, emailId)).toMatchObject({ recipients: [{ dueAt: later }] });
        }
      }),
      { numRuns: runs(80) },
    );
  }, 120_000);
});
