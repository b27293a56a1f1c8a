import { createDayCloser } from '../../src/application/metrics/close-day.js';
import { getEmailMetrics } from '../../src/application/metrics/get-email-metrics.js';
import { allMetricNames, type MetricsRequest } from '../../src/application/metrics/metrics-request.js';
import type { StoredEvent } from '../../src/application/ports/event-store.js';
import { handle, load } from '../../src/application/shared/handle.js';
import { email } from '../../src/domain/email/email.js';
import type { EmailAccepted, EmailClicked, EmailOpened } from '../../src/domain/email/events.js';
import { plain } from '../../src/domain/shared/personal.js';
import type { HitCause } from '../../src/domain/tracking/judge-hit.js';
import type { Position, Recorded } from '../../src/domain/shared/recorded.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { filterOf } from '../../src/infrastructure/projection-runner/fold-page.js';
import { metricsProjection } from '../../src/projections/metrics/metrics.projection.js';
import { accepting, idOf, mailTo } from './accepting.js';
import { policy } from './email-facts.js';
import { MemoryReadStore } from './memory-read-store.js';
import { foldStored, readModel } from './read-model.js';
import { reply } from './recorded-events.js';
import { dayMs, hourMs, retaining } from './retaining.js';
import { context, teamId, World } from './world.js';

const begin = Date.parse('2026-03-02T10:00:00.000Z');
export const whole: MetricsRequest = {
  fromMs: begin - dayMs,
  untilMs: begin + 60 * dayMs,
  timeZone: 'UTC',
  granularity: 'daily',
  metrics: allMetricNames,
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
export class Story {
  readonly readStore = new MemoryReadStore();
  private readonly retention: ReturnType<typeof retaining>;
  /** Events of all emails, gone or not. */
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
      whenProcessed: async (_name, position) =>
        !this.lags && ((await readStore.checkpoint(metricsProjection)) ?? '') >= position,
    });
  }

  async send(domain = 'example.com'): Promise<string> {
    const from = { name: null, address: `news@${domain}` };
    return idOf(await accepting(this.world).send(mailTo(['ada@one.test', 'bo@two.test'], { from })));
  }

  /** To one recipient. */
  async sendTracked(tracking = { opens: true, clicks: true }): Promise<string> {
    const accept = accepting(this.world, { tracking: { host: 'links.example.com', ...tracking } });
    return idOf(await accept.send(mailTo(['ada@one.test'], { html: '<p>Hello</p>' })));
  }

  /** Opened, or its first link followed. */
  async hit(emailId: string, kind: 'open' | 'click', judged: HitCause = 'person'): Promise<void> {
    const process = this.world.process();
    const stream = streamName('email', emailId);
    const loaded = await load(process, email, stream, true);
    const [opening] = loaded.events as readonly Recorded<EmailAccepted>[];
    const kid = opening?.event.data.recipients[0]?.mailbox.kid;
    if (kid === undefined) throw new Error('there is no such mail');
    const at = new Date(this.world.clock.now()).toISOString();
    const hit = { hitId: process.ids.next(), at, recipient: 0, judged, sign: 'sign', rules: 1 };
    const seen = { ipAddress: '192.0.2.1', userAgent: 'Mozilla/5.0' };
    const event: EmailOpened | EmailClicked =
      kind === 'open'
        ? { type: 'EmailOpened', data: { ...hit, seen: plain(kid, seen) } }
        : {
            type: 'EmailClicked',
            data: { ...hit, link: 0, seen: plain(kid, { ...seen, url: 'https://example.com/' }) },
          };
    const command = { type: 'RecordHits', hits: [event] } as const;
    await handle(process, email, stream, command, { context, region: null }, { loaded, personal: true });
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
      return code === null
        ? []
        : [{ recipient, reply: reply(mailbox.kid, code, '5.1.1', 'So.', code < 400 ? 'dot' : 'rcpt') }];
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
    if (emailId !== undefined && (await this.isThere(emailId))) await this.answer(emailId, codes);
  }

  async hitWhereThere(emailId: string | undefined, ...hit: [kind: 'open' | 'click', judged: HitCause]): Promise<void> {
    if (emailId !== undefined && (await this.isThere(emailId))) await this.hit(emailId, ...hit);
  }

  private async isThere(emailId: string): Promise<boolean> {
    return (await this.world.emailTypes(emailId)).length > 0;
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
    const ask = (request: MetricsRequest) => getEmailMetrics({ readStore }, { teamId, request });
    return Promise.all(requests.map(ask));
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
