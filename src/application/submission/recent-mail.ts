import type { Ports } from '../shared/ports.js';

const recentMs = 1_000;

/** Whether requests or SMTP sessions sent email a moment ago: what can wait leaves them room then. */
export class RecentMail {
  #lastMs = Number.NEGATIVE_INFINITY;

  /** `seesAll`: what is accepted is accepted by this process. Another knows of no email, and counts on some. */
  constructor(
    private readonly clock: Pick<Ports['clock'], 'monotonicMs'>,
    private readonly seesAll: boolean,
  ) {}

  note(): void {
    this.#lastMs = this.clock.monotonicMs();
  }

  isThere(): boolean {
    return !this.seesAll || this.clock.monotonicMs() - this.#lastMs < recentMs;
  }
}
