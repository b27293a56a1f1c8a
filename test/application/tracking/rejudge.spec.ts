import { createHitJudge } from '../../../src/application/tracking/hit-judge.js';
import { type ComparedHit, rejudge } from '../../../src/application/tracking/rejudge.js';
import type { EmailAccepted } from '../../../src/domain/email/events.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { trackingSealer } from '../../../src/infrastructure/crypto/tracking-sealer.js';
import { notes } from '../../support/process-managers.js';
import { useWorld, world } from '../../support/world.js';
import { delivered, recordHits } from '../../support/hits.js';

const googleProxy = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';

useWorld('example.com');

async function compared(rules: 1 | 2, sinceMs = 0) {
  const hits: ComparedHit[] = [];
  const ports = { ...world.process(), trackingSealer, isBot: () => false };
  return { ...(await rejudge(ports, { rules, sinceMs }, (hit) => hits.push(hit))), hits };
}

async function judge(): Promise<void> {
  const judging = createHitJudge({ ...world.process(), trackingSealer, isBot: () => false });
  await notes(world, judging);
  world.clock.advance(6_000);
  await judging.act();
}

describe('other rules over the hits that are kept', () => {
  it('say what they would have said, and change nothing', async () => {
    const emailId = await delivered(world, { afterMs: 1_000 }, 'ada@one.test');
    await recordHits(world, emailId, { link: null, userAgent: googleProxy });
    world.clock.advance(60_000);
    await recordHits(world, emailId, { link: 0 });
    await judge();
    const before = await world.store.head();
    expect(await compared(2)).toMatchObject({
      unknown: 0,
      counts: [
        { was: 'scanner', is: 'scanner', hits: 1 },
        { was: 'person', is: 'person', hits: 1 },
      ],
    });
    const { counts, hits } = await compared(1);
    expect(counts).toEqual(
      expect.arrayContaining([
        { was: 'scanner', is: 'person', hits: 1 },
        { was: 'person', is: 'person', hits: 1 },
      ]),
    );
    expect(hits[0]).toMatchObject({
      emailId,
      link: null,
      was: { judged: 'scanner', sign: 'at_delivery', rules: 2 },
      is: { judged: 'person', sign: 'gmail_image_proxy' },
    });
    expect((await compared(1, world.clock.now() - 30_000)).hits).toHaveLength(1);
    expect(await world.store.head()).toBe(before);
  });

  it('say nothing of hits that were never judged', async () => {
    const emailId = await delivered(world, { afterMs: 60_000 }, 'ada@one.test');
    await recordHits(world, emailId, { link: 0 });
    expect(await compared(1)).toMatchObject({ counts: [], unknown: 1 });
  });

  it('say nothing of what was erased', async () => {
    const emailId = await delivered(world, { afterMs: 60_000 }, 'ada@one.test');
    await recordHits(world, emailId, { link: 0 });
    await judge();
    const [opening] = await world.events(streamName('email', emailId));
    const { mailbox } = (opening?.event as EmailAccepted).data.recipients[0]!;
    await world.process().keys.destroy([mailbox.kid], new Date(world.clock.now()).toISOString());
    expect(await compared(1)).toMatchObject({ counts: [], unknown: 1 });
  });
});
