import { BoundedMap } from '../shared/bounded-map.js';

export interface InboundLimits {
  /** Emails a minute; null: no limit. */
  readonly perAddress: number | null;
  readonly perDomain: number | null;
}

const windowMs = 60_000;
const mostNames = 100_000;

interface Counted {
  readonly window: number;
  readonly emails: number;
}

/** Counts what comes in to each address and domain, in windows of a minute, so that no one of them takes all. */
export class InboundRate {
  readonly #counts = new BoundedMap<string, Counted>(mostNames);

  constructor(
    private readonly limits: InboundLimits,
    private readonly nowMs: () => number,
  ) {}

  /** Whether one more may come; it is counted where it may. */
  take(address: string, domainId: string): boolean {
    const { perAddress, perDomain } = this.limits;
    const ofAddress = this.#next(`address ${address.toLowerCase()}`, perAddress);
    const ofDomain = this.#next(`domain ${domainId}`, perDomain);
    if (ofAddress === undefined || ofDomain === undefined) return false;
    ofAddress();
    ofDomain();
    return true;
  }

  /** What counts it; undefined when there were as many as there may be. */
  #next(name: string, most: number | null): (() => void) | undefined {
    const window = Math.floor(this.nowMs() / windowMs);
    const known = this.#counts.get(name);
    const emails = known?.window === window ? known.emails : 0;
    if (most !== null && emails >= most) return undefined;
    return () => this.#counts.set(name, { window, emails: emails + 1 });
  }
}
