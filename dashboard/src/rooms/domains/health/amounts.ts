import { sendingHealth as words } from '../../../messages/sending-health';

/** A share with the digits that tell it from all and from none. */
export function percentOf(count: number, of: number): string {
  if (of === 0) return words.none;
  const percent = (count / of) * 100;
  const digits = percent === 0 || percent === 100 ? 0 : percent < 1 || percent > 99 ? 2 : 1;
  const shown = count < of ? Math.min(percent, 99.99) : percent;
  return `${shown.toFixed(digits)}%`;
}

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000];

/** As people say it, with two digits at least. */
export function durationOf(ms: number): string {
  const { units } = words;
  if (ms < secondMs) return `${Math.round(ms)} ${units.ms}`;
  if (ms < minuteMs) return `${rounded(ms / secondMs)} ${units.s}`;
  if (ms < hourMs) return `${rounded(ms / minuteMs)} ${units.min}`;
  return `${rounded(ms / hourMs)} ${units.h}`;
}

const rounded = (value: number): string => String(value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
