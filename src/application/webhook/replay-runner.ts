import type { ReplayCounts } from '../../domain/webhook/events.js';
import type { WebhookAttempt } from '../../domain/webhook/log-events.js';
import type { ExistingWebhook } from '../../domain/webhook/webhook.js';
import type { Clock } from '../ports/clock.js';
import type { BegunJobs } from '../shared/begun-jobs.js';
import { delay } from '../shared/delay.js';
import { JobLoop, type Step } from '../shared/job-loop.js';
import { retryUntil } from '../shared/retry.js';
import { type Attempts, type EndpointReports, holdMs } from './attempts.js';
import { countToReplay } from './count-replay.js';
import type { Message } from './endpoint-messages.js';
import type { EndpointTracker } from './endpoint-tracker.js';
import { messagesToReplay, type ReplayPorts, type RequestedReplay } from './replays.js';
import { Watermark } from './watermark.js';

/** Where the request names no other rate. */
const usualPerSecond = 100;
/** Answered, and not yet in the log. */
const mostUnwritten = 200;
const crowdedMs = 20;
const secondMs = 1_000;
/** Between two messages to an endpoint that is down: doubled with each further failure. */
const longestPauseMs = 60_000;

/**
 * The replays of one endpoint. One message that a person wants again goes at once; ranges and what failed go one after
 * the other. Each sends message after message in the log's order, at a rate of its own, and slower while the endpoint
 * is down.
 */
export class ReplayRunner {
  /** Its end is reported, and may not be in the log yet. */
  private readonly through = new Set<string>();
  private readonly queues = [
    this.queueOf(({ scope }) => scope.kind === 'message'),
    this.queueOf(({ scope }) => scope.kind !== 'message'),
  ];

  constructor(
    private readonly ports: ReplayPorts & { readonly clock: Clock },
    private readonly tracker: EndpointTracker,
    private readonly state: () => ExistingWebhook,
    private readonly attempts: Pick<Attempts, 'ask'>,
    private readonly reports: Pick<EndpointReports, 'replayBegins' | 'replayLeft' | 'replayed' | 'failed'>,
  ) {}

  /** One under way that is not requested any more is stopped. */
  stopOthers(): void {
    const requested = this.tracker.requestedReplays();
    const isGone = (id: string): boolean => !requested.some(({ replayId }) => replayId === id);
    for (const { running } of this.queues) if (running !== undefined && isGone(running.replayId)) running.stop.abort();
    for (const id of [...this.through].filter(isGone)) this.through.delete(id);
  }

