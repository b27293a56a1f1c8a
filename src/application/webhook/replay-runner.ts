import type { Position } from '../../domain/shared/recorded.js';
import type { ReplayCounts } from '../../domain/webhook/events.js';
import type { WebhookAttempt } from '../../domain/webhook/log-events.js';
import type { StandingWebhook } from '../../domain/webhook/webhook.js';
import type { Clock } from '../ports/clock.js';
import { delay } from '../shared/delay.js';
import type { Attempts, EndpointReports } from './attempts.js';
import { countToReplay } from './count-replay.js';
import type { Message } from './endpoint-messages.js';
import { messagesToReplay, type ReplayPorts, type RequestedReplay } from './replays.js';
import { Settling } from './settling.js';

export interface ReplayProgress extends ReplayCounts {
  readonly position: Position;
  /** About how many it will have sent; undefined: not counted yet. */
  readonly total?: number | undefined;
}

/** Where the request names no other rate. */
const usualPerSecond = 100;
/** Answered, and not yet in the log. */
const mostUnwritten = 200;
const crowdedMs = 20;
/** While log, vault or an event cannot be read. */
const holdMs = 5_000;
const secondMs = 1_000;
/** Between two messages to an endpoint that is down: doubled with each further failure. */
const longestPauseMs = 60_000;

/**
 * The replays of one endpoint. One message that a person wants again goes at once; ranges and what failed go one after the
 * other. Each sends message after message in the log's order, at a rate of its own, and slower while the endpoint is down.
 */
export class ReplayRunner {
  private readonly progress: Map<string, ReplayProgress>;
  /** Its end is reported, and may not be in the log yet. */
  private readonly through = new Set<string>();
  private readonly lanes = {
    message: new Lane(({ scope }) => scope.kind === 'message'),
    range: new Lane(({ scope }) => scope.kind !== 'message'),
  };

  constructor(
    private readonly ports: ReplayPorts & { readonly clock: Clock },
    private readonly state: () => StandingWebhook,
    private readonly attempts: Pick<Attempts, 'ask'>,
    private requested: readonly RequestedReplay[],
    progress: ReadonlyMap<string, ReplayProgress>,
    private readonly reports: Pick<EndpointReports, 'replayed' | 'failed'>,
  ) {
    this.progress = new Map(progress);
  }

  /** Those that are requested now; one under way that is not among them is stopped. */
  update(requested: readonly RequestedReplay[]): void {
    this.requested = requested;
    const isGone = (id: string): boolean => !requested.some(({ replayId }) => replayId === id);
    for (const lane of Object.values(this.lanes)) lane.stopIf(isGone);
    for (const id of [...this.progress.keys(), ...this.through].filter(isGone)) {
      this.progress.delete(id);
      this.through.delete(id);
    }
  }

  /** Sends what is not through yet. To be called again when there are others. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(Object.values(this.lanes).map((lane) => this.runLane(lane, signal)));
  }

  /** Of those whose end is not known yet. */
  report(): readonly (ReplayProgress & { readonly replayId: string })[] {
    return this.requested.flatMap(({ replayId }) => {
      const progress = this.progress.get(replayId);
      return progress === undefined ? [] : [{ replayId, ...progress }];
    });
  }

  private async runLane(lane: Lane, signal: AbortSignal): Promise<void> {
    if (lane.isBusy) return;
    while (!signal.aborted) {
      const replay = lane.first(this.requested.filter(({ replayId }) => !this.through.has(replayId)));
      if (replay === undefined) return;
      const stop = lane.begin(replay.replayId, signal);
      const counts = await this.replayPatiently(replay, stop);
      if (counts !== undefined && !stop.aborted) {
        this.through.add(replay.replayId);
        this.reports.replayed(replay.replayId, counts);
      }
      lane.end();
    }
  }

  /** What cannot be read is held and asked for again. Undefined: the signal aborted. */
  private async replayPatiently(replay: RequestedReplay, signal: AbortSignal): Promise<ReplayCounts | undefined> {
    while (!signal.aborted) {
      try {
        return await this.replay(replay, signal);
      } catch (error) {
        this.reports.failed(error);
        await delay(holdMs, signal);
      }
    }
    return undefined;
  }

  private async replay(replay: RequestedReplay, signal: AbortSignal): Promise<ReplayCounts> {
    const reached = this.progress.get(replay.replayId);
    const settling = new Settling(reached?.position);
    const pace = new Pace(this.ports.clock, replay.perSecond ?? usualPerSecond);
    let { sent = 0, failed = 0, total } = reached ?? {};
    const note = (): void => {
      const position = settling.position();
      const known = total === undefined ? {} : { total: Math.max(total, sent) };
      if (position !== undefined) this.progress.set(replay.replayId, { position, sent, failed, ...known });
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
      if (message === null) settling.pass(position);
      else {
        const done = settling.begin(position);
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

/** Replays that wait for each other. */
class Lane {
  private running: { readonly replayId: string; readonly stop: AbortController } | undefined;

  constructor(private readonly belongs: (replay: RequestedReplay) => boolean) {}

  get isBusy(): boolean {
    return this.running !== undefined;
  }

  first(requested: readonly RequestedReplay[]): RequestedReplay | undefined {
    return requested.find(this.belongs);
  }

  begin(replayId: string, signal: AbortSignal): AbortSignal {
    const stop = new AbortController();
    // By hand: on Node 20 a combined signal may be collected before it fires.
    signal.addEventListener('abort', () => stop.abort(), { signal: stop.signal });
    if (signal.aborted) stop.abort();
    this.running = { replayId, stop };
    return stop.signal;
  }

  end(): void {
    this.running?.stop.abort();
    this.running = undefined;
  }

  stopIf(isGone: (replayId: string) => boolean): void {
    if (this.running !== undefined && isGone(this.running.replayId)) this.running.stop.abort();
  }
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
