import { jest } from '@jest/globals';
import { messageId } from '../../../src/application/webhook/message-id.js';
import { kidOf, plain } from '../../../src/domain/shared/personal.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { mailStream } from '../../support/encoded-log.js';
import type { WebhookTarget } from '../../../src/domain/webhook/events.js';
import { fakeTimeouts } from '../../support/fake-timeouts.js';
import { createGate, type Gate } from '../../support/gate.js';
import fc, { runs } from '../../support/properties.js';
import { idAt, teamId } from '../../support/recorded-events.js';
import { answering, ok, webhookId } from '../../support/webhooks.js';
import { PartitionStage } from './partition-stage.js';
import { type Mode, SettingsModel } from './settings-model.js';

const endpointKid = kidOf(idAt(800), 0);
const stream = streamName('webhook', webhookId(1));
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Longer than a look, an append of what was collected, and a message's pace. */
const workMs = 1_500;

/** What is changed of an endpoint. */
type Change =
  | { readonly does: 'switch-off' | 'switch-on' | 'rotate' | 'restart' }
  | { readonly does: 'order'; readonly ordered: boolean }
  | { readonly does: 'pace'; readonly perSecond: number | null }
  | { readonly does: 'types'; readonly types: readonly string[] | null }
  | { readonly does: 'domain' | 'tags'; readonly isOurs: boolean }
  | { readonly does: 'redirect'; readonly path: number };
type Step =
  | Change
  /** With a request under way that is answered behind it. */
  | { readonly does: 'during'; readonly change: Change }
  | { readonly does: 'mail' | 'delivery' | 'replay' }
  | { readonly does: 'answer'; readonly mode: Mode }
  | { readonly does: 'pass'; readonly ms: number };

const just = <Does extends Exclude<Step['does'], 'x'>>(does: Does) => fc.constant({ does });
const settings = [
  fc.record({ does: fc.constant('order' as const), ordered: fc.boolean() }),
  fc.record({ does: fc.constant('pace' as const), perSecond: fc.constantFrom(null, 500) }),
  fc.record({ does: fc.constant('redirect' as const), path: fc.integer({ min: 2, max: 4 }) }),
  just('rotate'),
  just('restart'),
  just('switch-off'),
  just('switch-on'),
];
const filters = [
  fc.record({ does: fc.constant('types' as const), types: fc.constantFrom(null, ['email.sent'], ['email.delivered']) }),
  fc.record({ does: fc.constantFrom('domain' as const, 'tags' as const), isOurs: fc.boolean() }),
];
const during = fc.record({ does: fc.constant('during' as const), change: fc.oneof(...settings, ...filters) });
const passes = (...ms: readonly number[]) =>
  fc.record({ does: fc.constant('pass' as const), ms: fc.constantFrom(...ms) });
const answers = (...modes: readonly Mode[]) =>
  fc.record({ does: fc.constant('answer' as const), mode: fc.constantFrom(...modes) });
const traffic = [just('mail'), just('mail'), just('delivery')];

/** The endpoint, what is done to it, and what the plain model says of that. */
class Trial {
  readonly model: SettingsModel;
  private mails = 1;
  private deliveredUpTo = 1;
  private path = 1;
  private tags: WebhookTarget['tags'] = [];
  /** While requests are not answered. */
  private held: Gate | undefined;
  private replays = 0;
  private mode: Mode = 'takes';

  private constructor(readonly stage: PartitionStage) {
    this.model = new SettingsModel(stage.world.clock.now());
    stage.sender.answer = async () => {
      await this.held?.opened;
      if (this.mode === 'takes') return ok;
      return this.mode === 'fails' ? answering(500) : { ...answering(503), wantsNoMore: true };
    };
  }

  static async begin(): Promise<Trial> {
    const stage = await PartitionStage.create();
    await stage.register();
    await stage.run();
    const trial = new Trial(stage);
    await trial.work();
    return trial;
  }

  get nowMs(): number {
    return this.stage.world.clock.now();
  }

  /** Everything that can be done is done. */
  async work(ms = workMs): Promise<void> {
    await this.stage.fold();
    await jest.advanceTimersByTimeAsync(ms);
    await this.stage.fold();
  }

  async does(step: Step): Promise<void> {
    const { stage, model } = this;
    switch (step.does) {
      case 'mail':
        this.mails += 1;
        await stage.log.acceptMail(this.mails);
        return this.heard(this.mails, 'email.sent');
      case 'delivery':
        if (this.deliveredUpTo === this.mails) return;
        this.deliveredUpTo += 1;
        await stage.log.deliver(this.deliveredUpTo);
        return this.heard(this.deliveredUpTo, 'email.delivered');
      case 'answer':
        this.mode = model.mode = step.mode;
        return;
      case 'pass':
        stage.world.clock.advance(step.ms);
        return;
      case 'order':
        model.isOrdered = step.ordered;
        return stage.change({ ordered: step.ordered });
      case 'pace':
        return stage.change({ perSecond: step.perSecond });
      case 'types':
        model.types = step.types;
        return stage.change({ events: step.types });
      case 'domain':
        model.isOfOurDomain = step.isOurs;
        return stage.change({ domainIds: step.isOurs ? [] : [idAt(999)] });
      case 'redirect': {
        if (this.path === step.path) return;
        this.path = step.path;
        // What failed in the very millisecond belongs to neither side.
        stage.world.clock.advance(1);
        model.redirect(this.nowMs);
        return this.changeTarget();
      }
      case 'tags': {
        const tags = [{ name: 'kind', value: step.isOurs ? 'welcome' : 'other' }];
        if (tags[0]?.value === this.tags[0]?.value) return;
        this.tags = tags;
        model.hasOurTag = step.isOurs;
        return this.changeTarget();
      }
      case 'during':
        return this.during(step.change);
      case 'switch-off':
        model.switchOff();
        return stage.change({}, 'disabled');
      case 'switch-on':
        stage.world.clock.advance(1);
        model.switchOn(this.nowMs);
        return stage.change({}, 'enabled');
      case 'rotate': {
        const secret = plain(endpointKid, 'whsec_BBBB');
        return stage.ask({ type: 'RotateWebhookSecret', teamId, secret, nowMs: this.nowMs });
      }
      case 'restart':
        await this.restart();
        return;
      case 'replay':
        return this.replay();
    }
  }

