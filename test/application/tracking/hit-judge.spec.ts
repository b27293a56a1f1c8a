import { createHitJudge } from '../../../src/application/tracking/hit-judge.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import type { EmailClicked } from '../../../src/domain/email/events.js';
import { trackingSealer } from '../../../src/infrastructure/crypto/tracking-sealer.js';
import { delivering, jobFor } from '../../support/delivering.js';
import { delivered as deliveredTo, recordHits } from '../../support/hits.js';
import { notes } from '../../support/process-managers.js';
import { useWorld, world } from '../../support/world.js';

useWorld('example.com');

const judgeOf = () => createHitJudge({ ...world.process(), trackingSealer, isBot: () => false });

/** An email that was delivered a minute ago. */
const delivered = (...to: readonly string[]) => deliveredTo(world, { afterMs: 60_000 }, ...to);

/** Links that are followed in one moment, in an event of their own. */
const follow = (emailId: string, ...links: readonly number[]) =>
  recordHits(world, emailId, ...links.map((link) => ({ link })));

const signs = async (emailId: string) =>
  (await world.events(streamName('email', emailId)))
    .filter(({ event }) => event.type === 'EmailClicked')
    .map(({ event }) => (event as EmailClicked).data.sign);

describe('hits of an email', () => {
  it('are judged by those that came in after them too', async () => {
    const emailId = await delivered('ada@one.test');
    const judge = judgeOf();
    await follow(emailId, 0);
    await notes(world, judge);
    const afterFirst = await world.store.head();
    world.clock.advance(4_000);
    await follow(emailId, 1, 2);
    await notes(world, judge, afterFirst);
    world.clock.advance(1_500);
    await judge.act();
    expect(await signs(emailId)).toEqual(['many_links_at_once']);
    world.clock.advance(5_000);
    await judge.act();
    expect(await signs(emailId)).toEqual(Array(3).fill('many_links_at_once'));
    expect(judge.backlog.isEmpty).toBe(true);
  });

  it('wait in the log while as many as fit in memory are to be judged', async () => {
    const emailId = await delivered('ada@one.test');
    await follow(emailId, 0);
    const judge = createHitJudge({ ...world.process(), trackingSealer, isBot: () => false }, 0);
    const { signal } = new AbortController();
    await judge.room?.(signal);
    await notes(world, judge);
    let hasRoom = false;
    const room = judge.room?.(signal).then(() => (hasRoom = true));
    world.clock.advance(1_000);
    await judge.act();
    expect(hasRoom).toBe(false);
    world.clock.advance(5_000);
    await judge.act();
    await room;
    expect(await signs(emailId)).toEqual(['no_sign_of_a_program']);
  });

  it('are opened as far as they may be recorded, however many come', async () => {
    const emailId = await delivered('ada@one.test');
    for (let event = 0; event < 3; event += 1) await follow(emailId, ...Array.from({ length: 400 }, () => 0));
    let opened = 0;
    const openHit: typeof trackingSealer.openHit = (...sealed) => {
      opened += 1;
      return trackingSealer.openHit(...sealed);
    };
    const sealer = { ...trackingSealer, openHit };
    const judge = createHitJudge({ ...world.process(), trackingSealer: sealer, isBot: () => false });
    await notes(world, judge);
    world.clock.advance(6_000);
    await judge.act();
    expect(await signs(emailId)).toHaveLength(200);
    expect(opened).toBeLessThanOrEqual(1_200);
  });

  it('are recorded once, whoever looks at them again', async () => {
    const emailId = await delivered('ada@one.test');
    await follow(emailId, 0);
    for (const judge of [judgeOf(), judgeOf()]) {
      await notes(world, judge);
      world.clock.advance(6_000);
      await judge.act();
    }
    expect(await signs(emailId)).toEqual(['no_sign_of_a_program']);
  });

  it('are recorded also where something else happens to it at that moment', async () => {
    const emailId = await delivered('ada@one.test', 'bo@two.test');
    await follow(emailId, 0);
    const judge = judgeOf();
    await notes(world, judge);
    world.clock.advance(6_000);
    const job = await jobFor(world, emailId, 'two.test');
    world.store.beforeNext('EmailClicked', async () => {
      await delivering(world).attempt(job);
    });
    await judge.act();
    expect(await signs(emailId)).toEqual(['no_sign_of_a_program']);
  });
});
