import type { Position } from '../../domain/shared/recorded.js';
import type { ExistingWebhook } from '../../domain/webhook/webhook.js';
import type { WebhookAttempt } from '../../domain/webhook/log-events.js';
import type { WebhookMessageDocument } from '../../projections/webhooks/webhooks.document.js';
import type { StoredEvent } from '../ports/event-store.js';
import { delay, nextTurn } from '../shared/delay.js';
import { retryUntil } from '../shared/retry.js';
import { type AttemptPorts, Attempts, type EndpointReports, holdMs } from './attempts.js';
import { matches, mayConcern, messageOf, messagesOf, type WaitingMessage } from './endpoint-messages.js';
import type { EndpointTracker } from './endpoint-tracker.js';
import type { LogTail } from './log-tail.js';
import type { RecentPayloads } from './recent-payloads.js';
import { ReplayRunner } from './replay-runner.js';
import { documentOf, type ReplayPorts, type RequestedReplay } from './replays.js';
import type { Watermark } from './watermark.js';
import { waitingInOrder } from './waiting-in-order.js';

export type EndpointPorts = AttemptPorts & ReplayPorts & { readonly tail: LogTail; readonly recent: RecentPayloads };

export interface EndpointStart {
  /** Everything up to here is settled or scheduled. */
  readonly position: Position | undefined;
  /** Up to here a message may have had an attempt that a crash kept from the position: its document says so. */
  readonly attemptedUpTo: Position | undefined;
  /** Where it was switched on: what was attempted before is not tried again. */
  readonly since: Position;
  /** Gives up what is under way; the signals that its work is called with only keep more from being begun. */
  readonly cut: AbortSignal;
}

/** Begun and not yet in the log. */
const mostUnsettled = 500;
const crowdedMs = 20;

/**
 * One endpoint: reads the log from its own position, sends, tries again when asked to, and replays on request. Knows
 * nothing of other endpoints, so that it delays none.
 */
export class Endpoint {
  private readonly watermark: Watermark;
  private readonly attempts: Attempts;
  private readonly replays: ReplayRunner;
  private readonly open = new Set<Promise<void>>();
  /** In order: what has been dealt with before the log was read, and may be met there. */
  private readonly settledBefore = new Set<string>();

  constructor(
    private readonly ports: EndpointPorts,
    private readonly tracker: EndpointTracker,
    private state: ExistingWebhook,
    requested: readonly RequestedReplay[],
    private readonly start: EndpointStart,
    private readonly reports: EndpointReports,
  ) {
    this.watermark = tracker.begin(start.position, state.judgedFromMs);
    tracker.request(requested);
    this.attempts = new Attempts(ports, tracker, () => this.state, reports, start.cut);
    this.replays = new ReplayRunner(ports, tracker, () => this.state, this.attempts, reports);
  }

  /**
   * Other settings, secrets or replays from now on. Where it is switched or comes to be in order it is made again
   * instead.
   */
  update(state: ExistingWebhook, requested: readonly RequestedReplay[]): void {
    this.state = state;
    this.tracker.judgeFrom(state.judgedFromMs);
    this.tracker.request(requested);
    this.replays.stopOthers();
  }

  get teamId(): string {
    return this.state.webhook.teamId;
  }

  get isOrdered(): boolean {
    return this.state.webhook.ordered;
  }

  /**
   * Reads the log until the signal aborts. What is under way then still ends, unless it is cut; what was not begun is
   * left to the reader that continues from the position.
   */
  async readLog(signal: AbortSignal): Promise<void> {
    if (this.isOrdered) await this.settleLeft(signal);
    while (!signal.aborted) {
      const from = this.watermark.cursor();
      const page = await this.untilRead(signal, () => this.ports.tail.after(from));
      if (page === undefined) return;
      for (const event of page.events) {
        if (signal.aborted) return;
        if (!mayConcern(this.state, event)) continue;
        await this.begin(event, signal);
        // All endpoints hear of a page at once: without a pause requests would wait for all of them.
        await nextTurn();
      }
      if (signal.aborted) return;
      this.watermark.pass(page.position);
      if (page.atEnd) await this.ports.tail.changed(page.position ?? from, signal);
    }
  }

  /** Sends the requested replays that are not through yet. To be called again when there are others. */
  replay(signal: AbortSignal): Promise<void> {
    return this.keepOpen(this.replays.run(signal));
  }

  /** Resolves once nothing is under way. */
  async idle(): Promise<void> {
    for (;;) {
      const underWay = [...this.open, ...this.tracker.retries()];
      if (underWay.length === 0) return;
      await Promise.all(underWay);
    }
  }

  /** A message whose time has come. Its document may be old: no attempt is made twice by this process. */
  async retry(document: WebhookMessageDocument, signal: AbortSignal): Promise<void> {
    const { id, attempts, replayId } = document;
    // In order, the reader of the log waits with the message itself.
    if (this.isOrdered && replayId === null) return this.tracker.isDue(id);
    if (this.tracker.mayRetry(id, attempts)) await this.tracker.retrying(id, this.tryAgain(document, signal));
  }

  private async tryAgain(document: WebhookMessageDocument, signal: AbortSignal): Promise<void> {
    try {
      const { attempts, replayId } = document;
      const attempted = await this.attempts.make(this.waiting(document), attempts + 1, replayId, signal);
      if (attempted === 'gone') await this.reports.gone(document);
    } catch (error) {
      // It stays due.
      this.reports.failed(error);
    }
  }

  private waiting(document: WebhookMessageDocument): WaitingMessage {
    return { id: document.id, make: () => messageOf(this.ports, document) };
  }

