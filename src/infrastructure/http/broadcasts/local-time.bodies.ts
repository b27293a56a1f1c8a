import { clockMs, type LocalTime } from '../../../domain/broadcast/local-time.js';
import { invalid } from '../edge/errors/api-error.js';
import { described, Field, type FieldRule, missing } from '../edge/field.js';
import { text } from '../edge/rules.js';
import { scheduledTime } from '../emails/body/scheduled-time.js';

const clockTime: FieldRule<string> = {
  schema: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$' },
  parse: (value, field) =>
    typeof value === 'string' && clockMs(value) !== undefined
      ? { value }
      : {
          problem: `Invalid \`${field}\` field. It must be a date and a time without a zone, for example \`2026-12-01T09:00\`.`,
        },
};
const mostCharacters = 100;
const besideLocalTime = (body: object, field: string) =>
  'local_time' in body && body.local_time !== undefined
    ? missing(`Missing \`${field}\` field. A broadcast with \`local_time\` needs it.`)
    : undefined;

export class SendReviewedBody {
  @Field(scheduledTime) scheduled_at: string | undefined;
  @Field(
    described(
      clockTime,
      'The local date and time at which each person gets the broadcast, instead of `scheduled_at`. At most 30 days ahead.',
    ),
  )
  local_time: string | undefined;
  @Field(
    described(
      text(mostCharacters),
      'The key of the contact property with each person’s time zone, an IANA name such as `Europe/Berlin`. Required with `local_time`.',
    ),
    besideLocalTime,
  )
  zone_property: string | undefined;
  @Field(
    described(text(mostCharacters), 'The time zone for people without a valid time zone. Required with `local_time`.'),
    besideLocalTime,
  )
  fallback_zone: string | undefined;
}

/** Undefined where the body names no time of each person’s zone. */
export function localTimeIn(body: SendReviewedBody): LocalTime | undefined {
  const { local_time: at, zone_property: property, fallback_zone: fallbackZone, scheduled_at: moment } = body;
  if (at === undefined || property === undefined || fallbackZone === undefined) return undefined;
  if (moment !== undefined) {
    throw invalid('Invalid `local_time` field. Name either `scheduled_at` or `local_time`.');
  }
  return { at, property, fallbackZone };
}
