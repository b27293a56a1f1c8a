import { erasePerson } from '../../../src/application/erasure/erase-person.js';
import { ErasedMails } from '../../../src/application/tracking/erased-mails.js';
import { followLink, type FollowLinkResult } from '../../../src/application/tracking/follow-link.js';
import { sealToken } from '../../../src/application/tracking/track-token.js';
import { TrackingKeys } from '../../../src/application/tracking/tracking-keys.js';
import { addressHash } from '../../../src/application/shared/address-hash.js';
import { trackingSealer } from '../../../src/infrastructure/crypto/tracking-sealer.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { context, teamId, useWorld, world } from '../../support/world.js';

const host = 'links.example.com';
const target = 'https://www.example.com/';

useWorld('example.com');

/** A process that has just started. */
async function process() {
  const ports = world.process();
  const erasedMails = new ErasedMails(ports);
  await erasedMails.load();
  const trackingKeys = new TrackingKeys(ports);
  const follow = (token: string): Promise<FollowLinkResult> =>
    followLink(
      {
        ...{ ...ports, trackingSealer, trackingKeys, erasedMails },
        domains: { trackedBy: async (asked) => (asked === host ? teamId : undefined) },
        trackingLog: { note: () => undefined },
      },
      { host, token, seen: { method: 'GET', ipAddress: '192.0.2.1', userAgent: 'x' }, isPrivate: false },
    );
  return { follow, erasedMails, trackingKeys };
}

async function tokenFor(emailId: string, recipient: number | null): Promise<string> {
  const teamKey = await new TrackingKeys(world.process()).get(teamId);
  if (teamKey === undefined) throw new Error('the team has a key');
  const click = { link: 0, target };
  return sealToken(trackingSealer, teamKey, host, { emailId, recipient, hitKey: Buffer.alloc(16), click });
}

const sentTo = async (...to: readonly string[]) => idOf(await accepting(world).send(mailTo([...to])));
async function erase(address: string): Promise<void> {
  await erasePerson(world.process(), addressHash(world.process().hash, address), context);
}

describe('a link of an email to several', () => {
  it('leads on for those who were not erased, where each has a link of their own', async () => {
    const emailId = await sentTo('ada@one.test', 'bo@two.test');
    const other = await sentTo('ada@one.test');
    const [ada, bo, alone] = await Promise.all([tokenFor(emailId, 0), tokenFor(emailId, 1), tokenFor(other, 0)]);
    const before = await process();
    expect(await Promise.all([ada, bo, alone].map(before.follow))).toEqual(Array(3).fill({ url: target }));
    await erase('ada@one.test');
    const { follow } = await process();
    expect(await Promise.all([ada, bo, alone].map(follow))).toEqual([undefined, { url: target }, undefined]);
    await erase('bo@two.test');
    expect(await Promise.all([ada, bo].map((await process()).follow))).toEqual([undefined, undefined]);
  });

  it('leads nowhere where all got the same one, and where retention has removed the email', async () => {
    const emailId = await sentTo('ada@one.test', 'bo@two.test');
    const [shared, bo] = await Promise.all([tokenFor(emailId, null), tokenFor(emailId, 1)]);
    await erase('ada@one.test');
    expect(await (await process()).follow(shared)).toBeUndefined();
    const [stream] = await world.streamsWith('EmailAccepted');
    if (stream === undefined) throw new Error('there is an email');
    await world.store.removeStream(stream, 'tombstone', (await world.events(stream)).length - 1);
    expect(await (await process()).follow(bo)).toBeUndefined();
  });
});

it('leads nowhere once the key of the team is destroyed', async () => {
  const emailId = await sentTo('ada@one.test');
  const token = await tokenFor(emailId, 0);
  const running = await process();
  expect(await running.follow(token)).toEqual({ url: target });
  await world.keys.destroySecret(`tracking/${teamId}`);
  running.trackingKeys.forget(teamId);
  expect(await running.follow(token)).toBeUndefined();
  expect(await (await process()).follow(token)).toBeUndefined();
});
