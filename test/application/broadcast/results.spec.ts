import { clickedLinksOf } from '../../../src/application/broadcast/clicked-links.js';
import { loadBroadcast } from '../../../src/application/broadcast/broadcast-streams.js';
import { linkNames } from '../../../src/application/broadcast/link-names.js';
import { recipientsOf, type RecipientType } from '../../../src/application/broadcast/recipients.js';
import { resultsOf } from '../../../src/application/broadcast/results.js';
import { proofOf } from '../../../src/application/broadcast/proof.js';
import { leave } from '../../../src/application/unsubscribe/leave.js';
import { leaveToken } from '../../../src/application/unsubscribe/leave-link.js';
import { broadcastResultsProjection } from '../../../src/projections/broadcast-results/broadcast-results.projection.js';
import { linksIn } from '../../../src/infrastructure/html/read-links.js';
import { broadcastId, BroadcastStory } from '../../support/broadcasting.js';
import { readModel } from '../../support/read-model.js';
import { ownWrites, teamId } from '../../support/world.js';

const names = ['taken', 'clicked', 'robot', 'bounced', 'waits', 'held', 'left'];

async function told() {
  const story = await BroadcastStory.begin(
    '<a href="https://example.com/0">0</a><a href="https://example.com/1">1</a>',
  );
  const members = await Promise.all(names.map((name) => story.member(`${name}@one.test`)));
  await story.queue();
  await story.freeze(
    members.map((each, index) => (names[index] === 'left' ? { ...each, skipped: 'unsubscribed' } : each)),
  );
  await story.endChunk(0, await story.open(0, 0, 1, 2, 3, 4, 5));
  for (const member of [0, 1, 2]) await story.answer(0, member, 250);
  await story.answer(0, 3, 550);
  await story.happens(0, 5, () => ({ type: 'SuppressRecipients', recipients: [{ recipient: 0, reason: 'manual' }] }));
  await story.hit(0, 0, 'person', null);
  for (const link of [null, 0, 0, 1]) await story.hit(0, 1, 'person', link);
  for (const link of [null, 0]) await story.hit(0, 2, 'scanner', link);
  const { hash, ...ports } = story.world.process();
  const emailId = await story.emailId(0, 0);
  const readStore = await readModel(story.world, broadcastResultsProjection);
  const dailyLimits = { joinAgain: async () => undefined };
  const writes = { ...ports, hash, readStore, ownWrites, dailyLimits };
  const visitor = { ip: '192.0.2.7', userAgent: null };
  const token = leaveToken(hash, { emailId, recipient: 0 });
  await leave(writes, { token, choice: 'own', formToken: null, visitor, correlationId: 'r' });
  return { story, ports: { ...ports, readStore: await readModel(story.world, broadcastResultsProjection) } };
}

describe('the results of a broadcast', () => {
  it('count each member once, people and machines apart, by receiver, link and hour', async () => {
    const { ports } = await told();
    const { state } = await loadBroadcast(ports, broadcastId);
    if (state === null) throw new Error('there is no broadcast');
    const results = await resultsOf(ports, broadcastId, state, linksIn);
    const seen = { opened: { people: 2, all: 3 }, clicked: { people: 1, all: 2 } };
    expect(results).toMatchObject({
      ...{ planned: 7, sent: 4, delivered: 3, bounced: 1, complained: 0, unsubscribed: 1, suppressed: 1 },
      ...{ skipped: { unsubscribed: 1, manual: 1 }, failed: 0, unknown: 0, waiting: 1, retired: 0, ...seen },
      bouncedBy: { permanent: 1, transient: 0, undetermined: 0 },
      byReceiver: { other: { delivered: 3, bounced: 1, ...seen } },
      byLink: [
        { url: 'https://example.com/0', clicks: 2, uniqueClicks: 1 },
        { url: 'https://example.com/1', clicks: 1, uniqueClicks: 1 },
      ],
    });
    expect([...results.byHour.values()]).toEqual([{ delivered: 3, opened: 2, clicked: 1 }]);
    const proof = (await proofOf(ports, broadcastId))?.proof;
    expect(proof).toMatchObject({ sent: results.delivered, skipped: results.skipped, waiting: results.waiting });
  });

  it('list the recipients of each kind, by address and page by page', async () => {
    const { ports } = await told();
    const list = async (type: RecipientType, more: object = {}) => {
      const found = await recipientsOf(ports, { teamId, broadcastId, type, page: { limit: 10 }, ...more });
      return found.rows.map(({ address }) => address?.split('@')[0]).sort();
    };
    expect(await list('sent')).toEqual(['bounced', 'clicked', 'robot', 'taken']);
    expect(await list('delivered')).toEqual(['clicked', 'robot', 'taken']);
    expect(await list('opened')).toEqual(['clicked', 'taken']);
    expect(await list('clicked')).toEqual(['clicked']);
    expect(await list('bounced')).toEqual(['bounced']);
    expect(await list('bounced', { bounceType: 'transient' })).toEqual([]);
    expect(await list('suppressed')).toEqual(['held']);
    expect(await list('complained')).toEqual([]);
    expect(await list('unsubscribed')).toEqual(['taken']);
    expect(await list('unsubscribed', { address: 'taken@one' })).toEqual(['taken']);
    expect(await list('unsubscribed', { address: 'robot@one' })).toEqual([]);
    expect(await list('delivered', { address: 'Taken@one.test' })).toEqual(['taken']);
    const page = (at: object) =>
      recipientsOf(ports, { teamId, broadcastId, type: 'delivered', page: { limit: 2, ...at } });
    const first = await page({});
    const second = await page({ after: first.rows[1]?.id ?? '' });
    expect([first.rows.length, first.hasMore, second.rows.length, second.hasMore]).toEqual([2, true, 1, false]);
    expect((await page({ before: second.rows[0]?.id ?? '' })).rows).toEqual(first.rows);
  });

  it('stay whole when a person is erased, and no longer name them', async () => {
    const { story, ports } = await told();
    await story.erase('clicked@one.test');
    const readStore = await readModel(story.world, broadcastResultsProjection);
    const erased = { ...ports, readStore };
    const { state } = await loadBroadcast(ports, broadcastId);
    if (state === null) throw new Error('there is no broadcast');
    expect(await resultsOf(erased, broadcastId, state, linksIn)).toMatchObject({
      planned: 7,
      delivered: 3,
      clicked: { people: 1 },
    });
    const { rows } = await recipientsOf(erased, { teamId, broadcastId, type: 'clicked', page: { limit: 10 } });
    expect(rows).toMatchObject([{ address: null, links: [{ url: null }, { url: null }] }]);
    const nameOf = await linkNames(ports, state.sentAs, linksIn);
    expect(await clickedLinksOf(erased, broadcastId, nameOf)).toEqual([
      { url: 'https://example.com/0', clicks: 2, uniqueClicks: 1 },
      { url: 'https://example.com/1', clicks: 1, uniqueClicks: 1 },
    ]);
    expect(
      JSON.stringify(
        await readStore.list(broadcastResultsProjection, { equals: {}, orderBy: 'id', direction: 'asc', limit: 100 }),
      ),
    ).not.toContain('clicked@one.test');
  });
});
