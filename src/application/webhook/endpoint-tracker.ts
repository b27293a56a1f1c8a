import type { Position } from '../../domain/shared/recorded.js';
import type { ReplayCounts } from '../../domain/webhook/events.js';
import type { WebhookProgressDocument } from '../../projections/webhooks/webhooks.document.js';
import type { Clock } from '../ports/clock.js';
import { BoundedMap } from '../shared/bounded-map.js';
import type { LogTail } from './log-tail.js';
import type { RequestedReplay } from './replays.js';
import { Watermark } from './watermark.js';

export interface ReplayProgress extends ReplayCounts {
  readonly position: Position;
  /** About how many it will have sent; undefined: not counted yet. */
  readonly total?: number | undefined;
}

/** What the last process that ran the endpoint has reported of it. */
export interface EndpointReport {
  /** Everything up to here is settled, or its next attempt is in the log; undefined: not known. */
  readonly position: Position | undefined;
  /** ISO 8601; null: its last attempt was delivered, or there was none. */
  readonly failingSince: string | null;
  readonly replays: ReadonlyMap<string, ReplayProgress>;
}

export interface TrackerPorts {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly tail: Pick<LogTail, 'reached'>;
}

/** Tried again at once; the others stay due. */
const mostBusy = 1_000;
const mostAttempted = 5_000;

/**
 * How one endpoint is getting on, over all its runs: its place in the log, since when it fails, which of its messages
 * are tried again or wait for their time, and how far its replays have come. Its partition, its reader of the log, its
 * attempts and its replays ask here.
 */
export class EndpointTracker {
  /** Switched off, as its stream says. */
  isOff = false;
  /** While it runs. */
  private watermark: Watermark | undefined;
  private place: Position | undefined;
  private failing: string | null;
  private judgedFromMs = Number.NEGATIVE_INFINITY;
  /** How far each has come. */
  private readonly replays: Map<string, ReplayProgress>;
  private requested: readonly RequestedReplay[] | undefined;
  /** Tried again, each by its message. */
  private readonly busy = new Map<string, Promise<void>>();
  /** In order: wakes who waits for the time of a message. */
  private readonly waiting = new Map<string, () => void>();
  /** The number of each message's last attempt by this process: what the read model may not show yet. */
  private readonly attempts = new BoundedMap<string, number>(mostAttempted);
  /** On the monotonic clock: when an attempt that is to be made again was written down last. */
  private lastRetryingAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly ports: TrackerPorts,
    { position, failingSince, replays }: EndpointReport,
  ) {
    this.place = position;
    this.failing = failingSince;
    this.replays = new Map(replays);
  }

  /**
   * A run begins behind this position.
   * @returns what it is to note of each event
   */
  begin(position: Position | undefined, judgedFromMs: number): Watermark {
    this.judgedFromMs = judgedFromMs;
    this.watermark = new Watermark(position);
    return this.watermark;
  }

  /** What failed before this time says nothing about the endpoint: a person has switched it on or redirected it. */
  judgeFrom(judgedFromMs: number): void {
    this.judgedFromMs = judgedFromMs;
  }

  /** The run is over; the next one goes on from here. */
  end(): void {
    this.place = this.position();
    this.watermark = undefined;
  }

  /** Where it must have been at least, of one that was never read. */
  assumePlace(position: Position | undefined): void {
    this.place ??= position;
  }

  /** Everything up to here is settled, or its next attempt is in the log. */
  position(): Position | undefined {
    const { watermark } = this;
    if (watermark === undefined) return this.place;
    return watermark.size() > 0 ? watermark.position() : this.ports.tail.reached(watermark.position());
  }

  /** ISO 8601; null: its last attempt was delivered, or there was none that counts. */
  failingSince(): string | null {
    const { failing, judgedFromMs } = this;
    return failing !== null && Date.parse(failing) >= judgedFromMs ? failing : null;
  }

  noteDelivered(): void {
    this.failing = null;
  }

  /** @returns since when it fails */
  noteFailed(at: string, isRetried: boolean): string {
    if (isRetried) this.lastRetryingAtMs = this.ports.clock.monotonicMs();
    const since = this.failingSince() ?? at;
    this.failing = since;
    return since;
  }

  /** Milliseconds since an attempt that is to be made again was written down; the read store may not show it yet. */
  sinceRetryingMs(): number {
    return this.ports.clock.monotonicMs() - this.lastRetryingAtMs;
  }

  noteAttempt(messageId: string, number: number): void {
    this.attempts.set(messageId, number);
  }

  /** Takes no further retry for now. */
  get isCrowded(): boolean {
    return this.busy.size >= mostBusy;
  }

  /**
   * Whether a message that is found due may be tried: it is not under way, and no later attempt than the document shows
   * was made.
   */
  mayRetry(messageId: string, attempts: number): boolean {
    return !this.isCrowded && !this.busy.has(messageId) && (this.attempts.get(messageId) ?? 0) <= attempts;
  }

  /** The message is tried again until this settles. */
  async retrying(messageId: string, retry: Promise<void>): Promise<void> {
    const tried = retry.finally(() => this.busy.delete(messageId));
    this.busy.set(messageId, tried);
    await tried;
  }

  /** What is tried again now. */
  retries(): readonly Promise<void>[] {
    return [...this.busy.values()];
  }

  /** In order: `wake` is called when the message is found due. */
  waitForTime(messageId: string, wake: () => void): () => void {
    this.waiting.set(messageId, wake);
    return () => void this.waiting.delete(messageId);
  }

  isDue(messageId: string): void {
    this.waiting.get(messageId)?.();
  }

  /** The replays that its stream asks for; what is known of others is forgotten. */
  request(requested: readonly RequestedReplay[]): void {
    this.requested = requested;
    const isGone = (id: string): boolean => !requested.some(({ replayId }) => replayId === id);
    for (const id of [...this.replays.keys()].filter(isGone)) this.replays.delete(id);
  }

  requestedReplays(): readonly RequestedReplay[] {
    return this.requested ?? [];
  }

  replay(replayId: string): ReplayProgress | undefined {
    return this.replays.get(replayId);
  }

  noteReplay(replayId: string, progress: ReplayProgress): void {
    this.replays.set(replayId, progress);
  }

  /** How far the replays have come whose end is not known yet, in the order of their requests. */
  replayProgress(): readonly (ReplayProgress & { readonly replayId: string })[] {
    const ids = this.requested?.map(({ replayId }) => replayId) ?? [...this.replays.keys()];
    return ids.flatMap((replayId) => {
      const progress = this.replays.get(replayId);
      return progress === undefined ? [] : [{ replayId, ...progress }];
    });
  }
}

/** What the last report of its partition says of the endpoint. */
export function reportOf(report: WebhookProgressDocument | undefined, id: string): EndpointReport {
  const own = report?.readers.filter(({ webhookId }) => webhookId === id) ?? [];
  const replays = own.flatMap(({ replayId, webhookId: _, ...rest }) =>
    replayId === null ? [] : [[replayId, { failed: 0, ...rest }] as const],
  );
  return {
    position: own.find(({ replayId }) => replayId === null)?.position ?? report?.position,
    failingSince: report?.failing.find(({ webhookId }) => webhookId === id)?.since ?? null,
    replays: new Map(replays),
  };
}
