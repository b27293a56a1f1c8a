const earliestMs = Date.UTC(1990, 0, 1);
const latestMs = Date.UTC(2100, 0, 1);
const isoLike =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/i;
const dayFirst =
  /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)(?:[T ,]+(\d{1,2}):(\d\d)(?::(\d\d))?\s*([AaPp][Mm])?)?\s*(?:Z|UTC|GMT|[+-]\d\d:?\d\d)?$/;
const named =
  /^(?:\p{L}{2,9}\.?,?\s+)?(?:\d{1,2}\.?\s+\p{L}{3,9}\.?,?\s+\d{4}|\p{L}{3,9}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4})\b/u;
const seconds = /^\d{10}(?:\.\d+)?$/;
const milliseconds = /^\d{13}$/;
const monthsOfYear = 12;

/** Whether the text is a day or a time, also one that does not show which number is its month. */
export function isTime(text: string): boolean {
  return [isoLike, dayFirst, named].some((form) => form.test(text)) || isEpoch(text);
}

/** ISO 8601, of UTC where the text names no zone. Undefined where the time is not sure. */
export function timeOf(text: string): string | undefined {
  const ms = millisecondsOf(text);
  return ms === undefined || Number.isNaN(ms) || ms < earliestMs || ms > latestMs
    ? undefined
    : new Date(ms).toISOString();
}

function millisecondsOf(text: string): number | undefined {
  if (seconds.test(text)) return Number(text) * 1_000;
  if (milliseconds.test(text)) return Number(text);
  const iso = isoLike.exec(text);
  if (iso !== null) {
    const [, year, month, day, hour = '0', minute = '00', second = '00', fraction = '0', zone = 'Z'] = iso;
    const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z';
    return Date.parse(`${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}.${fraction}${offset}`);
  }
  const parts = dayFirst.exec(text);
  if (parts === null) return named.test(text) ? Date.parse(`${text} UTC`) : undefined;
  const [, first, mark, second, year, hour = '0', minute = '0', secondOfMinute = '0', half] = parts;
  const [one, other] = [Number(first), Number(second)];
  // Days stand first wherever points are between them; with other marks it is sure only beyond the twelfth.
  const isDayFirst = mark === '.' || one > monthsOfYear || one === other;
  if (!isDayFirst && other <= monthsOfYear) return undefined;
  const [day, month] = isDayFirst ? [one, other] : [other, one];
  const fullYear = year?.length === 2 ? 2000 + Number(year) : Number(year);
  const hours = (Number(hour) % (half === undefined ? 24 : 12)) + (half?.toLowerCase() === 'pm' ? 12 : 0);
  return Date.UTC(fullYear, month - 1, day, hours, Number(minute), Number(secondOfMinute));
}

const two = (digits: string | undefined): string => (digits ?? '').padStart(2, '0');

const isEpoch = (text: string): boolean =>
  (seconds.test(text) || milliseconds.test(text)) && timeOf(text) !== undefined;