  /** Beside others; in order, one after the other. */
  private async begin(event: StoredEvent, signal: AbortSignal): Promise<void> {
    const done = this.watermark.begin(event.position);
    const sent = this.send(event, signal).then(
      (isSettled) => {
        if (isSettled) done();
      },
      (error: unknown) => this.reports.failed(error),
    );
    void this.keepOpen(sent);
    if (this.isOrdered) await sent;
    while (this.watermark.size() >= mostUnsettled && !signal.aborted) await delay(crowdedMs, signal);
  }

  private keepOpen(work: Promise<void>): Promise<void> {
    const open = work.finally(() => this.open.delete(open));
    this.open.add(open);
    return open;
  }

  /** @returns false when it was given up on the way. */
  private async send(event: StoredEvent, signal: AbortSignal): Promise<boolean> {
    const wanted = await this.untilRead(signal, () => this.wanted(event));
    if (wanted === undefined) return false;
    const settled = await Promise.all(wanted.map((message) => this.settle(message, event.position, signal)));
    return settled.every(Boolean);
  }

  /** What of the event the endpoint's filters let through. It is made for that, and again when its turn comes. */
  private async wanted(event: StoredEvent): Promise<readonly WaitingMessage[]> {
    const { recent } = this.ports;
    const messages = await messagesOf(this.ports, this.state.webhook.webhookId, event, recent.of(event));
    const wanted = messages.filter(({ payload }) => matches(this.state, payload));
    return wanted.map(({ id, part }) => ({
      id,
      async make() {
        const { payloads, createdAt } = await recent.of(event);
        const payload = payloads[part];
        return payload && { id, event, part, payload, createdAt };
      },
    }));
  }

  /** In order: what waits for another attempt since before it was, the oldest first, then what lies behind it. */
  private async settleLeft(signal: AbortSignal): Promise<void> {
    const { ports, start, state } = this;
    const isLeft = ({ id, replayId, loggedAt }: WebhookMessageDocument): boolean =>
      replayId === null && loggedAt > start.since && !this.settledBefore.has(id);
    // Where it cannot be read it begins again: what is settled by then is left out.
    await this.untilRead(signal, async () => {
      for await (const document of waitingInOrder(ports, state.webhook.webhookId)) {
        if (!isLeft(document)) continue;
        if (!(await this.keepTrying(this.waiting(document), document.id, signal))) return;
        if (document.position > (start.position ?? '')) this.settledBefore.add(document.id);
      }
    });
  }

  /** @returns false when it was given up on the way. */
  private async settle(message: WaitingMessage, position: Position, signal: AbortSignal): Promise<boolean> {
    if (this.settledBefore.delete(message.id)) return true;
    if (position <= (this.start.attemptedUpTo ?? '')) {
      const known = await this.untilRead(signal, async () => [await documentOf(this.ports, message.id)] as const);
      if (known === undefined) return false;
      if (known[0] !== undefined) return this.isOrdered ? this.keepTrying(message, message.id, signal) : true;
    }
    const attempt = await this.untilRead(signal, () => this.attempts.make(message, 1, null, signal));
    if (attempt === undefined) return false;
    return attempt === 'gone' || attempt.outcome !== 'retrying' || !this.isOrdered
      ? true
      : this.keepTrying(message, message.id, signal, attempt);
  }

  /**
   * In order: attempt after attempt at a message that has had one, each at its time, until there is none to come. Its
   * document says where it stands, unless this process made the last attempt. A replay that has taken it over meanwhile
   * deals with it.
   */
  private async keepTrying(
    message: WaitingMessage,
    id: string,
    signal: AbortSignal,
    made?: WebhookAttempt,
  ): Promise<boolean> {
    for (let last = made; ; ) {
      if (last !== undefined) await this.untilDue(id, last.nextAttemptAt, signal);
      const read = await this.untilRead(signal, async () => [await documentOf(this.ports, id)] as const);
      if (read === undefined) return false;
      const [document] = read;
      if (isSettledBy(document, last)) return true;
      if (last === undefined) await this.untilDue(id, document?.nextAttemptAt ?? null, signal);
      const number = (last?.number ?? document?.attempts ?? 0) + 1;
      const attempt = await this.untilRead(signal, () => this.attempts.make(message, number, null, signal));
      if (attempt === undefined) return false;
      if (attempt === 'gone') {
        if (document !== undefined) await this.reports.gone(document);
        return true;
      }
      if (attempt.outcome !== 'retrying') return true;
      last = attempt;
    }
  }

  /** Until the time, or until a look at what is due says that it has come: clocks may be set. */
  private async untilDue(id: string, time: string | null, signal: AbortSignal): Promise<void> {
    for (;;) {
      const waitMs = Date.parse(time ?? '') - this.ports.clock.now();
      if (!(waitMs > 0) || signal.aborted) return;
      const woken = new AbortController();
      const wake = (): void => woken.abort();
      signal.addEventListener('abort', wake);
      const waited = this.tracker.waitForTime(id, wake);
      await delay(waitMs, woken.signal);
      waited();
      signal.removeEventListener('abort', wake);
    }
  }

  /**
   * What cannot be read is held and asked for again: it is never passed over.
   * @returns undefined when the signal aborted.
   */
  private untilRead<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result | undefined> {
    return retryUntil(signal, holdMs, work, this.reports.failed);
  }
}

/** Whether nothing is left to the one whose attempt was `last`: there was no other, or a replay has made one since. */
function isSettledBy(document: WebhookMessageDocument | undefined, last: WebhookAttempt | undefined): boolean {
  if (last === undefined) return document?.status !== 'attempting' || document.replayId !== null;
  // A document may be old, and says nothing then.
  return document !== undefined && document.replayId !== null && document.attemptedAt > last.at;
}
