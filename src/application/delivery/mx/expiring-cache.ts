import type { Clock } from '../../ports/clock.js';

export interface ExpiringCacheSettings<Value> {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** How long a value is good for. */
  readonly lifeMs: (value: Value) => number;
  /** The oldest go first: what is kept does not grow with the number of domains. */
  readonly maxEntries: number;
}

/** Answers by key for a time. Who asks while an answer is on its way waits for the same one. */
export interface ExpiringCache<Value> {
  get(key: string, load: () => Promise<Value>): Promise<Value>;
}

export function createExpiringCache<Value>(settings: ExpiringCacheSettings<Value>): ExpiringCache<Value> {
  const { clock, lifeMs, maxEntries } = settings;
  const kept = new Map<string, { readonly value: Value; readonly untilMs: number }>();
  const loading = new Map<string, Promise<Value>>();

  async function load(key: string, from: () => Promise<Value>): Promise<Value> {
    try {
      const value = await from();
      kept.delete(key);
      kept.set(key, { value, untilMs: clock.monotonicMs() + lifeMs(value) });
      const [oldest] = kept.keys();
      if (kept.size > maxEntries && oldest !== undefined) kept.delete(oldest);
      return value;
    } finally {
      loading.delete(key);
    }
  }

  return {
    async get(key, from) {
      const known = kept.get(key);
      if (known !== undefined && clock.monotonicMs() < known.untilMs) return known.value;
      const underWay = loading.get(key) ?? load(key, from);
      if (!loading.has(key)) loading.set(key, underWay);
      return underWay;
    },
  };
}
