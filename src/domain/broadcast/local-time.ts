import { z } from 'zod';
import type { DataOf } from '../shared/event.js';

export const localTime = z.object({
  /** What clocks show: `2026-01-31T09:30`. */
  at: z.string(),
  /** The key of the contact property that holds the zone of each person. */
  property: z.string(),
  /** IANA name: for those without a zone, or with one that does not exist. */
  fallbackZone: z.string(),
});
/** One time on the clocks of all: each person gets their email when it is so late where they are. */
export type LocalTime = DataOf<typeof localTime>;

const hourMs = 3_600_000;
/** The clocks that are first, and those that are last. */
const [earliestHours, latestHours] = [14, 12];
const pattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** As if the clock was one of UTC. Milliseconds; undefined where it is no time of a clock. */
export function clockMs(at: string): number | undefined {
  const ms = pattern.test(at) ? Date.parse(`${at}:00.000Z`) : Number.NaN;
  // A day that its month does not have would be one of the next.
  return Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(at) ? undefined : ms;
}

/** Between when and when it is so late somewhere. ISO 8601. */
export function windowOf({ at }: Pick<LocalTime, 'at'>): { readonly begins: string; readonly ends: string } {
  const ms = clockMs(at) ?? Number.NaN;
  const iso = (hours: number): string => new Date(ms + hours * hourMs).toISOString();
  return { begins: iso(-earliestHours), ends: iso(latestHours) };
}

/** Names of areas and places, and UTC; not an offset, which some runtimes take for a zone. */
const zoneName = /^[A-Za-z][\w+/-]*$/;

const dayMs = 24 * hourMs;
/** So many zones are kept, whatever is written into a property. */
const mostKept = 1_000;

/** What the rules for zones of this runtime say. Reading a zone's costs more than all else: they are kept. */
export class Zones {
  readonly #formats = new Map<string, Intl.DateTimeFormat | undefined>();

  isZone(zone: string): boolean {
    return this.#formatOf(zone) !== undefined;
  }

  /**
   * When clocks of a zone show it. A time that is left out there (in spring) is as much later; of one that is there
   * twice (in autumn) it is the first. ISO 8601.
   */
  instantIn(zone: string, at: string): string {
    const ms = clockMs(at) ?? Number.NaN;
    const [before, after] = [ms - dayMs, ms + dayMs].map((nearMs) => ms - this.#offsetMs(zone, nearMs));
    const found = [before, after].find((instant = Number.NaN) => instant + this.#offsetMs(zone, instant) === ms);
    return new Date(found ?? before ?? Number.NaN).toISOString();
  }

  /** By how much clocks of the zone are ahead of UTC. */
  #offsetMs(zone: string, instantMs: number): number {
    const format = this.#formatOf(zone);
    if (format === undefined) throw new RangeError('there is no such time zone');
    const parts = new Map(format.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]));
    const [year, month, day] = [parts.get('year') ?? 0, parts.get('month') ?? 0, parts.get('day') ?? 0];
    const shownMs = Date.UTC(year, month - 1, day, parts.get('hour'), parts.get('minute'), parts.get('second'));
    return shownMs - Math.floor(instantMs / 1_000) * 1_000;
  }

  #formatOf(zone: string): Intl.DateTimeFormat | undefined {
    if (this.#formats.has(zone)) return this.#formats.get(zone);
    if (this.#formats.size >= mostKept) this.#formats.clear();
    const format = zoneName.test(zone) ? formatOf(zone) : undefined;
    this.#formats.set(zone, format);
    return format;
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { calendar: 'gregory', timeZone, ...date, ...time });
  } catch {
    return undefined;
  }
}

/** When a person gets it, and whether that is by the fallback. `zone`: the value of the person's property. */
export function dueIn(
  zones: Zones,
  { at, fallbackZone }: LocalTime,
  zone: unknown,
): { readonly opensAt: string; readonly isFallback: boolean } {
  const own = typeof zone === 'string' ? zone.trim() : '';
  const isFallback = !zones.isZone(own);
  return { opensAt: zones.instantIn(isFallback ? fallbackZone : own, at), isFallback };
}
