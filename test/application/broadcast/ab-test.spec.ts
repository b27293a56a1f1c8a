import { Job } from '../../../src/application/broadcast/broadcast-job.js';
import { BegunJobs } from '../../../src/application/shared/begun-jobs.js';
import type { Step } from '../../../src/application/shared/job-loop.js';
import { broadcastOrphans } from '../../../src/application/broadcast/broadcast-orphans.js';
import { broadcastStream, loadBroadcast } from '../../../src/application/broadcast/broadcast-streams.js';
import type { OpenWindow } from '../../../src/application/broadcast/open-window.js';
import { proofOf } from '../../../src/application/broadcast/proof.js';
import { resultsOf } from '../../../src/application/broadcast/results.js';
import type { AbTest, TestPart } from '../../../src/domain/broadcast/ab-test.js';
import type { EmailAccepted } from '../../../src/domain/email/events.js';
import { reveal } from '../../../src/domain/shared/personal.js';
import { broadcastResultsProjection } from '../../../src/projections/broadcast-results/broadcast-results.projection.js';
import { linksIn } from '../../../src/infrastructure/html/read-links.js';
import { broadcastId, BroadcastStory, jobPorts } from '../../support/broadcasting.js';
import { readModel } from '../../support/read-model.js';
import { teamId } from '../../support/world.js';

const hourMs = 3_600_000;
const window = {
  ...{ add: () => undefined, room: () => 1_000, holds: () => false },
  ...{ watch: async () => undefined, settle: async () => undefined },
};
const byOpens = { share: 20, winnerBy: 'opens', hours: 2 } as const;

let story: BroadcastStory;

beforeEach(async () => {
  story = await BroadcastStory.begin();
});

/** Sent with such a test, and these parts frozen in one chunk. */
async function sentTo(test: Omit<AbTest, 'content'>, ...parts: readonly TestPart[]): Promise<void> {
  await story.test(test);
  await story.queue();
  const members = await Promise.all(parts.map((_, index) => story.member(`r${index}@one.test`)));
  await story.freeze(members.map((member, index) => ({ ...member, part: parts[index] ?? 'rest' })));
}

/** Steps of a process that has just begun, until it waits or is done. `behind`: a read model that is not built yet. */
async function on(behind?: string): Promise<Step> {
  const own = story.world.process();
  const ports = jobPorts(own, {
    readStore: await readModel(story.world, broadcastResultsProjection),
    whenProcessed: async (name) => name !== behind,
  });
  const job = new Job(ports, broadcastId, new BegunJobs());
  for (;;) {
    const said = await job.step(window as unknown as OpenWindow);
    if (said !== 'more') return said;
  }
}

const state = async () => {
  const loaded = await loadBroadcast(story.world.process(), broadcastId);
  if (loaded.state === null) throw new Error('there is no broadcast');
  return loaded.state;
};
/** By address: the part that each was in, what they got, and its subject. */
async function got() {
  const found = await story.world.streamsWith('EmailAccepted');
  const opened = await Promise.all(
    found.map(async (stream) => {
      const [first] = await story.world.events(stream);
      const { broadcast, recipients, content } = (first?.event as EmailAccepted).data;
      const address = reveal(recipients[0]?.mailbox as never) as { readonly address: string };
      const { subject } = reveal(content as never) as { readonly subject: string };
      return [address.address.slice(0, 2), `${broadcast?.part} ${broadcast?.variant} ${subject}`] as const;
    }),
  );
  return Object.fromEntries(opened.toSorted());
}
const inTest = { r0: 'a a News', r1: 'b b Other news' };

describe('a broadcast with an A/B test', () => {
  it('opens both parts, waits for its hours over a crash, and sends the rest what more people opened', async () => {
    await sentTo(byOpens, 'a', 'b', 'rest', 'rest');
    expect([await on(), await got()]).toEqual(['later', inTest]);
    for (const member of [0, 1]) await story.answer(0, member, 250);
    await story.hit(0, 1, 'person', null);
    // A machine’s is none.
    await story.hit(0, 0, 'scanner', null);
    story.world.clock.advance(2 * hourMs - 1);
    expect([await on(), await got(), (await state()).winner]).toEqual(['later', inTest, undefined]);
    expect((await proofOf(story.world.process(), broadcastId))?.proof).toMatchObject({ waiting: 2, missing: 0 });
    story.world.clock.advance(1);
    expect(await on()).toBe('done');
    expect((await state()).winner).toEqual({
      ...{ variant: 'b', because: 'opens' },
      figures: { a: { delivered: 1, opened: 0, clicked: 0 }, b: { delivered: 1, opened: 1, clicked: 0 } },
    });
    expect(await got()).toEqual({ ...inTest, r2: 'rest b Other news', r3: 'rest b Other news' });
    const readStore = await readModel(story.world, broadcastResultsProjection);
    const ports = { ...story.world.process(), readStore };
    const { byVariant } = await resultsOf(ports, broadcastId, await state(), linksIn);
    expect(byVariant).toMatchObject({
      a: { recipients: 1, delivered: 1, opened: { people: 0, all: 1 }, unsubscribed: 0 },
      b: { recipients: 1, delivered: 1, opened: { people: 1, all: 1 }, unsubscribed: 0 },
    });
  });

  it('sends the rest variant A where nothing was counted', async () => {
    await sentTo({ ...byOpens, winnerBy: 'clicks' }, 'a', 'b', 'rest');
    await on();
    story.world.clock.advance(2 * hourMs);
    expect([await on(), (await state()).winner]).toMatchObject(['done', { variant: 'a', because: 'clicks' }]);
    expect(await got()).toEqual({ ...inTest, r2: 'rest a News' });
  });

  it('is not judged by a read model that has yet to be built again', async () => {
    await sentTo(byOpens, 'a', 'b', 'rest');
    await on();
    story.world.clock.advance(2 * hourMs);
    expect([await on('broadcast-results'), (await state()).winner]).toEqual(['later', undefined]);
    expect([await on(), (await state()).winner]).toMatchObject(['done', { variant: 'a' }]);
  });

  it('waits until a person chooses, where no rule does', async () => {
    await sentTo({ ...byOpens, winnerBy: 'manual' }, 'a', 'b', 'rest');
    await on();
    story.world.clock.advance(100 * hourMs);
    expect([await on(), (await state()).judgesAt, await got()]).toEqual(['later', null, inTest]);
    const none = { delivered: 0, opened: 0, clicked: 0 };
    await story.say({ type: 'ChooseWinner', teamId, variant: 'b', because: 'person', figures: { a: none, b: none } });
    expect([await on(), await got()]).toEqual(['done', { ...inTest, r2: 'rest b Other news' }]);
  });

  it('is sent where all are in the test, and chooses nothing', async () => {
    await sentTo({ ...byOpens, share: 100 }, 'a', 'b');
    expect([await on(), (await state()).status, (await state()).winner]).toEqual(['done', 'sent', undefined]);
    expect(await got()).toEqual(inTest);
  });

  it('keeps both contents that were sent, and lets go of those that were replaced', async () => {
    await story.test(byOpens);
    const replaced = (await state()).test?.content.blobId ?? '';
    await story.test(byOpens);
    await story.queue();
    const { content, test } = (await state()).sentAs ?? {};
    const stream = broadcastStream(broadcastId);
    const entries = [content?.blobId, test?.content.blobId, replaced].map((id) => ({ id }) as never);
    const gone = await broadcastOrphans(story.world.process(), stream, entries);
    expect(gone.map(({ id }) => id)).toEqual([replaced]);
  });
});
