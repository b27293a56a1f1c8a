import {
  type Notice,
  type NoticePorts,
  sendNotice,
  type UnsentWhy,
} from '../../../src/application/notice/send-notice.js';
import { SendingDomains } from '../../../src/application/sending-domain/sending-domains.js';
import { InFlight } from '../../../src/application/submission/accept-submission.js';
import type { EmailAccepted } from '../../../src/domain/email/events.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { teamId, useWorld, world, type World } from '../../support/world.js';

const dayMs = 24 * 3_600_000;
const eventId = '0195d6a0-0000-7000-8000-0000000000e1';
const notice: Notice = {
  teamId,
  to: ['ops@one.test'],
  subject: 'A webhook fails',
  text: 'It has answered nothing but failures.',
  cause: { eventId },
};

/** One process; each call is another. */
function noticing(world: World, from = 'posthorn@example.com', quotas: NoticePorts['quotas'] = null) {
  const ports = world.process();
  const unsent: UnsentWhy[] = [];
  const told: NoticePorts = {
    ...ports,
    domains: new SendingDomains(ports),
    inFlight: new InFlight(1_000),
    quotas,
    onAccepted: () => undefined,
    notices: { from: { name: 'Posthorn', address: from }, onUnsent: ({ why }) => void unsent.push(why) },
  };
  return { unsent, send: (changes: Partial<Notice> = {}) => sendNotice(told, { ...notice, ...changes }) };
}

describe('a notice', () => {
  useWorld('example.com');
  const mails = () => world.streamsWith('EmailAccepted');

  it('is a mail of the team, accepted as any other, and names its cause', async () => {
    expect(await noticing(world).send()).toBe(true);
    const [stream = streamName('email', 'none')] = await mails();
    const [opening] = await world.events(stream);
    const { content, recipients } = opening?.event.data as EmailAccepted['data'];
    expect(content).toMatchObject({ value: { from: { address: 'posthorn@example.com' }, subject: 'A webhook fails' } });
    expect(recipients).toMatchObject([{ mailbox: { value: { address: 'ops@one.test' } } }]);
    expect(opening?.metadata.teamId).toBe(teamId);
    const [submission = streamName('submission', 'none')] = await world.streamsWith('SubmissionAccepted');
    expect((await world.events(submission))[0]?.metadata.causation).toStrictEqual({ id: eventId, position: null });
  });

  it('is sent once for its cause, by any process, whenever it is asked for again and whatever it says then', async () => {
    const first = noticing(world);
    expect(await Promise.all([first.send(), first.send(), noticing(world).send()])).toStrictEqual([true, true, true]);
    world.clock.advance(10 * dayMs);
    expect(await noticing(world).send({ to: ['other@one.test'] })).toBe(true);
    expect(await mails()).toHaveLength(1);
    expect(await world.streamsWith('SubmissionAccepted')).toHaveLength(1);
    await noticing(world).send({ cause: { eventId: '0195d6a0-0000-7000-8000-0000000000e2' } });
    expect(await mails()).toHaveLength(2);
  });

  it('is not repeated where its accept was cut off after the log had it', async () => {
    world.store.plan('SubmissionAccepted', ['anchor-only']);
    await noticing(world).send();
    expect(await mails()).toStrictEqual([]);
    expect(await noticing(world).send()).toBe(true);
    expect(await world.streamsWith('SubmissionAccepted')).toHaveLength(1);
  });

  it('rejects while the log cannot be written, so that it is asked for again', async () => {
    world.keys.broken = true;
    await expect(noticing(world).send()).rejects.toThrow('unavailable');
    expect(await mails()).toStrictEqual([]);
  });

  it('says in the log only that no address is configured, or that the sender may not send', async () => {
    const nobody = noticing(world);
    expect(await nobody.send({ to: [] })).toBe(false);
    expect(nobody.unsent).toStrictEqual(['no-recipients']);
    const stranger = noticing(world, 'posthorn@unknown.example.com');
    expect(await stranger.send()).toBe(false);
    expect(stranger.unsent).toStrictEqual(['sender']);
    expect(await mails()).toStrictEqual([]);
  });

  it('is kept back by no quota', async () => {
    const reserve = () => Promise.reject(new Error('nobody is to ask'));
    // Accepting uses nothing else of the quotas.
    const quotas = { reserve } as unknown as NonNullable<NoticePorts['quotas']>;
    expect(await noticing(world, undefined, quotas).send()).toBe(true);
  });

  it('is from whatever domain the operator chose, whosever it is', async () => {
    const anotherTeam = '0195d6a0-0000-7000-8000-00000000000b';
    expect(await noticing(world).send({ teamId: anotherTeam })).toBe(true);
  });
});
