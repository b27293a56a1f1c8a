import { dayLimit, type SendingDay, type WarmUp } from '../../domain/broadcast/policy.js';
import { sendingHealthProjection } from '../../projections/sending-health/sending-health.projection.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';

export interface WarmingUp {
  readonly teamId: string;
  readonly domainId: string;
  readonly warmUp: WarmUp;
}

const dayMs = 86_400_000;
/** A domain that has sent for longer is warm: the limit has grown by then, or receivers defer what it sends. */
const daysLookedAt = 30;
/** Emails of a day that are looked at for what was deferred. */
const sampled = 1_000;
/** No limit of a day is higher. */
const mostCounted = 10_000_000;
/** What others send from the domain counts too. */
const countAgainMs = 60_000;

/** What a domain has sent, by UTC day: every email of it counts, not those of one broadcast alone. */
export class WarmUpDays {
  readonly #past = new Map<number, SendingDay>();
  #day = 0;
  #sentToday = 0;
  #countedMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly ports: Pick<LogPorts, 'clock'> & Pick<Ports, 'readStore'>) {}

  async room(asked: WarmingUp): Promise<{ readonly most: number; readonly nextDayMs: number }> {
    const now = this.ports.clock.now();
    const day = Math.floor(now / dayMs);
    if (day !== this.#day || now - this.#countedMs >= countAgainMs) {
      const known = day === this.#day ? this.#sentToday : 0;
      // The read model may be behind what was opened here.
      this.#sentToday = Math.max(known, await this.#sentOn(asked, day));
      this.#day = day;
      this.#countedMs = now;
    }
    const days: SendingDay[] = [];
    for (let before = day - daysLookedAt; before < day; before += 1) {
      const past = await this.#pastDay(asked, before);
      if (past.sent > 0 || days.length > 0) days.push(past);
    }
    const limit = dayLimit(asked.warmUp, days);
    return { most: Math.max(0, limit - this.#sentToday), nextDayMs: (day + 1) * dayMs };
  }

  note(opened: number): void {
    this.#sentToday += opened;
  }

  async #pastDay(asked: WarmingUp, day: number): Promise<SendingDay> {
    const known = this.#past.get(day);
    if (known !== undefined) return known;
    const sent = await this.#sentOn(asked, day);
    const found = { sent, deferredShare: sent === 0 ? 0 : await this.#deferredOn(asked, day) };
    this.#past.set(day, found);
    return found;
  }

  #sentOn({ teamId, domainId }: WarmingUp, day: number): Promise<number> {
    const bounds = {
      orderBy: 'at',
      atLeast: isoAt(day * dayMs),
      atMost: isoAt((day + 1) * dayMs - 1),
      most: mostCounted,
    };
    return this.ports.readStore.count(sendingHealthProjection, { teamId, domainId }, bounds);
  }

  async #deferredOn({ teamId, domainId }: WarmingUp, day: number): Promise<number> {
    const { documents } = await this.ports.readStore.list(sendingHealthProjection, {
      equals: { teamId, domainId },
      ...{ orderBy: 'at', direction: 'asc', limit: sampled },
      after: { value: isoAt(day * dayMs - 1), id: '\u{10ffff}' },
      until: isoAt((day + 1) * dayMs - 1),
    });
    const recipients = documents.flatMap(({ document }) => document.recipients);
    const answered = recipients.filter(({ result, deferred }) => result !== null || deferred);
    return answered.length === 0 ? 0 : answered.filter(({ deferred }) => deferred).length / answered.length;
  }
}

const isoAt = (ms: number): string => new Date(ms).toISOString();