  /** Sends what is not through yet. To be called again when there are others. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(this.queues.map(({ loop }) => loop.wake(signal)));
  }

  private queueOf(belongs: (replay: RequestedReplay) => boolean): ReplayQueue {
    const next = (): RequestedReplay | undefined =>
      this.tracker.requestedReplays().find((replay) => belongs(replay) && !this.through.has(replay.replayId));
    const queue: ReplayQueue = {
      running: undefined,
      loop: new JobLoop(
        {
          run: (signal) => ({
            turns() {
              const replay = next();
              return replay === undefined ? [] : [replay.replayId];
            },
            step: async (id) => {
              const replay = next();
              return replay?.replayId === id ? this.step(queue, replay, signal) : 'later';
            },
          }),
          leave: (id) => this.reports.replayLeft(id),
        },
        this.reports.failed,
      ),
    };
    return queue;
  }

  private async step(queue: ReplayQueue, replay: RequestedReplay, signal: AbortSignal): Promise<Step> {
    const { replayId } = replay;
    const stop = new AbortController();
    // By hand: on Node 20 a combined signal may be collected before it fires.
    signal.addEventListener('abort', () => stop.abort(), { signal: stop.signal });
    queue.running = { replayId, stop };
    const isStopped = (): boolean => stop.signal.aborted;
    // What cannot be read is held and asked for again.
    const work = (): Promise<Replayed> => this.tryReplay(replay, queue.loop.begun, stop.signal);
    const counts = await retryUntil(stop.signal, holdMs, work, this.reports.failed);
    if (counts !== undefined && !isStopped()) {
      this.through.add(replayId);
      queue.loop.begun.forget(replayId);
      if (counts !== 'ended-the-process') this.reports.replayed(replayId, counts);
    }
    await queue.loop.begun.leave(replayId, () => this.reports.replayLeft(replayId));
    stop.abort();
    queue.running = undefined;
    return 'later';
  }

  private async tryReplay(replay: RequestedReplay, begun: BegunJobs, signal: AbortSignal): Promise<Replayed> {
    const { replayId } = replay;
    const at = this.tracker.replay(replayId)?.position ?? 'start';
    let mayBegin = true;
    await begun.begin(replayId, async () => {
      mayBegin = await this.reports.replayBegins(replayId, at);
    });
    return mayBegin ? this.replay(replay, signal) : 'ended-the-process';
  }

  private async replay(replay: RequestedReplay, signal: AbortSignal): Promise<ReplayCounts> {
    const reached = this.tracker.replay(replay.replayId);
    const watermark = new Watermark(reached?.position);
    const pace = new Pace(this.ports.clock, replay.perSecond ?? usualPerSecond);
    let { sent = 0, failed = 0, total } = reached ?? {};
    const note = (): void => {
      const position = watermark.position();
      const known = total === undefined ? {} : { total: Math.max(total, sent) };
      if (position !== undefined) this.tracker.noteReplay(replay.replayId, { position, sent, failed, ...known });
    };
    // Where it cannot be read, the sending says so.
    const before = sent;
    const counted = countToReplay(this.ports, this.state(), replay, reached?.position, signal).then(
      (count) => {
        if (count === undefined) return;
        total = before + count;
        note();
      },
      () => undefined,
    );
    // What has been sent has failed no more. A range is counted beside the sending: the log may be long.
    if (replay.scope.kind === 'failed') await counted;
    const open = new Set<Promise<void>>();
    for await (const { message, position } of messagesToReplay(this.ports, this.state(), replay, reached?.position)) {
      if (signal.aborted) break;
      if (message === null) watermark.pass(position);
      else {
        const done = watermark.begin(position);
        const answered = await this.ask(message, replay.replayId, pace, signal);
        if (typeof answered !== 'object') break;
        const written = answered.written.then((attempt) => {
          if (typeof attempt !== 'object') return;
          sent += 1;
          if (attempt.outcome !== 'delivered') failed += 1;
          done();
          note();
        });
        open.add(written);
        void written.finally(() => open.delete(written));
      }
      note();
      while (open.size >= mostUnwritten && !signal.aborted) await delay(crowdedMs, signal);
    }
    await Promise.all(open);
    return { sent, failed };
  }

  private async ask(message: Message, replayId: string, pace: Pace, signal: AbortSignal) {
    await pace.wait(signal);
    const ready = { id: message.id, make: async () => message };
    const answered = await this.attempts.ask(ready, 1, replayId, signal);
    if (typeof answered === 'object') pace.noteAnswer(answered.attempt);
    return answered;
  }
}

type Replayed = ReplayCounts | 'ended-the-process';

/** Replays that wait for each other, and the one that is under way. */
interface ReplayQueue {
  readonly loop: JobLoop;
  running: { readonly replayId: string; readonly stop: AbortController } | undefined;
}

/** At most so many a second, evenly; an endpoint that is down is asked less and less often. */
class Pace {
  private nextAtMs = 0;
  private failures = 0;

  constructor(
    private readonly clock: Clock,
    private readonly perSecond: number,
  ) {}

  async wait(signal: AbortSignal): Promise<void> {
    const nowMs = this.clock.monotonicMs();
    const atMs = Math.max(nowMs, this.nextAtMs);
    this.nextAtMs = atMs + secondMs / this.perSecond;
    if (atMs > nowMs) await delay(atMs - nowMs, signal);
  }

  noteAnswer({ outcome, status }: WebhookAttempt): void {
    const isDown =
      outcome !== 'delivered' && outcome !== 'refused' && (status === null || status >= 500 || status === 429);
    this.failures = isDown ? this.failures + 1 : 0;
    if (!isDown) return;
    const pauseMs = Math.min(longestPauseMs, secondMs * 2 ** (this.failures - 1));
    this.nextAtMs = Math.max(this.nextAtMs, this.clock.monotonicMs() + pauseMs);
  }
}