  private changeTarget(): Promise<void> {
    const url = `https://app.example.com/${this.path}`;
    return this.stage.change({ target: plain(endpointKid, { url, headers: [], tags: this.tags }) });
  }

  private async during(change: Change): Promise<void> {
    const { model } = this;
    await this.does({ does: 'mail' });
    if (!model.canBeginAll(this.nowMs)) {
      model.step(this.nowMs);
      await this.work();
      return this.does(change);
    }
    this.held = createGate();
    model.begin(this.nowMs);
    await this.work();
    if (change.does === 'restart') model.cut();
    await this.does(change);
    if (change.does === 'restart') model.begin(this.nowMs);
    await this.work();
    model.finish(this.nowMs);
    this.held.open();
    this.held = undefined;
    await this.work();
  }

  async end(): Promise<void> {
    let hasStopped = false;
    const stopping = this.stage.stop().finally(() => (hasStopped = true));
    while (!hasStopped) await jest.advanceTimersByTimeAsync(workMs);
    await stopping;
    await this.stage.fold();
  }

  private async restart(): Promise<void> {
    await this.end();
    await this.stage.run();
  }

  private async heard(mail: number, type: string): Promise<void> {
    const events = await this.stage.world.store.readStream(mailStream(mail));
    const event = type === 'email.sent' ? events[0] : events.at(-1);
    this.model.event(messageId(this.stage.world.process().hash, event!.id, webhookId(1), 0), type);
  }

  private async replay(): Promise<void> {
    const { stage, model } = this;
    if (!model.isOn) return;
    this.replays += 1;
    const scope = { kind: 'failed', since: '2024-01-01T00:00:00.000Z' } as const;
    await stage.ask({ type: 'RequestReplay', teamId, replay: { replayId: `r${this.replays}`, scope } });
    model.replayFailed(this.nowMs);
    // It goes slower and slower while the endpoint is down.
    const isThrough = async (): Promise<boolean> => {
      const ends = (await stage.world.types(stream)).filter((type) => /^WebhookReplay(Completed|Stopped)$/.test(type));
      return ends.length === this.replays;
    };
    for (let waited = 0; waited < 60 && !(await isThrough()); waited += 1) await this.work();
  }
}

const outcomes = { success: 'sent', attempting: 'waiting', failed: 'given up' } as const;
/** That it was given up, or dropped, is one to its document. */
const seen = { sent: 'sent', waiting: 'waiting', 'given-up': 'given up', dropped: 'given up' } as const;

async function asTheModelSays(steps: readonly Step[]): Promise<void> {
  const trial = await Trial.begin();
  const { stage, model } = trial;
  for (const step of steps) {
    await trial.does(step);
    model.step(trial.nowMs);
    await trial.work();
    const documents = (await stage.messages()).map(({ id, status, attempts }) => [id, outcomes[status], attempts]);
    const met = model.messages.filter(({ attempts }) => attempts > 0);
    const expected = met.map(({ id, outcome, attempts }) => [id, seen[outcome], attempts] as const);
    expect(documents).toEqual(expected.sort(([a], [b]) => (a < b ? -1 : 1)));
    if (model.isOrdered) expect(stage.sender.sent.map(({ messageId: id }) => id)).toEqual(model.requests);
    else expect(stage.sender.sent.map(({ messageId: id }) => id).sort()).toEqual([...model.requests].sort());
    // Requests of one instant, in whatever order they were sent.
    model.requests.splice(0, Infinity, ...stage.sender.sent.map(({ messageId: id }) => id));
    const state = (await stage.world.types(stream)).findLast((type) => /^Webhook(Dis|En)abled$/.test(type));
    expect(state === 'WebhookDisabled').toBe(!model.isOn);
  }
  await trial.end();
  const failing = (await stage.progress())?.failing.map(({ since }) => Date.parse(since)) ?? [];
  if (model.isOn) expect(failing).toEqual(model.failingSinceMs === null ? [] : [model.failingSinceMs]);
}

beforeEach(fakeTimeouts);
afterEach(() => jest.useRealTimers());

describe('whatever of an endpoint is changed', () => {
  it('each message ends as the plain model says: sent, given up or dropped, in order where it is wanted', async () => {
    const step = fc.oneof(
      ...traffic,
      answers('takes', 'fails', 'fails', 'refuses'),
      passes(10_000, 10 * minuteMs, hourMs, 11 * hourMs),
      just('replay'),
      ...settings,
      ...filters,
      during,
      during,
    );
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 10, size: 'max' }), asTheModelSays), {
      numRuns: runs(60),
    });
  });

  it('since when it fails is right, and disables it after 120 hours of failures alone', async () => {
    const step = fc.oneof(
      ...traffic,
      answers('takes', 'fails', 'fails'),
      passes(10_000, 70 * hourMs),
      ...settings,
      ...filters,
      during,
    );
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14, size: 'max' }), asTheModelSays), {
      numRuns: runs(60),
    });
  });
});
