import { dayAt } from '../../domain/shared/utc-calendar.js';
import { BoundedMap } from './bounded-map.js';

/** So many things are counted at once; beyond it the oldest begins again. */
const mostCounted = 100_000;

/** How often something happened in this process in a day of UTC. */
export class DayCounts {
  readonly #counts = new BoundedMap<string, { readonly day: string; readonly count: number }>(mostCounted);

  constructor(private readonly mostADay: number) {}

  /** False where it was counted so often today already. */
  take(id: string, nowMs: number): boolean {
    const day = dayAt(nowMs);
    const known = this.#counts.get(id);
    const count = known?.day === day ? known.count + 1 : 1;
    if (count > this.mostADay) return false;
    this.#counts.set(id, { day, count });
    return true;
  }
}
