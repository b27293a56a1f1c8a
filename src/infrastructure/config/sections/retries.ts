import { delays, duration, notes } from '../fields/fields.js';

export const retryFields = {
  RETRY_SCHEDULE_TRANSACTIONAL: delays.prefault('30,120,300,600,1200,3600,7200,14400').register(notes, {
    says: 'Seconds before each retry of email that soon expires (codes, links); the last one repeats.',
  }),
  RETRY_SCHEDULE_STANDARD: delays.prefault('60,300,900,1800,3600,7200,14400,28800,57600').register(notes, {
    says: 'Seconds before each retry of ordinary email; the last one repeats.',
  }),
  RETRY_SCHEDULE_BULK: delays.prefault('300,600,1200,2400,4800,9600,14400').register(notes, {
    says: 'Seconds before each retry of bulk email; the last one repeats.',
  }),
  RETRY_SCHEDULE_WEBHOOKS: delays.prefault('5,300,1800,7200,18000,36000,36000').register(notes, {
    says: 'Seconds before each retry of a webhook message, each up to a fifth sooner or later; after the last retry the message fails.',
  }),
  EXPIRY_TRANSACTIONAL_SECONDS: duration
    .prefault('86400')
    .register(notes, { says: 'The age in seconds past which email of the transactional class fails.' }),
  EXPIRY_STANDARD_SECONDS: duration
    .prefault('259200')
    .register(notes, { says: 'The age in seconds past which ordinary email fails.' }),
  EXPIRY_BULK_SECONDS: duration
    .prefault('172800')
    .register(notes, { says: 'The age in seconds past which bulk email fails.' }),
};
