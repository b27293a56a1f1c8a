import type { Dimension } from '../../../src/application/metrics/metrics-request.js';
import { handle } from '../../../src/application/shared/handle.js';
import { email } from '../../../src/domain/email/email.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { metricsProjection } from '../../../src/projections/metrics/metrics.projection.js';
import { readModel } from '../../support/read-model.js';
import { dayMs, hourMs } from '../../support/retaining.js';
import { context, teamId } from '../../support/world.js';
import { Story, whole } from '../../support/metrics-story.js';
import fc, { runs } from '../../support/properties.js';

describe('figures that outlive their mails', () => {
  let story: Story;
  beforeEach(async () => {
    story = await Story.begin();
  });

  const expectEverywhere = async (figures: readonly unknown[]): Promise<void> => {
    expect(await story.answers()).toEqual(figures);
    expect(await story.rebuiltAnswers()).toEqual(figures);
    expect(await story.unscavengedAnswers(true)).toEqual(figures);
  };

  it('are the same before and after, and after a rebuild', async () => {
    const first = await story.send();
    await story.answer(first, [250, 451]);
    const other = await story.send('example.net');
    await story.answer(other, [550, 250]);
    story.world.clock.advance(20 * 60_000);
    await story.answer(first, [null, 250]);
    await story.follow();
    const before = await story.answers();
    expect(before[0]).toMatchObject({ totals: { sent: 4, delivered: 3, bounced: 1, bounce_rate: 25 } });
    story.world.clock.advance(2 * dayMs);
    await story.retire();
    expect(story.retired).toBe(2);
    await expectEverywhere(before);
  });

  it('are closed once for all mails of a day that are settled, and again for one that took longer', async () => {
    const slow = await story.send();
    await story.answer(slow, [250, 451]);
    for (let count = 0; count < 3; count += 1) await story.answer(await story.send(), [250, 250]);
    story.world.clock.advance(30 * hourMs);
    await story.retire();
    expect([story.retired, await story.closings()]).toEqual([3, 1]);
    await story.answer(slow, [null, 250]);
    await story.follow();
    const before = await story.answers();
    story.world.clock.advance(30 * hourMs);
    await story.retire();
    expect([story.retired, await story.closings()]).toEqual([4, 2]);
    await expectEverywhere(before);
  });

  it('follow a late word about a mail that they hold already', async () => {
    const mails = [await story.send(), await story.send()];
    for (const emailId of mails) await story.answer(emailId, [550, 250]);
    await story.follow();
    const [held = ''] = mails;
    const close = story.anotherCloser();
    expect(await close({ teamId, emailId: held, lastPosition: await story.lastOf(held) })).toBe(true);
    await story.follow();
    await story.answer(held, [250, null]);
    await story.follow();
    const told = await story.answers();
    expect(told[0]).toMatchObject({ totals: { sent: 4, delivered: 3, bounced: 1 } });
    await expectEverywhere(told);
    story.world.clock.advance(dayMs);
    await story.retire();
    expect([story.retired, await story.closings()]).toEqual([2, 2]);
    await expectEverywhere(told);
  });

  it('hold who opened what, and follow who opens it later', async () => {
    const mails = [await story.sendTracked(), await story.sendTracked({ opens: true, clicks: false })];
    for (const emailId of mails) {
      await story.answer(emailId, [250]);
      await story.hit(emailId, 'open', 'scanner');
    }
    const [held = ''] = mails;
    for (const kind of ['open', 'open', 'click'] as const) await story.hit(held, kind);
    await story.follow();
    const close = story.anotherCloser();
    expect(await close({ teamId, emailId: held, lastPosition: await story.lastOf(held) })).toBe(true);
    await story.follow();
    await story.hit(held, 'click', 'scanner');
    await story.hit(mails[1] ?? '', 'open');
    await story.follow();
    const told = await story.answers();
    const figures = { opened: 3, opened_all: 5, unique_opened: 2, unique_opened_all: 2, tracked_open_rate: 100 };
    const clicked = { clicked: 1, clicked_all: 2, unique_clicked: 1, clicks_tracked: 1, tracked_click_rate: 100 };
    expect(told[0]).toMatchObject({ totals: { opens_tracked: 2, ...figures, ...clicked, click_rate: 50 } });
    await expectEverywhere(told);
    story.world.clock.advance(2 * dayMs);
    await story.retire();
    expect(story.retired).toBe(2);
    await expectEverywhere(told);
  });

  it('need no closing where nothing was tried', async () => {
    const scheduled = await story.send();
    await handle(
      story.world.process(),
      email,
      streamName('email', scheduled),
      { type: 'GiveUp', reason: 'erased', recipients: [] },
      { context, region: null },
    );
    await story.follow();
    expect(
      await story.anotherCloser()({ teamId, emailId: scheduled, lastPosition: await story.lastOf(scheduled) }),
    ).toBe(true);
    expect(await story.closings()).toBe(0);
  });

  it('let no mail go while the projection lags', async () => {
    await story.answer(await story.send(), [250, 250]);
    story.world.clock.advance(2 * dayMs);
    story.lags = true;
    await story.retire();
    expect([story.retired, await story.closings()]).toEqual([0, 0]);
    story.lags = false;
    await story.retire();
    expect([story.retired, await story.closings()]).toEqual([1, 1]);
  });

  it('are never built on older ones, by whoever has not seen the last closing', async () => {
    const first = await story.send();
    await story.answer(first, [250, 250]);
    const stale = await readModel(story.world, metricsProjection);
    const lastPosition = await story.lastOf(first);
    await story.follow();
    expect(await story.anotherCloser()({ teamId, emailId: first, lastPosition })).toBe(true);
    expect(await story.anotherCloser(stale)({ teamId, emailId: first, lastPosition })).toBe(false);
    expect(await story.closings()).toBe(1);
  });

  it('name no mail: a row for each has only those that are there', async () => {
    await story.answer(await story.send(), [250, 250]);
    story.world.clock.advance(2 * dayMs);
    const young = await story.send();
    await story.answer(young, [250, 550]);
    await story.retire();
    const dimensions: readonly Dimension[] = ['email'];
    const asked = { ...whole, dimensions, metrics: ['sent', 'bounced'] } as const;
    expect(await story.answers([asked, { ...asked, dimensions: [], emailIds: [young] }])).toEqual([
      { totals: { sent: 4, bounced: 1 }, rows: [{ emailId: young, figures: { sent: 2, bounced: 1 } }] },
      { totals: { sent: 2, bounced: 1 }, rows: undefined },
    ]);
  });

  it('are read again where a day is closed and its mails go while they are summed', async () => {
    for (let count = 0; count < 3; count += 1) await story.answer(await story.send(), [250, 250]);
    await story.follow();
    const before = await story.answers([whole]);
    story.world.clock.advance(2 * dayMs);
    const list = story.readStore.list.bind(story.readStore);
    let isPending = true;
    story.readStore.list = async (shape, query) => {
      if (query.equals.kind === 'sums' && isPending) {
        isPending = false;
        await story.retire();
      }
      return list(shape, query);
    };
    expect(await story.answers([whole])).toEqual(before);
    expect(story.retired).toBe(3);
  });

  const happening = fc.oneof(
    fc.record({ kind: fc.constant('send' as const), domain: fc.constantFrom('example.com', 'example.net') }),
    fc.record({
      kind: fc.constant('answer' as const),
      mail: fc.nat(7),
      codes: fc.array(fc.constantFrom(250, 550, 250, 550, 451, null), { minLength: 2, maxLength: 2 }),
    }),
    fc.record({ kind: fc.constant('send-tracked' as const) }),
    fc.record({
      kind: fc.constant('hit' as const),
      mail: fc.nat(7),
      what: fc.constantFrom('open' as const, 'click' as const),
      judged: fc.constantFrom('person' as const, 'scanner' as const),
    }),
    fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(0.2, 7, 20) }),
    fc.record({ kind: fc.constant('retire' as const), hours: fc.constantFrom(0, 26) }),
  );

  it('equal the sums over all mails that ever were, whatever happens in whatever order', async () => {
    let retired = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 10, maxLength: 30 }), async (happenings) => {
        story = await Story.begin();
        const sent: string[] = [];
        for (const what of happenings) {
          if (what.kind === 'send') sent.push(await story.send(what.domain));
          else if (what.kind === 'send-tracked') sent.push(await story.sendTracked());
          else if (what.kind === 'hit') await story.hitWhereThere(sent[what.mail], what.what, what.judged);
          else if (what.kind === 'answer') await story.answerWhereThere(sent[what.mail], what.codes);
          else story.world.clock.advance(what.hours * hourMs);
          await story.follow();
          if (what.kind !== 'retire') continue;
          await story.retire();
          expect(await story.answers()).toEqual(await story.unscavengedAnswers(false));
        }
        await expectEverywhere(await story.unscavengedAnswers(false));
        retired += story.retired;
      }),
      { numRuns: runs(40) },
    );
    expect(retired).toBeGreaterThan(0);
  }, 300_000);
});
