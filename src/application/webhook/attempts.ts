import { reveal } from '../../domain/shared/personal.js';
import type { ExhaustedMessage, ReplayCounts } from '../../domain/webhook/events.js';
import type { AttemptOutcome, WebhookAttempt } from '../../domain/webhook/log-events.js';
import {
  backoffMs,
  failingForMs,
  keptFailingForMs,
  nextAttemptAt,
  type WebhookRetryQuestion,
} from '../../domain/shared/retries/webhook-retries.js';
import type { ExistingWebhook } from '../../domain/webhook/webhook.js';
import type { WebhookMessageDocument } from '../../projections/webhooks/webhooks.document.js';
import type { Tracer } from '../ports/tracer.js';
import type { WebhookAnswer, WebhookSender } from '../ports/webhook-sender.js';
import { delay } from '../shared/delay.js';
import { Semaphore } from '../shared/semaphore.js';
import type { Ports } from '../shared/ports.js';
import type { WaitingMessage } from './endpoint-messages.js';
import { bodyOf } from './messages.js';
import type { EndpointTracker } from './endpoint-tracker.js';
import type { WebhookLog } from './webhook-log.js';
import { traceOfAttempt } from './trace-attempt.js';

export type AttemptPorts = Pick<Ports, 'ids' | 'clock'> & {
  readonly sender: WebhookSender;
  /** Before the second attempt at a message, the third and so on. */
  readonly retryDelaysMs: readonly number[];
  readonly log: Pick<WebhookLog, 'attempted' | 'dropped'>;
  /** Within the limits of the team's owner. */
  readonly inTurn: InTurn;
  /** Called for each attempt once it is in the log: for figures. */
  readonly onAttempt?: (attempt: WebhookAttempt) => void;
  /** Null where no traces are made. */
  readonly tracer?: Tracer | null;
};

/** Runs the work when it is the turn of the team's owner; undefined: the signal aborted first. */
export type InTurn = <Result>(
  teamId: string,
  work: () => Promise<Result>,
  signal: AbortSignal,
  furtherCostOf: (result: Result) => number,
) => Promise<Result | undefined>;

/** What an endpoint's answers lead to. */
export interface EndpointReports {
  disable(why: 'failing' | 'gone', sinceMs: number): void;
  /** Nothing but failures for a day; once for each such time, while this process lives. */
  keptFailing(sinceMs: number): void;
  exhausted(message: ExhaustedMessage): void;
  /** Before a process sends the first of a replay. False: it ended the process twice, or is not asked for any more. */
  replayBegins(replayId: string, at: string): Promise<boolean>;
  /** This process sends no more of it, and did not end in the middle of it. */
  replayLeft(replayId: string): Promise<void>;
  replayed(replayId: string, counts: ReplayCounts): void;
  /** A message that waited for another attempt, and there is nothing left of it to be sent. */
  gone(document: WebhookMessageDocument): Promise<void>;
  failed(error: unknown): void;
}

/** An attempt that is in the log. `gone`: there is nothing left to be sent. Undefined when the signal aborted first. */
export type Attempted = WebhookAttempt | 'gone' | undefined;

/** An attempt that was answered; `written` resolves once it is in the log. */
export interface Answered {
  readonly attempt: WebhookAttempt;
  readonly written: Promise<Attempted>;
}

/** At once, to one endpoint. */
const inFlight = 8;
/** While an endpoint is backed off. */
const failingInFlight = 1;
/** While log, vault or an event cannot be read, and before an attempt that could not be written down is made again. */
export const holdMs = 5_000;
/** Characters. A longer answer counts as more messages: reading, masking and storing it takes as long. */
const largeAnswer = 4 * 1024;
/** The same of what is sent: it is written as text, signed and sent again for each endpoint and attempt. */
const largeBody = 16 * 1024;
const secondMs = 1_000;
const gone = 410;

/** The attempts at one endpoint: so many at once, so many a second, each written down before anything rests on it. */
export class Attempts {
  private readonly turns: Semaphore;
  /** Replays go one at a time beside the live ones, and take no turn of theirs. */
  private readonly replayTurns = new Semaphore(1);
  private nextSendAtMs = 0;
  private failuresInARow = 0;
  /** The beginning of the failures that were reported last. */
  private reportedFailing: string | null = null;

