import { z } from 'zod';
import { GetBroadcastPolicy, SetBroadcastPolicy } from '../../../application/broadcast/sending-policy.js';
import { type SendingPolicy, usualPolicy } from '../../../domain/broadcast/policy.js';
import { pauseReasons } from '../../../domain/broadcast/events.js';
import { described, Field, type FieldRule } from '../edge/field.js';
import { number, orNull } from '../edge/rules.js';
import { get, patch } from '../openapi/served.js';
import { changed, id, oneChanged } from '../openapi/shared-schemas.js';
import { broadcastId, object } from './broadcasts.answers.js';
import { membersOf } from '../../../domain/shared/members.js';

const mostPerHour = 10_000_000;

const warmUpNames = { start_per_day: 'startPerDay', factor: 'factor', most_deferred: 'mostDeferred' } as const;
const warmUpParts = {
  start_per_day: described(
    number(1, mostPerHour, true),
    'The maximum number of emails of the sender’s domain on its first day.',
  ),
  factor: described(number(1, 10, false), 'The factor by which the limit grows after each day that used 80% of it.'),
  most_deferred: described(
    number(0, 1, false),
    'The share of deferred emails, from 0 to 1, from which the limit does not grow.',
  ),
};
const warmUp: FieldRule<NonNullable<SendingPolicy['warmUp']>> = {
  schema: {
    type: 'object',
    required: Object.keys(warmUpParts),
    properties: Object.fromEntries(Object.entries(warmUpParts).map(([name, { schema }]) => [name, schema])),
  },
  parse(value, field) {
    const given = membersOf(value);
    const read = { startPerDay: 0, factor: 1, mostDeferred: 1 };
    for (const [name, rule] of Object.entries(warmUpParts)) {
      const part = rule.parse(given[name], `${field}.${name}`);
      if ('problem' in part) return part;
      read[warmUpNames[name as keyof typeof warmUpNames]] = part.value;
    }
    return { value: read };
  },
};

class BroadcastPolicyBody {
  @Field(
    described(orNull(number(1, mostPerHour, true)), 'The maximum number of emails per hour. Null (default): no limit.'),
  )
  pace_per_hour: number | null | undefined;
  @Field(
    described(
      number(0, 1, false),
      'The bounce rate, from 0 to 1, above which the broadcast is paused. `1` never pauses it.',
    ),
  )
  bounce_rate: number | undefined;
  @Field(
    described(
      number(0, 1, false),
      'The spam complaint rate, from 0 to 1, above which the broadcast is paused. `1` never pauses it.',
    ),
  )
  complaint_rate: number | undefined;
  @Field(
    described(
      orNull(warmUp),
      'The daily limit (UTC) for all emails of the sender’s domain: `start_per_day` on the first day, multiplied by `factor` after each day that used 80% of its limit and on which the share of deferred emails was below `most_deferred`. Null (default): no limit.',
    ),
  )
  warm_up: NonNullable<SendingPolicy['warmUp']> | null | undefined;
}

const share = z.number().min(0).max(1);
const answer = z.strictObject({
  object: z.literal('broadcast_policy'),
  broadcast_id: id,
  pace_per_hour: z.int().min(1).nullable(),
  bounce_rate: share,
  complaint_rate: share,
  warm_up: z.strictObject({ start_per_day: z.int().min(1), factor: z.number(), most_deferred: share }).nullable(),
  paused_because: z
    .enum(Object.keys(pauseReasons) as [keyof typeof pauseReasons])
    .nullable()
    .describe('The reason why the broadcast is paused. Null if it is not paused.'),
});
const usual = {
  ...{ object: 'broadcast_policy' as const, broadcast_id: broadcastId, pace_per_hour: null },
  ...{ bounce_rate: usualPolicy.mostBounced, complaint_rate: usualPolicy.mostComplained },
  ...{ warm_up: null, paused_because: null },
};

export const getPolicy = get({
  path: '/dashboard-api/broadcasts/{id}/policy',
  summary: 'Get the sending policy of a broadcast',
  answer,
  examples: { usual: { summary: 'The default policy', answer: usual } },
  runs: GetBroadcastPolicy,
  input: ({ teamId, path }) => ({ teamId, broadcastId: path.id }),
  present: ({ policy = usualPolicy, pausedBecause }, { path }) => ({
    ...{ object: 'broadcast_policy' as const, broadcast_id: path.id, pace_per_hour: policy.pacePerHour },
    ...{ bounce_rate: policy.mostBounced, complaint_rate: policy.mostComplained },
    warm_up:
      policy.warmUp === null
        ? null
        : {
            start_per_day: policy.warmUp.startPerDay,
            factor: policy.warmUp.factor,
            most_deferred: policy.warmUp.mostDeferred,
          },
    paused_because: pausedBecause,
  }),
});

export const setPolicy = patch({
  path: '/dashboard-api/broadcasts/{id}/policy',
  summary: 'Change the sending policy of a broadcast',
  description:
    'Sets how fast the broadcast is sent and what pauses it. Fields that you omit do not change. Changes apply immediately, even while the broadcast is being sent.',
  body: BroadcastPolicyBody,
  errors: { 404: ['not_found'], 422: ['validation_error'] },
  answer: oneChanged(object),
  examples: {
    paced: {
      summary: 'At most 10,000 emails an hour',
      request: { pace_per_hour: 10_000 },
      answer: { object, id: broadcastId },
    },
  },
  runs: SetBroadcastPolicy,
  input: ({ context, path, body }) => {
    const given = {
      ...{ pacePerHour: body.pace_per_hour, warmUp: body.warm_up },
      ...{ mostBounced: body.bounce_rate, mostComplained: body.complaint_rate },
    };
    const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    return { context, broadcastId: path.id, changes };
  },
  present: changed(object),
});
