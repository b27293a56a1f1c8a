import type { Ports } from '../shared/ports.js';

/** Most servers send a single email now and then, and each of these is waited for by somebody. */
const recentMs = 60_000;

/** Whether requests or SMTP sessions sent email in the last minute: what can wait leaves the next one room then. */
export class RecentMail {
  #lastMs: number;

  /**
   * A process that has just begun does not know what came before it, and counts on some. `seesAll`: what is accepted is
   * accepted by this process; another always counts on some.
   */
  constructor(
    private readonly clock: Pick<Ports['clock'], 'monotonicMs'>,
    private readonly seesAll: boolean,
  ) {
    this.#lastMs = clock.monotonicMs();
  }

  note(): void {
    this.#lastMs = this.clock.monotonicMs();
  }

  isThere(): boolean {
    return !this.seesAll || this.clock.monotonicMs() - this.#lastMs < recentMs;
  }
}
