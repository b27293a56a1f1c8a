import { nextAttemptAt } from '../../../src/domain/webhook/retries.js';

export type Mode = 'takes' | 'fails' | 'refuses';
export type Outcome = 'waiting' | 'sent' | 'given-up' | 'dropped';

export interface ModelMessage {
  readonly id: string;
  outcome: Outcome;
  attempts: number;
  nextAtMs: number;
  /** Its last attempt was made by a replay: it is tried again beside the others. */
  isReplayed: boolean;
  /** It waited when the endpoint was switched off: it is not tried again. */
  isDoomed: boolean;
}

const hourMs = 3_600_000;

/**
 * One endpoint as its documentation has it, in a world where everything that can be done is done at once. `step` is called after each
 * change, with the time.
 */
export class SettingsModel {
  readonly messages: ModelMessage[] = [];
  /** The id of the message of each request, in order. */
  readonly requests: string[] = [];
  isOn = true;
  isOrdered = false;
  types: readonly string[] | null = null;
  isOfOurDomain = true;
  mode: Mode = 'takes';
  failingSinceMs: number | null = null;

  constructor(private judgedFromMs: number) {}

  event(id: string, type: string): void {
    if (!this.isOn || !this.isOfOurDomain || (this.types !== null && !this.types.includes(type))) return;
    const nothingYet = { attempts: 0, nextAtMs: 0, isReplayed: false, isDoomed: false };
    this.messages.push({ id, outcome: 'waiting', ...nothingYet });
  }

  redirect(nowMs: number): void {
    this.judgeFrom(nowMs);
  }

  switchOff(): void {
    this.isOn = false;
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
      if (message.outcome !== 'given-up' && message.outcome !== 'dropped') continue;
      Object.assign(message, { attempts: 0, isReplayed: true, isDoomed: false });
      this.attempt(message, nowMs);
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

  private attempt(message: ModelMessage, nowMs: number): void {
    this.requests.push(message.id);
    message.attempts += 1;
    if (this.mode === 'takes') {
      message.outcome = 'sent';
      this.failingSinceMs = null;
      return;
    }
    this.lastFailedAtMs = nowMs;
    if (this.failingSinceMs === null || this.failingSinceMs < this.judgedFromMs) this.failingSinceMs = nowMs;
    const attempt = { messageId: message.id, attempt: message.attempts, nowMs, statedDelayMs: undefined };
    const nextAtMs = this.mode === 'refuses' ? undefined : nextAttemptAt(attempt);
    message.outcome = nextAtMs === undefined ? 'given-up' : 'waiting';
    message.nextAtMs = nextAtMs ?? 0;
  }

  /** Failures of before say nothing about it. */
  private judgeFrom(nowMs: number): void {
    this.judgedFromMs = nowMs;
    if ((this.failingSinceMs ?? nowMs) < nowMs) this.failingSinceMs = null;
  }
}
