import { nextAttemptAt } from '../../../src/domain/shared/retries/webhook-retries.js';
import { webhookDelaysMs } from '../../support/webhooks.js';

export type Mode = 'takes' | 'fails' | 'refuses';
type Outcome = 'waiting' | 'sent' | 'given-up' | 'dropped';

export interface ModelMessage {
  readonly id: string;
  outcome: Outcome;
  attempts: number;
  nextAtMs: number;
  /** Its last attempt was made by a replay: it is tried again beside the others. */
  isReplayed: boolean;
  /** It waited when the endpoint was switched off: it is not tried again. */
  isDoomed: boolean;
  /** When the request began that is not answered yet. */
  underWaySinceMs: number | null;
}

const hourMs = 3_600_000;
/** Before an endpoint is asked one message at a time. */
const fewFailures = 10;

/**
 * One endpoint as its documentation has it, in a world where everything that can be done is done at once. `step` is
 * called after each change, with the time.
 */
export class SettingsModel {
  readonly messages: ModelMessage[] = [];
  /** The id of the message of each request, in order. */
  readonly requests: string[] = [];
  isOn = true;
  isOrdered = false;
  types: readonly string[] | null = null;
  isOfOurDomain = true;
  hasOurTag = true;
  mode: Mode = 'takes';
  failingSinceMs: number | null = null;

  constructor(private judgedFromMs: number) {}

  event(id: string, type: string): void {
    if (!this.isOn || !this.isOfOurDomain || !this.hasOurTag || (this.types !== null && !this.types.includes(type)))
      return;
    const nothingYet = { attempts: 0, nextAtMs: 0, isReplayed: false, isDoomed: false, underWaySinceMs: null };
    this.messages.push({ id, outcome: 'waiting', ...nothingYet });
  }

  redirect(nowMs: number): void {
    this.judgeFrom(nowMs);
  }

  switchOff(): void {
    this.isOn = false;
    this.cut();
    for (const message of this.messages) message.isDoomed ||= message.outcome === 'waiting' && !message.isReplayed;
  }

  switchOn(nowMs: number): void {
    if (this.isOn) return;
    this.isOn = true;
    this.judgeFrom(nowMs);
  }

  /** Everything that failed, once more. */
  replayFailed(nowMs: number): void {
    for (const message of this.messages) {
      // One that was dropped without an attempt is in no list: a replay of its time finds it.
      if ((message.outcome !== 'given-up' && message.outcome !== 'dropped') || message.attempts === 0) continue;
      Object.assign(message, { attempts: 0, isReplayed: true, isDoomed: false });
      this.attempt(message, nowMs);
    }
  }

  /**
   * Whether what is due is begun at once: a replay's messages go one at a time, and those of an endpoint that fails.
   */
  canBeginAll(nowMs: number): boolean {
    const isAlone = ({ outcome, isReplayed, nextAtMs }: ModelMessage): boolean =>
      outcome === 'waiting' && isReplayed && nextAtMs <= nowMs;
    return this.failuresInARow < fewFailures && this.messages.filter(isAlone).length < 2;
  }

  /** What is due is under way, and not answered yet. */
  begin(nowMs: number): void {
    for (const message of this.messages) {
      if (message.outcome !== 'waiting') continue;
      const isDue = message.nextAtMs <= nowMs && this.isOn && !message.isDoomed;
      if (isDue) {
        message.underWaySinceMs = nowMs;
        this.requests.push(message.id);
      }
      if (this.isOrdered && !message.isReplayed && !message.isDoomed) break;
    }
  }

  /** What is under way was given up: it is asked again, if at all. */
  cut(): void {
    for (const message of this.messages) message.underWaySinceMs = null;
  }

  /** What is under way is answered. */
  finish(nowMs: number): void {
    for (const message of this.messages) {
      if (message.underWaySinceMs === null) continue;
      this.answer(message, message.underWaySinceMs, nowMs);
      message.underWaySinceMs = null;
    }
  }

  step(nowMs: number): void {
    const waiting = this.messages.filter(({ outcome }) => outcome === 'waiting');
    const isDue = ({ nextAtMs }: ModelMessage): boolean => nextAtMs <= nowMs;
    for (const message of waiting.filter(isDue)) {
      if (message.isDoomed || !this.isOn) message.outcome = 'dropped';
      else if (message.isReplayed) this.attempt(message, nowMs);
    }
    for (const message of waiting) {
      if (message.outcome !== 'waiting' || message.isReplayed || message.isDoomed) continue;
      if (isDue(message)) this.attempt(message, nowMs);
      // It holds back those behind it.
      if (this.isOrdered && message.outcome === 'waiting') break;
    }
    const failedForMs = this.failingSinceMs === null ? 0 : nowMs - this.failingSinceMs;
    if (this.isOn && this.lastFailedAtMs === nowMs && failedForMs >= 120 * hourMs) this.switchOff();
  }

  private lastFailedAtMs = Number.NaN;
  private failuresInARow = 0;

  private attempt(message: ModelMessage, nowMs: number): void {
    this.requests.push(message.id);
    this.answer(message, nowMs, nowMs);
  }

  private answer(message: ModelMessage, begunMs: number, nowMs: number): void {
    message.attempts += 1;
    this.failuresInARow = this.mode === 'takes' ? 0 : this.failuresInARow + 1;
    if (this.mode === 'takes') {
      message.outcome = 'sent';
      this.failingSinceMs = null;
      return;
    }
    this.lastFailedAtMs = begunMs;
    this.failingSinceMs ??= begunMs;
    if (this.failingSinceMs < this.judgedFromMs) this.failingSinceMs = begunMs >= this.judgedFromMs ? begunMs : null;
    const { id: messageId, attempts: attempt } = message;
    const question = { delaysMs: webhookDelaysMs, messageId, attempt, nowMs, statedDelayMs: undefined };
    const nextAtMs = this.mode === 'refuses' ? undefined : nextAttemptAt(question);
    message.outcome = nextAtMs === undefined ? 'given-up' : 'waiting';
    message.nextAtMs = nextAtMs ?? 0;
  }

  /** Failures of before say nothing about it. */
  private judgeFrom(nowMs: number): void {
    this.judgedFromMs = nowMs;
    if ((this.failingSinceMs ?? nowMs) < nowMs) this.failingSinceMs = null;
  }
}