  constructor(
    private readonly ports: AttemptPorts,
    private readonly tracker: EndpointTracker,
    /** As it stands now. */
    private readonly state: () => ExistingWebhook,
    private readonly reports: EndpointReports,
    /** Ends what is under way; the signal of a caller only keeps more from being begun. */
    private readonly cut: AbortSignal,
  ) {
    const most = state().webhook.ordered ? 1 : inFlight;
    this.turns = new Semaphore(() => (backoffMs(this.failuresInARow) > 0 ? failingInFlight : most));
  }

  /** Makes one attempt; it is in the log when this resolves. Rejects where the message cannot be made. */
  async make(
    message: WaitingMessage,
    number: number,
    replayId: string | null,
    signal: AbortSignal,
  ): Promise<Attempted> {
    const answered = await this.ask(message, number, replayId, signal);
    return typeof answered === 'object' ? answered.written : answered;
  }

  /** Makes one attempt, for those who send the next message before this one is in the log. */
  async ask(
    message: WaitingMessage,
    number: number,
    replayId: string | null,
    signal: AbortSignal,
  ): Promise<Answered | 'gone' | undefined> {
    const turns = replayId === null ? this.turns : this.replayTurns;
    const posted = await turns.run(() => this.postAndNote(message, number, replayId, signal));
    if (typeof posted !== 'object') return posted;
    const write = async (): Promise<Attempted> => {
      if (await posted.written) {
        this.tracker.noteAttempt(message.id, number);
        this.ports.onAttempt?.(posted.attempt);
        this.report(posted.attempt);
        return posted.attempt;
      }
      // What is in no log was never made: it is made again.
      await delay(holdMs, signal);
      return this.make(message, number, replayId, signal);
    };
    return { attempt: posted.attempt, written: write() };
  }

  /** Who answers much is asked no more than the log can take: large answers would fill the memory. */
  private async postAndNote(message: WaitingMessage, number: number, replayId: string | null, signal: AbortSignal) {
    await this.pace(signal);
    const { teamId } = this.state().webhook;
    const post = () => this.post(message, number, replayId, signal);
    const posted = await this.ports.inTurn(teamId, post, signal, (made) =>
      typeof made === 'object'
        ? Math.floor(made.answer.length / largeAnswer) + Math.floor(made.bodyLength / largeBody)
        : 0,
    );
    if (typeof posted !== 'object') return posted;
    this.failuresInARow = posted.attempt.outcome === 'delivered' ? 0 : this.failuresInARow + 1;
    const written = this.ports.log.attempted(teamId, posted.attempt, posted.answer, posted.headers);
    if (posted.answer.length > largeAnswer) await written;
    return { attempt: posted.attempt, written };
  }

  private async post(waiting: WaitingMessage, number: number, replayId: string | null, signal: AbortSignal) {
    if (signal.aborted) return undefined;
    const message = await waiting.make();
    if (message === undefined) return 'gone';
    const state = this.state();
    const { webhook } = state;
    const target = reveal(webhook.target);
    if (signal.aborted || target === undefined) return undefined;
    const { clock, ids, sender, tracer, retryDelaysMs: delaysMs } = this.ports;
    const atMs = clock.now();
    const secrets = signingSecrets(state, atMs);
    const { url, headers } = target;
    const body = bodyOf(message.payload, message.createdAt);
    const attemptId = ids.next();
    const traced = tracer == null ? undefined : traceOfAttempt(tracer, message.event, attemptId);
    const request = { url, headers, messageId: message.id, body, secrets, ...traced?.header };
    // The sender rejects where it was stopped, and only there.
    const answer = await sender.send(request, this.cut).catch(() => undefined);
    if (answer === undefined) return undefined;
    const attempt: WebhookAttempt = {
      id: `atmpt_${attemptId.replaceAll('-', '')}`,
      messageId: message.id,
      webhookId: webhook.webhookId,
      eventId: message.event.id,
      position: message.event.position,
      source: { stream: message.event.stream, revision: message.event.revision },
      part: message.part,
      type: message.payload.type,
      emailId: message.payload.subject.emailId,
      createdAt: message.createdAt,
      at: new Date(atMs).toISOString(),
      durationMs: answer.durationMs,
      number,
      replayId,
      ...judged(answer, { delaysMs, messageId: message.id, attempt: number, nowMs: clock.now() }),
    };
    traced?.record(attempt);
    return answer.kind === 'answered'
      ? { attempt, bodyLength: body.length, answer: answer.body, headers: answer.headers }
      : { attempt, bodyLength: body.length, answer: '', headers: [] };
  }

