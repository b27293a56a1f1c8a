import { useSyncExternalStore } from 'react';

/*
 * How this browser shows moments: one zone and one notation for the whole page. What a person types is read in the same
 * zone (`zoned-time.ts`).
 */

export interface Clock {
  /** IANA's name of a time zone. */
  readonly zone: string;
  /** `2026-01-31 09:30:00` in place of what the browser's language has. */
  readonly isIso: boolean;
}

const storageKey = 'posthorn-clock';
const listeners = new Set<() => void>();
let clock = stored();

function stored(): Clock {
  const usual = { zone: new Intl.DateTimeFormat().resolvedOptions().timeZone, isIso: false };
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return usual;
    const zone = 'zone' in kept && typeof kept.zone === 'string' && isZone(kept.zone) ? kept.zone : usual.zone;
    return { zone, isIso: 'isIso' in kept && kept.isIso === true };
  } catch {
    // Storage is shut, or another program wrote there.
    return usual;
  }
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

export function setClock(next: Clock): void {
  clock = next;
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // It holds until the page is left.
  }
  for (const notify of listeners) notify();
}

export function useClock(): Clock {
  return useSyncExternalStore(subscribe, () => clock);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What of a moment is shown. */
export type Precision = 'day' | 'minute' | 'second';

const styles = {
  day: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  second: { dateStyle: 'medium', timeStyle: 'medium' },
} as const satisfies Readonly<Record<Precision, Intl.DateTimeFormatOptions>>;

const isoLength = { day: 10, minute: 16, second: 19 } as const;

/** A moment in the zone and the notation of `clock`. */
export function shown(moment: Date, { zone, isIso }: Clock, precision: Precision = 'second'): string {
  if (Number.isNaN(moment.getTime())) return '–';
  if (!isIso) return new Intl.DateTimeFormat(undefined, { ...styles[precision], timeZone: zone }).format(moment);
  // Sweden writes dates as ISO 8601 does.
  const iso = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone });
  return iso.format(moment).slice(0, isoLength[precision]);
}

/**
 * Reads ISO 8601 and the API's `2026-01-31 09:30:00.123456+00`, which no browser has to understand: a space for the
 * `T`, microseconds, and an offset without minutes.
 */
export function momentOf(text: string): Date {
  const iso = text
    .replace(' ', 'T')
    .replace(/(\.\d{3})\d+/, '$1')
    .replace(/([+-]\d{2})$/, '$1:00');
  return new Date(iso);
}
