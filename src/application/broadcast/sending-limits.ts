import type { Broadcast } from '../../domain/broadcast/broadcast.js';
import { burstOf, nextAtMs, rateReached, type SentFigures, usualPolicy } from '../../domain/broadcast/policy.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import type { OpenChunk } from './audience-walk.js';
import { emailIdOf } from './open-members.js';
import { talliesOf } from './result-sums.js';
import { WarmUpDays } from './warm-up-days.js';

export type LimitPorts = LogPorts & Pick<Ports, 'readStore'>;

/** Between two looks at the rates. */
const judgeEveryMs = 5_000;

/** `untilMs`: when there may be room again. */
export type Room = { readonly most: number } | { readonly untilMs: number };

/** Whose emails come next. `lastNotedMs`: when others of the broadcast were last dealt with, if they were. */
export interface Next extends Pick<OpenChunk, 'loaded' | 'members'> {
  readonly lastNotedMs: number | undefined;
}

/** What a rate was, where it is above what the policy allows. */
export interface RateReached {
  readonly because: 'bounce-rate' | 'complaint-rate';
  readonly figures: SentFigures;
}

/** Whether a pace or a warm-up says how many emails of it may follow others. */
export function isLimited({ policy = usualPolicy }: Broadcast): boolean {
  return policy.pacePerHour !== null || policy.warmUp !== null;
}

/** How fast one broadcast may go on. What it has to know it reads from the log, and counts on from there. */
export class SendingLimits {
  #dueMs: number | undefined;
  #judgedMs = Number.NEGATIVE_INFINITY;
  readonly #days: WarmUpDays;

  constructor(
    private readonly ports: LimitPorts,
    private readonly broadcastId: string,
  ) {
    this.#days = new WarmUpDays(ports);
  }

  /** How many of them may be opened together now, `most` at most. */
  async room(state: Broadcast, domainId: string, most: number, next: Next): Promise<Room> {
    const { pacePerHour, warmUp } = state.policy ?? usualPolicy;
    const { teamId } = state;
    const today = warmUp === null ? undefined : await this.#days.room({ teamId, domainId, warmUp });
    if (today !== undefined && today.most === 0) return { untilMs: today.nextDayMs };
    const mostToday = Math.min(most, today?.most ?? most);
    if (pacePerHour === null) return { most: mostToday };
    const burst = burstOf(pacePerHour, most);
    const dueMs = (this.#dueMs ??= await this.#dueAfterRestart(next, pacePerHour, burst));
    if (dueMs > this.ports.clock.now()) return { untilMs: dueMs };
    return { most: Math.min(burst, mostToday) };
  }

  /** The pace may be another: what was opened last is read again. */
  forget(): void {
    this.#dueMs = undefined;
  }

  /** So many were opened now. */
  note(state: Broadcast, opened: number): void {
    const { pacePerHour } = state.policy ?? usualPolicy;
    if (opened === 0) return;
    this.#days.note(opened);
    const now = this.ports.clock.now();
    this.#dueMs = pacePerHour === null ? undefined : nextAtMs(pacePerHour, opened, now, this.#dueMs ?? now);
  }

  /** Looked at every few seconds. */
  async rateReached({ policy = usualPolicy, judgedFrom }: Broadcast): Promise<RateReached | undefined> {
    const now = this.ports.clock.now();
    if (now - this.#judgedMs < judgeEveryMs) return undefined;
    this.#judgedMs = now;
    const figures = await sentSoFar(this.ports, this.broadcastId);
    const because = rateReached(policy, figures, judgedFrom);
    return because === undefined ? undefined : { because, figures };
  }

  /** Where it is not known what this or another process has opened last, that was a whole burst. */
  async #dueAfterRestart(next: Next, pacePerHour: number, burst: number): Promise<number> {
    const lastMs = await this.#lastOpenedMs(next);
    return lastMs === undefined ? this.ports.clock.now() : nextAtMs(pacePerHour, burst, lastMs, lastMs);
  }

  async #lastOpenedMs({ loaded, members, lastNotedMs }: Next): Promise<number | undefined> {
    const [opening] = loaded.events;
    for (const member of members.toReversed()) {
      const stream = streamName('email', emailIdOf(this.ports, opening?.id ?? '', member));
      const stored = await this.ports.store.readStream(stream, { limit: 1 });
      const [opened] = this.ports.codec.decode(stored);
      if (opened !== undefined) return Date.parse(opened.metadata.time);
    }
    return lastNotedMs;
  }
}

/** As far as the read model has come. */
async function sentSoFar(ports: Pick<Ports, 'readStore'>, broadcastId: string): Promise<SentFigures> {
  let [sent, bounced, complained] = [0, 0, 0];
  for (const { tally, count } of await talliesOf(ports, broadcastId)) {
    if (tally.sent) sent += count;
    if (tally.result?.startsWith('bounced') === true) bounced += count;
    if (tally.complained) complained += count;
  }
  return { sent, bounced, complained };
}
