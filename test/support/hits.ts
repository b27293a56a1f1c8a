import { TrackingLog } from '../../src/application/tracking/tracking-log.js';
import type { EmailAccepted } from '../../src/domain/email/events.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { trackingSealer } from '../../src/infrastructure/crypto/tracking-sealer.js';
import { accepting, idOf, mailTo } from './accepting.js';
import { delivering, jobFor } from './delivering.js';
import { teamId, type World } from './world.js';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** An email that was delivered so long ago. */
export async function delivered(
  world: World,
  { afterMs }: { readonly afterMs: number },
  ...to: readonly string[]
): Promise<string> {
  const emailId = idOf(await accepting(world).send(mailTo([...to])));
  await delivering(world).attempt(await jobFor(world, emailId, 'one.test'));
  world.clock.advance(afterMs);
  return emailId;
}

interface Hit {
  readonly link: number | null;
  readonly userAgent?: string;
}

/** What its first recipient causes in one moment, in an event of its own. */
export async function recordHits(world: World, emailId: string, ...hits: readonly Hit[]): Promise<void> {
  const process = world.process();
  const [opening] = await world.events(streamName('email', emailId));
  const { mailbox } = (opening?.event as EmailAccepted).data.recipients[0]!;
  const key = (await process.keys.getMany([mailbox.kid])).get(mailbox.kid);
  if (key?.state !== 'present') throw new Error('the recipient has a key');
  const log = new TrackingLog(process, { onLost: () => undefined, onFailure: () => undefined });
  for (const { link, userAgent = firefox } of hits) {
    const seen = { method: 'GET', ipAddress: '192.0.2.1', userAgent, url: 'https://example.com/' };
    const hit = { id: process.ids.next(), at: new Date(world.clock.now()).toISOString(), emailId, recipient: 0, link };
    const sealed = trackingSealer.sealHit(trackingSealer.hitKey(key.key), JSON.stringify(seen));
    log.note(emailId, () => ({ teamId, hit, seen: sealed }));
  }
  await log.stop();
}
