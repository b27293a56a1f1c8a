import { useSyncExternalStore } from 'react';

/** How long ago, kept current; the full local time is in the title. */
export function Ago({ at }: { readonly at: string }) {
  const now = useSyncExternalStore(everySecond, () => nowMs);
  const time = instantOf(at);
  if (time === null) return <span>{at}</span>;
  return (
    <time dateTime={time.toISOString()} title={absolute.format(time)}>
      {distance(time.getTime() - now) ?? shortDate.format(time)}
    </time>
  );
}

/** The full local time, and how long ago that is while it is recent. */
export function Moment({ at }: { readonly at: string }) {
  const now = useSyncExternalStore(everySecond, () => nowMs);
  const time = instantOf(at);
  if (time === null) return <span>{at}</span>;
  const away = distance(time.getTime() - now);
  return (
    <>
      <time dateTime={time.toISOString()}>{absolute.format(time)}</time>
      {away !== null && <span className="faint"> · {away}</span>}
    </>
  );
}

/** The time of day to the millisecond; the full local time is in the title. */
export function Clock({ at }: { readonly at: string }) {
  const time = instantOf(at);
  if (time === null) return <span>{at}</span>;
  return (
    <time dateTime={time.toISOString()} title={absolute.format(time)} className="number">
      {clock.format(time)}
    </time>
  );
}

/** Milliseconds between two times as the server wrote them, or `null` where one of them is no time. */
export function elapsedMs(from: string, to: string): number | null {
  const start = instantOf(from);
  const end = instantOf(to);
  return start === null || end === null ? null : end.getTime() - start.getTime();
}

export function durationText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  if (ms < minuteMs) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  if (ms < hourMs) return `${Math.round(ms / minuteMs)} min`;
  if (ms < 2 * dayMs) return `${Math.round(ms / hourMs)} h`;
  return `${Math.round(ms / dayMs)} days`;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'long' });
const shortDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

/**
 * Reads ISO 8601 and the REST API's `2026-01-31 09:30:00.123456+00`, which no browser has to understand: a space for
 * the `T`, microseconds, and an offset without minutes.
 */
function instantOf(text: string): Date | null {
  const iso = text
    .replace(' ', 'T')
    .replace(/(\.\d{3})\d+/, '$1')
    .replace(/([+-]\d{2})$/, '$1:00');
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? null : time;
}

function distance(ms: number): string | null {
  const size = Math.abs(ms);
  if (size >= 7 * dayMs) return null;
  const text = amount(size);
  if (ms > 1_000) return `in ${text}`;
  return size < 1_000 ? 'now' : `${text} ago`;
}

function amount(ms: number): string {
  if (ms < minuteMs) return `${Math.floor(ms / 1_000)} s`;
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  if (ms < dayMs) return `${Math.floor(ms / hourMs)} h`;
  return `${Math.floor(ms / dayMs)} d`;
}

let nowMs = Date.now();
let ticking: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** One clock for the whole page, running only while something on it shows a distance in time. */
function everySecond(listener: () => void): () => void {
  listeners.add(listener);
  ticking ??= setInterval(tick, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

function tick(): void {
  nowMs = Date.now();
  for (const notify of listeners) notify();
}
