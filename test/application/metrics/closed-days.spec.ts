import fc from 'fast-check';
import { createDayCloser } from '../../../src/application/metrics/close-day.js';
import { createGetEmailMetrics } from '../../../src/application/metrics/get-email-metrics.js';
import {
  type Dimension,
  GetEmailMetricsQuery,
  type MetricsRequest,
  metricNames,
} from '../../../src/application/metrics/metrics.queries.js';
import type { StoredEvent } from '../../../src/application/ports/event-store.js';
import { handle, load } from '../../../src/application/shared/handle.js';
import { email } from '../../../src/domain/email/email.js';
import type { EmailAccepted } from '../../../src/domain/email/events.js';
import type { Position, Recorded } from '../../../src/domain/shared/recorded.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { filterOf } from '../../../src/infrastructure/projection-runner/fold-page.js';
import { domainsProjection } from '../../../src/projections/domains/domains.projection.js';
import { metricsProjection } from '../../../src/projections/metrics/metrics.projection.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { policy } from '../../support/email-facts.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { foldStored, readModel } from '../../support/read-model.js';
import { reply } from '../../support/recorded-events.js';
import { dayMs, hourMs, retaining } from '../../support/retaining.js';
import { context, teamId, World } from '../../support/world.js';

const begin = Date.parse('2026-03-02T10:00:00.000Z');
const whole: MetricsRequest = {
  fromMs: begin - dayMs,
  untilMs: begin + 60 * dayMs,
  timeZone: 'UTC',
  granularity: 'daily',
  metrics: metricNames,
  dimensions: [],
  domainIds: undefined,
  emailIds: undefined,
  broadcastIds: undefined,
};
/** What is asked before and after: the whole, by zones that are an odd number of quarters off, and a part of a day. */
const questions: readonly MetricsRequest[] = [
  whole,
  { ...whole, dimensions: ['period', 'domain'], timeZone: 'Asia/Kathmandu' },
  {
    ...whole,
    dimensions: ['period'],
    granularity: 'hourly',
    timeZone: 'Australia/Eucla',
    untilMs: begin + hourMs * 30,
  },
  { ...whole, fromMs: begin + 7 * 60_000, untilMs: begin + 2 * dayMs + 11 * 60_000 },
];

/** A world whose mails are retired a day after their last word. */
class Story {
  readonly readStore = new MemoryReadStore();
  private readonly retention: ReturnType<typeof retaining>;
  /** Of mails, gone or not. */
  private readonly everStored = new Map<string, StoredEvent>();
  lags = false;

  private constructor(readonly world: World) {
    this.retention = retaining(world, { afterMs: dayMs, figuresClosed: this.anotherCloser() });
  }

  static async begin(): Promise<Story> {
    const world = await World.create();
    for (const name of ['example.com', 'example.net']) await world.addDomain(name);
    return new Story(world);
  }

  anotherCloser(readStore = this.readStore): ReturnType<typeof createDayCloser> {
    return createDayCloser({
      ...this.world.process(),
      readStore,
      metrics: metricsProjection,
      whenProcessed: async (_name, position) =>
        !this.lags && ((await readStore.checkpoint(metricsProjection)) ?? '') >= position,
    });
  }

  async send(domain = 'example.com'): Promise<string> {
    const from = { name: null, address: `news@${domain}` };
    return idOf(await accepting(this.world).send(mailTo(['ada@one.test', 'bo@two.test'], { from })));
  }

  /** What the receivers said, by the recipient's number; null: nothing. */
  async answer(emailId: string, codes: readonly (number | null)[]): Promise<void> {
    const { world } = this;
    const process = world.process();
    const stream = streamName('email', emailId);
    const loaded = await load(process, email, stream, true);
    const [opening] = loaded.events as readonly Recorded<EmailAccepted>[];
    const answers = (opening?.event.data.recipients ?? []).flatMap(({ mailbox }, recipient) => {
      const code = codes[recipient] ?? null;
      return code === null ? [] : [{ recipient, reply: reply(mailbox.kid, code, '5.1.1', 'So.') }];
    });
    const nowMs = world.clock.now();
    const command = {
      type: 'RecordAnswers',
      attemptId: 'a',
      answers,
      mxSet: 'mx',
      answeredBy: 'mx',
      policy,
      nowMs,
      jitter: 0,
    } as const;
    await handle(process, email, stream, command, { context, region: null }, { loaded, personal: true });
  }

  /** Lets the projection follow, and remembers what there is. */
  async follow(): Promise<void> {
    const { events } = await this.world.store.readAll({ limit: 100_000, filter: filterOf(metricsProjection) });
    for (const event of events) this.everStored.set(event.id, event);
    await readModel(this.world, metricsProjection, this.readStore);
  }

  async retire(): Promise<void> {
    await this.retention.seal();
    await this.follow();
    await this.retention.retireMails();
    await this.follow();
  }

  async answerWhereThere(emailId: string | undefined, codes: readonly (number | null)[]): Promise<void> {
    if (emailId !== undefined && (await this.world.emailTypes(emailId)).length > 0) await this.answer(emailId, codes);
  }

  async lastOf(emailId: string): Promise<Position> {
    const last = await this.world.store.readLast(streamName('email', emailId));
    if (last === undefined) throw new Error('there is no such mail');
    return last.position;
  }

  get retired(): number {
    return this.retention.retired.reduce((sum, count) => sum + count, 0);
  }

  async closings(): Promise<number> {
    return (await this.world.streamsWith('DayClosed')).length;
  }

  /** From what the projection holds. */
  answers(requests = questions, readStore = this.readStore): Promise<readonly unknown[]> {
    const ask = createGetEmailMetrics({ readStore, metrics: metricsProjection, domains: domainsProjection });
    return Promise.all(requests.map((request) => ask(new GetEmailMetricsQuery(teamId, request))));
  }

  /** From a rebuild over what the log holds. */
  async rebuiltAnswers(): Promise<readonly unknown[]> {
    return this.answers(questions, await readModel(this.world, metricsProjection));
  }

  /** From a rebuild over a log that still shows what was removed, with or without the facts that say so. */
  async unscavengedAnswers(withRetirement: boolean): Promise<readonly unknown[]> {
    const ever = [...this.everStored.values()].sort((a, b) => (a.position < b.position ? -1 : 1));
    const shown = ever.filter(({ stream }) => withRetirement || stream.startsWith('email-'));
    return this.answers(questions, await foldStored(this.world, metricsProjection, shown, ever.at(-1)?.position));
  }
}

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
      if (query.equals.kind === 'mail' && isPending) {
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
      { numRuns: 40 },
    );
    expect(retired).toBeGreaterThan(0);
  }, 300_000);
});
