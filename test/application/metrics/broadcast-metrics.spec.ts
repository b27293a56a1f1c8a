import { getEmailMetrics } from '../../../src/application/metrics/get-email-metrics.js';
import { broadcastsProjection } from '../../../src/projections/broadcasts/broadcasts.projection.js';
import { metricsProjection } from '../../../src/projections/metrics/metrics.projection.js';
import { accepting, mailTo } from '../../support/accepting.js';
import { broadcastId, BroadcastStory } from '../../support/broadcasting.js';
import { whole } from '../../support/metrics-story.js';
import { readModel } from '../../support/read-model.js';
import { teamId } from '../../support/world.js';

describe('metrics of broadcasts', () => {
  it('count only emails of broadcasts, those that are named, with a row for each', async () => {
    const story = await BroadcastStory.begin();
    await story.queue();
    await story.freeze(await Promise.all(['ann', 'bob'].map((name) => story.member(`${name}@one.test`))));
    await story.open(0, 0, 1);
    await story.answer(0, 0, 250);
    await story.answer(0, 1, 550);
    await accepting(story.world).send(mailTo(['cid@one.test']));
    const readStore = await readModel(story.world, metricsProjection);
    await readModel(story.world, broadcastsProjection, readStore);
    const now = story.world.clock.now();
    const range = {
      ...whole,
      fromMs: now - 86_400_000,
      untilMs: now + 86_400_000,
      metrics: ['sent', 'delivered'],
    } as const;
    const ask = (more: object) => getEmailMetrics({ readStore }, { teamId, request: { ...range, ...more } });
    const totals = { sent: 2, delivered: 1 };
    const rows = [{ broadcast: { id: broadcastId, name: 'News' }, figures: totals }];
    expect(await ask({ dimensions: ['broadcast'] })).toEqual({ totals, rows });
    expect(await ask({ broadcastIds: [broadcastId], dimensions: ['broadcast'] })).toEqual({ totals, rows });
    const none = { totals: { sent: 0, delivered: 0 }, rows: undefined };
    expect(await ask({ broadcastIds: [teamId] })).toEqual(none);
    expect(await ask({ broadcastIds: [broadcastId], domainIds: [teamId] })).toEqual(none);
    const another = { teamId: broadcastId, request: { ...range, broadcastIds: [broadcastId] } };
    expect(await getEmailMetrics({ readStore }, another)).toEqual(none);
  });
});