  private report({ outcome, at, status, number, messageId, eventId, type }: WebhookAttempt): void {
    if (outcome === 'delivered') return this.tracker.noteDelivered();
    const since = this.tracker.noteFailed(at, outcome === 'retrying');
    if (outcome !== 'retrying') {
      const why = outcome === 'refused' ? 'refused' : 'retries';
      this.reports.exhausted({ messageId, eventId, type, attempts: number, why });
    }
    const atMs = Date.parse(at);
    const sinceMs = Date.parse(since);
    const lastedMs = Math.min(atMs, this.ports.clock.settledNow()) - sinceMs;
    if (status === gone) this.reports.disable('gone', atMs);
    else if (lastedMs >= failingForMs) this.reports.disable('failing', sinceMs);
    else if (lastedMs >= keptFailingForMs && this.reportedFailing !== since) {
      this.reportedFailing = since;
      this.reports.keptFailing(sinceMs);
    }
  }

  /** At most so many a second, evenly; fewer while nothing but failures comes. */
  private async pace(signal: AbortSignal): Promise<void> {
    const { perSecond } = this.state().webhook;
    const pauseMs = Math.max(perSecond === null ? 0 : secondMs / perSecond, backoffMs(this.failuresInARow));
    if (pauseMs === 0) return;
    const nowMs = this.ports.clock.monotonicMs();
    const atMs = Math.max(nowMs, this.nextSendAtMs);
    this.nextSendAtMs = atMs + pauseMs;
    if (atMs > nowMs) await delay(atMs - nowMs, signal);
  }
}

/** Those that sign at this time: for a while after a rotation the earlier one too. */
export function signingSecrets(
  { webhook, previousSecret }: Pick<ExistingWebhook, 'webhook' | 'previousSecret'>,
  nowMs: number,
): readonly string[] {
  const isValid = previousSecret !== null && Date.parse(previousSecret.until) > nowMs;
  return [webhook.secret, ...(isValid ? [previousSecret.secret] : [])].flatMap((each) => reveal(each) ?? []);
}

/** Why an answer does not count; null: it was 2xx. */
export function failureOfAnswer(answer: WebhookAnswer): WebhookAttempt['failure'] {
  if (answer.kind === 'unanswered') return answer.failure;
  if (answer.status >= 200 && answer.status < 300) return null;
  return answer.status >= 300 && answer.status < 400 ? 'redirect' : 'status';
}

type Verdict = Pick<WebhookAttempt, 'status' | 'failure' | 'outcome' | 'nextAttemptAt'>;

/** What an answer means for the message. */
function judged(answer: WebhookAnswer, attempt: Omit<WebhookRetryQuestion, 'statedDelayMs'>): Verdict {
  const failure = failureOfAnswer(answer);
  if (answer.kind === 'unanswered')
    return again(null, failure, nextAttemptAt({ ...attempt, statedDelayMs: undefined }));
  const { status, wantsNoMore, retryAfterMs } = answer;
  if (failure === null) return { status, failure, outcome: 'delivered', nextAttemptAt: null };
  if (status === gone || wantsNoMore) return { status, failure, outcome: 'refused', nextAttemptAt: null };
  return again(status, failure, nextAttemptAt({ ...attempt, statedDelayMs: retryAfterMs }));
}

function again(status: number | null, failure: Verdict['failure'], atMs: number | undefined): Verdict {
  const outcome: AttemptOutcome = atMs === undefined ? 'exhausted' : 'retrying';
  return { status, failure, outcome, nextAttemptAt: atMs === undefined ? null : new Date(atMs).toISOString() };
}
