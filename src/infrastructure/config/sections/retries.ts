import { z } from 'zod';
import type { RetryPolicy } from '../../../domain/shared/retries/email-retries.js';
import { delays, duration, notes } from '../fields/fields.js';
import type { Paces } from './paces.js';

export const retryFields = {
  RETRY_SCHEDULE_TRANSACTIONAL: delays.prefault('30,120,300,600,1200,3600,7200,14400').register(notes, {
    says: 'The delays, in seconds, before the retries of transactional email (such as codes and links). The last delay is repeated.',
  }),
  RETRY_SCHEDULE_STANDARD: delays.prefault('60,300,900,1800,3600,7200,14400,28800,57600').register(notes, {
    says: 'The delays, in seconds, before the retries of standard email. The last delay is repeated.',
  }),
  RETRY_SCHEDULE_BULK: delays.prefault('300,600,1200,2400,4800,9600,14400').register(notes, {
    says: 'The delays, in seconds, before the retries of bulk email. The last delay is repeated.',
  }),
  RETRY_SCHEDULE_WEBHOOKS: delays.prefault('5,300,1800,7200,18000,36000,36000').register(notes, {
    says: 'The delays, in seconds, before the retries of a webhook message. Each delay varies by up to a fifth. After the last retry, the message fails.',
  }),
  EXPIRY_TRANSACTIONAL_SECONDS: duration
    .prefault('86400')
    .register(notes, { says: 'The age, in seconds, at which undelivered transactional email fails.' }),
  EXPIRY_STANDARD_SECONDS: duration
    .prefault('259200')
    .register(notes, { says: 'The age, in seconds, at which undelivered standard email fails.' }),
  EXPIRY_BULK_SECONDS: duration
    .prefault('172800')
    .register(notes, { says: 'The age, in seconds, at which undelivered bulk email fails.' }),
};

const schema = z.object(retryFields);

export function retriesOf(chosen: z.output<typeof schema>, paces: Paces) {
  const standard = {
    delaysMs: chosen.RETRY_SCHEDULE_STANDARD,
    expiresAfterMs: chosen.EXPIRY_STANDARD_SECONDS,
  };
  const retryPolicy: RetryPolicy = {
    schedules: {
      transactional: {
        delaysMs: chosen.RETRY_SCHEDULE_TRANSACTIONAL,
        expiresAfterMs: chosen.EXPIRY_TRANSACTIONAL_SECONDS,
      },
      standard,
      bulk: { delaysMs: chosen.RETRY_SCHEDULE_BULK, expiresAfterMs: chosen.EXPIRY_BULK_SECONDS },
      strangers: standard,
    },
    statedDelayBoundsMs: { min: 10_000, max: 6 * 3_600_000 },
    maxUnknownOutcomes: paces.MAX_UNKNOWN_OUTCOMES,
  };
  return { retryPolicy, webhookDelaysMs: chosen.RETRY_SCHEDULE_WEBHOOKS };
}
