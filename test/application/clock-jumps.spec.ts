import { joinToken, readJoinToken } from '../../src/application/form/join-link.js';
import { accepting, idOf, keyed, mailTo } from '../support/accepting.js';
import { delivering, jobFor, statuses } from '../support/delivering.js';
import { dayMs, deliverTo, hourMs, retaining } from '../support/retaining.js';
import { useWorld, world } from '../support/world.js';

/**
 * The wall clock goes wrong by `wrongMs` for an hour, and is set right. Each case is tried while it is wrong, and
 * after.
 */
describe.each([
  ['40 days ahead', 40 * dayMs],
  ['12 hours ahead', 12 * hourMs],
  ['40 days back', -40 * dayMs],
  ['12 hours back', -12 * hourMs],
])('a clock that is %s for an hour', (_what, wrongMs) => {
  useWorld('example.com');
  const jump = (byMs: number): void => {
    world.clock.setTimeOfDay(world.clock.now() + byMs);
    world.clock.settledNow();
  };
  const goesWrong = () => jump(wrongMs);
  const isSetRight = () => {
    world.clock.advance(hourMs);
    jump(-wrongMs);
  };
  const send = async (key?: string) =>
    idOf(await accepting(world).send(mailTo(['ada@one.test']), key === undefined ? null : keyed(key)));

  it('expires no email that a receiver defers', async () => {
    const emailId = await send();
    const worker = delivering(world);
    worker.transport.rcpt.set('ada@one.test', { code: 451, text: 'come back' });
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    world.clock.advance(hourMs);
    goesWrong();
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(await statuses(world, emailId)).toEqual(['due']);
    isSetRight();
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(await statuses(world, emailId)).toEqual(['due']);
  });

  it('removes no email before its age, and keeps none for longer', async () => {
    const emailId = await send();
    await deliverTo(world, emailId, 'one.test');
    const retention = retaining(world);
    await retention.seal();
    const task = retention.mails();
    goesWrong();
    await retention.run(task);
    isSetRight();
    await retention.run(task);
    expect(await world.emailTypes(emailId)).not.toEqual([]);
    world.clock.advance(30 * dayMs);
    await retention.run(task);
    expect(await world.emailTypes(emailId)).toEqual([]);
  });

  it('accepts the same request once', async () => {
    const emailId = await send('once');
    goesWrong();
    expect(await send('once')).toBe(emailId);
    isSetRight();
    expect(await send('once')).toBe(emailId);
    expect(await world.streamsWith('EmailAccepted')).toHaveLength(1);
  });

  it('sends what was sent to no one a second time', async () => {
    const emailId = await send();
    await deliverTo(world, emailId, 'one.test');
    const worker = delivering(world);
    const again = async () => worker.attempt(await jobFor(world, emailId, 'one.test'));
    goesWrong();
    await again();
    isSetRight();
    await again();
    expect(worker.transport.dots).toHaveLength(0);
  });

  it('confirms a sign-up that was asked for before, once it is set right', async () => {
    const { hash, ids } = world.process();
    const link = { emailId: await send(), formId: ids.next() };
    const token = joinToken(hash, link);
    goesWrong();
    isSetRight();
    expect(readJoinToken(hash, token, world.clock.now())).toEqual(link);
  });
});
