import { type FieldRule, Field } from '../../edge/field.js';

/** The longest life of a shared link, and the one where none is asked for. */
export const maxShareMs = 48 * 3_600_000;

const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A number and a unit, short or written out; several of them add up. */
const part = '\\d{1,6} ?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)';
const duration = new RegExp(`^${part}(?: ?${part}){0,3}$`, 'i');

/** `10m`, `2 hours`, `1h 30m`: milliseconds, at most 48 hours. */
const shareDuration: FieldRule<number> = {
  schema: {
    type: 'string',
    'x-logged': true,
    pattern: duration.source,
    description:
      'The time until the link expires: numbers with units, such as `10m`, `2 hours`, or `1h 30m` (default and maximum: 48 hours).',
  },
  parse(value, field) {
    const text = typeof value === 'string' && duration.test(value.trim()) ? value : '';
    const parts = [...text.matchAll(/(\d+) ?([a-z])[a-z]*/gi)];
    const lifeMs = parts.reduce(
      (sum, [, count, unit]) => sum + Number(count) * (unitsMs[unit?.toLowerCase() ?? ''] ?? 0),
      0,
    );
    if (lifeMs > 0 && lifeMs <= maxShareMs) return { value: lifeMs };
    return {
      problem: `Invalid \`${field}\` field. It must be a number and a unit, such as \`10m\` or \`2 hours\`, up to 48 hours.`,
    };
  },
};

/** POST /emails/{id}/share. */
export class ShareBody {
  @Field(shareDuration) expires_in: number | undefined;
}
