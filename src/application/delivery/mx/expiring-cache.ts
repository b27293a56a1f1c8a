import type { Clock } from '../../ports/clock.js';
import { BoundedMap } from '../../shared/bounded-map.js';

export interface ExpiringCacheSettings<Value> {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** How long a value is good for. */
  readonly lifeMs: (value: Value) => number;
  /** The oldest go first: what is kept does not grow with the number of domains. */
  readonly maxEntries: number;
}

/** Answers by key for a time. A question while an answer is on its way waits for the same one. */
export class ExpiringCache<Value> {
  private readonly kept: BoundedMap<string, { readonly value: Value; readonly untilMs: number }>;
  private readonly loading = new Map<string, Promise<Value>>();

  constructor(private readonly settings: ExpiringCacheSettings<Value>) {
    this.kept = new BoundedMap(settings.maxEntries);
  }

  async get(key: string, from: () => Promise<Value>): Promise<Value> {
    const known = this.kept.get(key);
    if (known !== undefined && this.settings.clock.monotonicMs() < known.untilMs) return known.value;
    const underWay = this.loading.get(key) ?? this.load(key, from);
    if (!this.loading.has(key)) this.loading.set(key, underWay);
    return underWay;
  }

  private async load(key: string, from: () => Promise<Value>): Promise<Value> {
    const { clock, lifeMs } = this.settings;
    try {
      const value = await from();
      this.kept.set(key, { value, untilMs: clock.monotonicMs() + lifeMs(value) });
      return value;
    } finally {
      this.loading.delete(key);
    }
  }
}
