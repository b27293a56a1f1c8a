import { casual as english } from 'chrono-node/en';
import type { FieldRule, Failure } from '../../edge/field.js';
import { Field, readBody, required, isFailure } from '../../edge/field.js';

/** Longer than any time, written out. */
const maxCharacters = 100;

const isoTime =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(?:(Z)|([+-])(\d\d)(?::?(\d\d))?)?$/i;

const forms =
  'It must be an ISO 8601 time such as `2026-08-05T11:52:01Z` or an English phrase such as `in 1 min` or `tomorrow at 9am`';

/** `scheduled_at`, as it was sent; `resolveScheduledAt` makes a time of it. */
export const scheduledTime: FieldRule<string> = {
  schema: {
    type: 'string',
    'x-logged': true,
    maxLength: maxCharacters,
    description:
      'The time to send the email, at most 30 days in the future: an ISO 8601 time, or an English phrase such as `in 1 min` or `tomorrow at 9am`. The default time zone is UTC.',
  },
  parse(value) {
    const acceptable = typeof value === 'string' && value.trim() !== '' && value.length <= maxCharacters;
    return acceptable ? { value: value.trim() } : { problem: notATime };
  },
};

const notATime = `Invalid \`scheduled_at\` field. ${forms}.`;

/** PATCH /emails/{id}. */
export class RescheduleBody {
  @Field(scheduledTime, required) scheduled_at!: string;
}

export function readRescheduleBody(raw: unknown, nowMs: number): RescheduleBody | Failure {
  const body = readBody(RescheduleBody, raw, 'The request body');
  return isFailure(body) ? body : (resolveScheduledAt(body, nowMs) ?? body);
}

/** Puts the instant (ISO 8601, UTC, milliseconds) in the place of the words; a failure where they name none. */
export function resolveScheduledAt(body: { scheduled_at: string | undefined }, nowMs: number): Failure | undefined {
  if (body.scheduled_at === undefined) return undefined;
  const instant = parseScheduledTime(body.scheduled_at, nowMs);
  if (instant === undefined) return { name: 'validation_error', message: notATime };
  body.scheduled_at = instant.toISOString();
  return undefined;
}

/**
 * UTC where the text names no zone; undefined where it does not name exactly one moment. Whether that is past is not
 * asked here.
 */
export function parseScheduledTime(text: string, nowMs: number): Date | undefined {
  return isoTime.test(text) ? parseIso(text) : parsePhrase(text, nowMs);
}

/** A day that the month does not have is no date, and rolls over nowhere. */
function parseIso(text: string): Date | undefined {
  const [, year, month, day, hour, minute, second = '0', fraction = '', , sign, zoneHour = '0', zoneMinute = '0'] =
    isoTime.exec(text) ?? [];
  const parts = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts;
  const local = new Date(Date.UTC(y, mo - 1, d, h, mi, s, Number(fraction.padEnd(3, '0').slice(0, 3))));
  const unchanged = [
    local.getUTCFullYear(),
    local.getUTCMonth() + 1,
    local.getUTCDate(),
    local.getUTCHours(),
    local.getUTCMinutes(),
    local.getUTCSeconds(),
  ].every((part, index) => part === parts[index]);
  if (!unchanged || Number(zoneHour) > 14 || Number(zoneMinute) > 59) return undefined;
  const offsetMs = (Number(zoneHour) * 60 + Number(zoneMinute)) * 60_000;
  return new Date(local.getTime() - (sign === '-' ? -offsetMs : offsetMs));
}

/** `05/06` is May for some and June for others; a date in the order of ISO 8601 is the same for everybody. */
const isoDate = /\b\d{4}-\d\d-\d\d\b/;
const numericDate = /\d\s*[/.-]\s*\d+\s*[/.-]\s*\d|\d\/\d/;

/** chrono-node reads the midnight of a night as its noon, and the hours after it as those of the morning before. */
function nightHours(text: string, hour: number, isPast: boolean): number {
  if (!/\b(?:tonight|night)\b/i.test(text)) return 0;
  if (hour === 12) return 12;
  return hour < 5 && isPast ? 24 : 0;
}

function parsePhrase(text: string, nowMs: number): Date | undefined {
  if (numericDate.test(text.replace(isoDate, ''))) return undefined;
  const reference = { instant: new Date(nowMs), timezone: 0 };
  const [found, ...others] = english.parse(text, reference, { forwardDate: true });
  if (found === undefined || others.length > 0 || found.end) return undefined;
  // The whole text is the time: a word that was not understood might have changed it.
  const rest = text.slice(0, found.index) + text.slice(found.index + found.text.length);
  if (!/^(?:at\s+)?\.?$/i.test(rest)) return undefined;
  // A day alone is no moment; `in 2 days` is one.
  const isMoment = found.start.isCertain('hour') || found.start.tags().has('result/relativeDate');
  const hour = found.start.get('hour') ?? 0;
  const date = new Date(found.date().getTime() + nightHours(text, hour, found.date().getTime() <= nowMs) * 3_600_000);
  return isMoment && !Number.isNaN(date.getTime()) ? date : undefined;
}
