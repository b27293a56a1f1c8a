import type { Position } from '../../domain/shared/recorded.js';
import type { StandingWebhook } from '../../domain/webhook/webhook.js';
import type { WebhookMessageDocument } from '../../projections/webhooks/webhooks.document.js';
import type { StoredEvent } from '../ports/event-store.js';
import { delay } from '../shared/delay.js';
import { type AttemptPorts, Attempts, type EndpointReports } from './attempts.js';
import { matches, mayConcern, messageOf, messagesOf, type WaitingMessage } from './endpoint-messages.js';
import type { LogTail } from './log-tail.js';
import type { RecentPayloads } from './recent-payloads.js';
import { type ReplayProgress, ReplayRunner } from './replay-runner.js';
import { documentOf, type ReplayPorts, type RequestedReplay } from './replays.js';
import { Settling } from './settling.js';

export type EndpointPorts = AttemptPorts & ReplayPorts & { readonly tail: LogTail; readonly recent: RecentPayloads };

export interface EndpointStart {
  /** Everything up to here is settled or scheduled. */
  readonly position: Position | undefined;
  /** Up to here a message may have had an attempt that a crash kept from the position: its document says so. */
  readonly attemptedUpTo: Position | undefined;
  /** ISO 8601; null: its last attempt was delivered, or there was none. */
  readonly failingSince: string | null;
  /** How far its replays had come. */
  readonly replays: ReadonlyMap<string, ReplayProgress>;
}

/** Begun and not yet in the log. */
const mostUnsettled = 500;
const crowdedMs = 20;
/** Tried again at once; the others stay due. */
const mostRetried = 1_000;
/** While log, vault or an event cannot be read. */
const holdMs = 5_000;

/**
 * One endpoint: reads the log from its own position, sends, tries again when asked to, and replays on request. Knows
 * nothing of other endpoints, so that it delays none.
 */
export class Endpoint {
  private readonly settling: Settling;
  private readonly attempts: Attempts;
  private readonly replays: ReplayRunner;
  private readonly busy = new Set<string>();

  constructor(
    private readonly ports: EndpointPorts,
    private state: StandingWebhook,
    requested: readonly RequestedReplay[],
    private readonly start: EndpointStart,
    private readonly reports: EndpointReports,
  ) {
    this.settling = new Settling(start.position);
    this.attempts = new Attempts(ports, () => this.state, reports, start.failingSince);
    this.replays = new ReplayRunner(ports, () => this.state, this.attempts, requested, start.replays, reports);
  }

  /** Other settings, secrets or replays from now on. Where it is switched or comes to be in order it is made anew instead. */
  update(state: StandingWebhook, requested: readonly RequestedReplay[]): void {
    this.state = state;
    this.replays.update(requested);
  }

  get teamId(): string {
    return this.state.webhook.teamId;
  }

  get isOrdered(): boolean {
    return this.state.webhook.ordered;
  }

  /** Takes no further retry for now. */
  get isCrowded(): boolean {
    return this.busy.size >= mostRetried;
  }

  /**
   * Reads the log until the signal aborts. Attempts under way are given up then: the process that goes on from the position makes
   * them again.
   */
  async readLog(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const from = this.settling.cursor();
      const page = await this.patiently(signal, () => this.ports.tail.after(from));
      if (page === undefined) return;
      for (const event of page.events) {
        if (signal.aborted) return;
        if (mayConcern(this.state, event)) await this.begin(event, signal);
      }
      if (signal.aborted) return;
      this.settling.pass(page.position);
      if (page.atEnd) await this.ports.tail.changed(page.position ?? from, signal);
    }
  }

  /** Sends the requested replays that are not through yet. To be called again when there are others. */
  replay(signal: AbortSignal): Promise<void> {
    return this.replays.run(signal);
  }

  /** A message whose time has come. Its document may be old: no attempt is made twice by this process. */
  async retry(document: WebhookMessageDocument, signal: AbortSignal): Promise<void> {
    const { id, attempts, replayId } = document;
    // In order, the reader of the log waits with the message itself.
    if (this.isOrdered && replayId === null) return;
    if (this.isCrowded || this.busy.has(id) || this.attempts.isBehind(id, attempts)) return;
    this.busy.add(id);
    try {
      const message = { id, make: () => messageOf(this.ports, document) };
      const attempted = await this.attempts.make(message, attempts + 1, replayId, signal);
      if (attempted === 'gone') await this.ports.log.dropped(this.state.webhook.teamId, id);
    } catch (error) {
      // It stays due.
      this.reports.failed(error);
    } finally {
      this.busy.delete(id);
    }
  }

  /** Everything up to here is settled, or its next attempt is in the log. */
  position(): Position | undefined {
    const position = this.settling.position();
    return this.settling.size() > 0 ? position : this.ports.tail.reached(position);
  }

  failingSince(): string | null {
    return this.attempts.failingSince();
  }

  /** Milliseconds since an attempt of this process was put off; infinite where none was. */
  sinceRetryingMs(): number {
    return this.attempts.sinceRetryingMs();
  }

  /** Of the replays that are not through. */
  replayProgress(): readonly (ReplayProgress & { readonly replayId: string })[] {
    return this.replays.report();
  }

  /** Beside others; in order, one after the other. */
  private async begin(event: StoredEvent, signal: AbortSignal): Promise<void> {
    const done = this.settling.begin(event.position);
    const sent = this.send(event, signal).then(
      (isSettled) => {
        if (isSettled) done();
      },
      (error: unknown) => this.reports.failed(error),
    );
    if (this.isOrdered) await sent;
    while (this.settling.size() >= mostUnsettled && !signal.aborted) await delay(crowdedMs, signal);
  }

  /** False: it was given up on the way. */
  private async send(event: StoredEvent, signal: AbortSignal): Promise<boolean> {
    const wanted = await this.patiently(signal, () => this.wanted(event));
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

  private async settle(message: WaitingMessage, position: Position, signal: AbortSignal): Promise<boolean> {
    let number = 1;
    if (position <= (this.start.attemptedUpTo ?? '')) {
      const known = await this.patiently(signal, async () => [await documentOf(this.ports, message.id)] as const);
      if (known === undefined) return false;
      const [document] = known;
      if (document !== undefined) {
        if (document.status !== 'attempting' || !this.isOrdered) return true;
        number = document.attempts + 1;
        await this.until(document.nextAttemptAt, signal);
      }
    }
    for (;;) {
      const attempt = await this.patiently(signal, () => this.attempts.make(message, number, null, signal));
      if (attempt === undefined) return false;
      if (attempt === 'gone' || attempt.outcome !== 'retrying' || !this.isOrdered) return true;
      number += 1;
      await this.until(attempt.nextAttemptAt, signal);
    }
  }

  private async until(time: string | null, signal: AbortSignal): Promise<void> {
    const waitMs = Date.parse(time ?? '') - this.ports.clock.now();
    if (waitMs > 0) await delay(waitMs, signal);
  }

  /** What cannot be read is held and asked for again: it is never passed over. Undefined: the signal aborted. */
  private async patiently<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result | undefined> {
    while (!signal.aborted) {
      try {
        return await work();
      } catch (error) {
        this.reports.failed(error);
        await delay(holdMs, signal);
      }
    }
    return undefined;
  }
}
