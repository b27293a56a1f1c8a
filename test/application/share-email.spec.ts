import type { CountOpening } from '../../src/application/ports/limit-key.js';
import { getSharedEmail, listShares, revokeShare, shareEmail } from '../../src/application/email/share-email.js';
import { cancelEmail } from '../../src/application/email/schedule-email.js';
import { signLink } from '../../src/application/shared/signed-link.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { eraseEmails } from '../../src/application/erasure/erase-emails.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { logsProjection } from '../../src/projections/logs/logs.projection.js';
import { accepting, idOf, mailTo } from '../support/accepting.js';
import { MemoryReadStore } from '../support/memory-read-store.js';
import { context, ownWrites, teamId, World } from '../support/world.js';

const strangers = { ...context, teamId: '0195d6a0-0000-7000-8000-00000000000b' };
const unknownId = '0195d6a0-0000-7000-8000-0000000000ff';
const hourMs = 3_600_000;

describe('sharing a mail', () => {
  let world: World;
  let emailId: string;
  let readStore: MemoryReadStore;
  beforeEach(async () => {
    counted.length = 0;
    readStore = new MemoryReadStore();
    world = await World.create();
    await world.addDomain('example.com');
    emailId = idOf(await accepting(world).send(mailTo(['ada@one.test'])));
  });

  async function share(lifeMs = hourMs) {
    const shared = await shareEmail(world.process(), { context, emailId, lifeMs });
    if ('refused' in shared) throw new Error(shared.refused);
    return shared;
  }
  const revoke = (shareId: string, by = context) => revokeShare(world.process(), { context: by, emailId, shareId });
  const counted: string[] = [];
  const count: CountOpening = async (key) => void counted.push(key);
  const open = (shareId: string | null, link: ReturnType<typeof signLink>) =>
    getSharedEmail(world.process(), { emailId, shareId, link, takeBytes: () => true, count });
  const list = (team = teamId) => listShares({ ...world.process(), readStore }, { teamId: team, emailId });
  /** As the request log has them. */
  const opened = (...by: readonly (string | undefined)[]) => {
    const at = new Date(world.clock.now()).toISOString();
    const changes = by.map((shareId) => {
      const id = world.process().ids.next();
      const own = { teamId, route: '/share/{id}', endpoint: `/share/${emailId}` };
      const document = { id, at, ...own, ...(shareId === undefined ? {} : { shareId }) };
      return { id, position: '1' as Position, document };
    });
    return readStore.apply(logsProjection, changes, '1' as Position);
  };

  it('opens it until the link expires', async () => {
    const { shareId, link } = await share();
    expect(await open(shareId, link)).toMatchObject({
      email: { id: emailId },
      beginning: { body: { text: 'Hello!' } },
    });
    world.clock.advance(hourMs);
    expect(await open(shareId, link)).toStrictEqual({ refused: 'invalid-link' });
  });

  it('counts what its signature says, and nothing that was typed', async () => {
    const { shareId, link } = await share();
    await open(emailId, link);
    expect(counted).toEqual([]);
    await open(shareId, link);
    expect(counted).toEqual([`share ${emailId}`]);
  });

  it('is in the log, with its end and who did it', async () => {
    const { shareId, link } = await share();
    await revoke(shareId);
    const events = (await world.events(streamName('email', emailId))).slice(1);
    expect(events.map(({ event }) => event)).toStrictEqual([
      { type: 'EmailShared', data: { shareId, expiresAt: new Date(link.expires * 1000).toISOString() } },
      { type: 'EmailShareRevoked', data: { shareId } },
    ]);
    expect(events.map(({ metadata }) => metadata.actor)).toStrictEqual([context.actor, context.actor]);
  });

  it('ends at once for the link that is revoked, and for no other', async () => {
    const first = await share();
    const second = await share();
    expect(await revoke(first.shareId)).toStrictEqual({ id: emailId });
    expect(await open(first.shareId, first.link)).toStrictEqual({ refused: 'invalid-link' });
    expect(await open(second.shareId, second.link)).toMatchObject({ email: { id: emailId } });
    expect(await revoke(first.shareId)).toStrictEqual({ id: emailId });
    expect(await world.emailTypes(emailId)).toStrictEqual([
      'EmailAccepted',
      'EmailShared',
      'EmailShared',
      'EmailShareRevoked',
    ]);
  });

  it('opens nothing with the share id of another link, or without one', async () => {
    const first = await share();
    const second = await share(2 * hourMs);
    await revoke(first.shareId);
    expect(await open(second.shareId, first.link)).toStrictEqual({ refused: 'invalid-link' });
    expect(await open(null, first.link)).toStrictEqual({ refused: 'invalid-link' });
  });

  it('opens nothing by a share that the log does not know, as after a restored backup', async () => {
    const link = signLink(world.process().hash, `/share/${emailId}?share=${unknownId}`, world.clock.now() / 1000 + 60);
    expect(await open(unknownId, link)).toStrictEqual({ refused: 'invalid-link' });
  });

  it('leaves links alone that were made before links had an id, until they expire', async () => {
    const link = signLink(world.process().hash, `/share/${emailId}`, Math.floor(world.clock.now() / 1000) + 60);
    await revoke((await share()).shareId);
    expect(await open(null, link)).toMatchObject({ email: { id: emailId } });
    world.clock.advance(61_000);
    expect(await open(null, link)).toStrictEqual({ refused: 'invalid-link' });
  });

  it('lists the links that open it now, oldest first', async () => {
    const createdAt = new Date(world.clock.now()).toISOString();
    const short = await share(60_000);
    const revoked = await share();
    const long = await share();
    await revoke(revoked.shareId);
    expect(await list()).toMatchObject([{ id: short.shareId, createdAt }, { id: long.shareId }]);
    world.clock.advance(60_000);
    expect(await list()).toStrictEqual([
      {
        id: long.shareId,
        createdAt,
        expiresAt: new Date(long.link.expires * 1000).toISOString(),
        opens: 0,
        lastOpenedAt: null,
      },
    ]);
  });

  it('says how often each link opened it, and when last', async () => {
    const [one, other, unused] = [await share(), await share(), await share()];
    await opened(one.shareId, other.shareId, undefined);
    world.clock.advance(60_000);
    await opened(one.shareId);
    expect(await list()).toMatchObject([
      { id: one.shareId, opens: 2, lastOpenedAt: new Date(world.clock.now()).toISOString() },
      { id: other.shareId, opens: 1, lastOpenedAt: new Date(world.clock.now() - 60_000).toISOString() },
      { id: unused.shareId, opens: 0, lastOpenedAt: null },
    ]);
  });

  it('is for its own team alone', async () => {
    const { shareId } = await share();
    expect(await shareEmail(world.process(), { context: strangers, emailId, lifeMs: hourMs })).toStrictEqual({
      refused: 'not-found',
    });
    expect(await revoke(shareId, strangers as typeof context)).toStrictEqual({ refused: 'not-found' });
    expect(await revoke(unknownId)).toStrictEqual({ refused: 'share-not-found' });
    expect(await list(strangers.teamId)).toBeUndefined();
  });

  it('opens nothing once the mail is erased, and is not done any more', async () => {
    const { shareId, link } = await share();
    await eraseEmails(world.process(), [emailId], context);
    expect(await open(shareId, link)).toBeUndefined();
    expect(await list()).toStrictEqual([]);
    await expect(share()).rejects.toThrow('not-found');
    expect(await revoke(shareId)).toStrictEqual({ id: emailId });
  });

  it('does not touch the delivery of the mail', async () => {
    const scheduledAt = new Date(world.clock.now() + hourMs).toISOString();
    emailId = idOf(await accepting(world).send({ ...mailTo(['ada@one.test']), scheduledAt }));
    await share();
    const ports = { ...world.process(), ownWrites };
    expect(await cancelEmail(ports, { context, emailId })).toStrictEqual({ id: emailId });
  });

  it('answers that nothing is known to be done where the log cannot be written', async () => {
    const { shareId, link } = await share();
    world.store.plan('EmailShareRevoked', ['lost', 'lost', 'lost', 'lost', 'lost']);
    expect(await revoke(shareId)).toMatchObject({ refused: 'unavailable' });
    expect(await open(shareId, link)).toMatchObject({ email: { id: emailId } });
    world.store.plan('EmailShared', ['lost', 'lost', 'lost', 'lost', 'lost']);
    await expect(share()).rejects.toThrow('unavailable');
  });
});
