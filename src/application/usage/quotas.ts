import { unreachable } from '../../domain/shared/decider.js';
import { dayAt, endOfDayMs, endOfMonthMs, monthOf } from '../../domain/shared/utc-calendar.js';
import type { Clock } from '../ports/clock.js';
import type { QuotaCounter, QuotaLimits, QuotaPeriod, QuotaReserved, QuotaUsed } from '../ports/quota-counter.js';
import type { TeamOwners } from '../shared/team-owners.js';
import { usageAt, usageCaughtUp, type UsagePorts } from './usage-figures.js';

interface QuotaExceeded<Code extends string> {
  readonly refused: Code;
  /** Until the quota resets. */
  readonly retryAfterSeconds: number;
}

export type QuotaRefusal = QuotaExceeded<'daily-quota-exceeded'> | QuotaExceeded<'monthly-quota-exceeded'>;

/** So many recipients of a team, counted before they are accepted. */
export interface Reservation {
  /** They were not accepted after all. */
  release(): Promise<void>;
}

export type QuotasPorts = UsagePorts & {
  readonly clock: Clock;
  readonly quotaCounter: QuotaCounter;
  readonly quotaLimits: QuotaLimits;
  /** Without it every team counts alone. */
  readonly teamOwners?: Pick<TeamOwners, 'of' | 'teamsBeside'>;
  /** Called when a re-basing fails: the count goes on from what it was, or without a figure. */
  readonly onFailure: (error: unknown) => void;
};

const rebaseEveryMs = 60_000;
/**
 * So long the first request of an owner's teams after a start waits for the projection; a later re-basing delays no
 * request.
 */
const catchUpPatienceMs = 2_000;

/**
 * What keeps all teams of one owner together within the quotas: a counter that is re-based from the usage projection,
 * once a minute for teams that send, and whenever the counter has no figure. A re-basing does not see what is in
 * flight, so that much more may get through. A counter or a projection that fails stops no mail.
 */
export class Quotas {
  readonly limits: QuotaLimits;
  private readonly rebasedAt = new Map<string, number>();
  private readonly rebasing = new Map<string, Promise<void>>();

  constructor(private readonly ports: QuotasPorts) {
    this.limits = ports.quotaLimits;
  }

  async reserve(teamId: string, recipients: number): Promise<Reservation | QuotaRefusal> {
    const { quotaCounter, clock } = this.ports;
    const owner = await this.ownerOf(teamId);
    const reserved = await this.counted(
      { owner, teamId },
      (period) => quotaCounter.reserve(owner, period, recipients, this.limits),
      ({ result }) => result === 'unknown',
    );
    return outcomeOf(reserved, clock.now(), (basis) => quotaCounter.release(owner, basis, recipients));
  }

  /** As it is counted now for the team's owner, which the usage itself may follow a moment later. */
  async used(teamId: string): Promise<QuotaUsed> {
    const { quotaCounter } = this.ports;
    const owner = await this.ownerOf(teamId);
    const used = await this.counted(
      { owner, teamId },
      (period) => quotaCounter.used(owner, period),
      (figures) => figures === undefined,
    );
    return used ?? { daily: 0, monthly: 0 };
  }

  private async ownerOf(teamId: string): Promise<string> {
    const { teamOwners } = this.ports;
    return teamOwners === undefined ? teamId : teamOwners.of(teamId);
  }

  /** Asks the counter, and gives it a figure first where it has none. */
  private async counted<Answer>(
    counted: Counted,
    ask: (period: QuotaPeriod) => Promise<Answer>,
    isMissing: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const period = periodAt(this.ports.clock.now());
    const answer = await ask(period);
    if (!isMissing(answer)) {
      this.rebaseWhenDue(counted, period);
      return answer;
    }
    await this.rebaseOnce(counted, period).catch(this.ports.onFailure);
    return ask(period);
  }

  private rebaseWhenDue(counted: Counted, period: QuotaPeriod): void {
    const last = this.rebasedAt.get(counted.owner);
    if (last !== undefined && this.ports.clock.monotonicMs() - last < rebaseEveryMs) return;
    this.rebaseOnce(counted, period).catch(this.ports.onFailure);
  }

  /** One at a time for each owner. */
  private rebaseOnce(counted: Counted, period: QuotaPeriod): Promise<void> {
    const { rebasing } = this;
    const { owner } = counted;
    const running = rebasing.get(owner) ?? this.rebase(counted, period).finally(() => rebasing.delete(owner));
    rebasing.set(owner, running);
    return running;
  }

  private async rebase({ owner, teamId }: Counted, period: QuotaPeriod): Promise<void> {
    const { quotaCounter, clock, teamOwners } = this.ports;
    const caughtUp = await usageCaughtUp(this.ports, catchUpPatienceMs);
    // A figure that lags is better than none, and worse than what was counted here.
    if (!caughtUp && (await quotaCounter.used(owner, period)) !== undefined) return;
    const teams = (await teamOwners?.teamsBeside(teamId)) ?? [teamId];
    const figures = await Promise.all(teams.map((each) => usageAt(this.ports, each, clock.now())));
    await quotaCounter.rebase(owner, period, sumOf(figures));
    if (caughtUp) this.rebasedAt.set(owner, clock.monotonicMs());
  }
}

interface Counted {
  readonly owner: string;
  /** One of the owner's. */
  readonly teamId: string;
}

function sumOf(figures: readonly QuotaUsed[]): QuotaUsed {
  const sum = (of: (figure: QuotaUsed) => number) => figures.reduce((total, figure) => total + of(figure), 0);
  return { daily: sum(({ daily }) => daily), monthly: sum(({ monthly }) => monthly) };
}

function outcomeOf(
  reserved: QuotaReserved,
  nowMs: number,
  release: (basis: string) => Promise<void>,
): Reservation | QuotaRefusal {
  switch (reserved.result) {
    case 'reserved':
      return { release: () => release(reserved.basis) };
    case 'exceeded': {
      const { day, month } = periodAt(nowMs);
      const endMs = reserved.quota === 'daily' ? endOfDayMs(day) : endOfMonthMs(month);
      return { refused: `${reserved.quota}-quota-exceeded`, retryAfterSeconds: Math.ceil((endMs - nowMs) / 1000) };
    }
    case 'unknown':
      // There is no figure: a counter that fails refuses no mail.
      return { release: async () => undefined };
    default:
      return unreachable(reserved);
  }
}

function periodAt(nowMs: number): QuotaPeriod {
  const day = dayAt(nowMs);
  return { day, month: monthOf(day) };
}
