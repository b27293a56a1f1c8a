import { allowanceDayMs, type DailyAllowances } from '../../application/ports/daily-allowances.js';

const mostKept = 50_000;

/** The embedded counter, in memory. */
export function createInProcessDailyAllowances(nowMs: () => number): DailyAllowances {
  // Insertion order is the order in which their days began.
  const days = new Map<string, { count: number; readonly endsMs: number }>();

  function forgetOld(atMs: number): void {
    for (const [key, { endsMs }] of days) {
      if (endsMs > atMs && days.size <= mostKept) return;
      days.delete(key);
    }
  }

  return {
    async take(allowances) {
      const atMs = nowMs();
      forgetOld(atMs);
      const waits = allowances.map(({ key, limit }) => {
        const day = days.get(key);
        return day === undefined || day.count < limit ? 0 : day.endsMs - atMs;
      });
      const waitMs = Math.max(0, ...waits);
      if (waitMs > 0) return waitMs;
      for (const { key } of allowances) {
        const day = days.get(key);
        if (day === undefined) days.set(key, { count: 1, endsMs: atMs + allowanceDayMs });
        else day.count += 1;
      }
      return 0;
    },
  };
}
