import { delays, duration, notes, wholeNumber } from '../fields/fields.js';

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
  STATED_DELAY_MIN_SECONDS: duration.prefault('10').register(notes, {
    says: 'The least that is waited where a reply says how long to wait.',
  }),
  STATED_DELAY_MAX_SECONDS: duration.prefault('21600').register(notes, {
    says: 'The most that is waited where a reply says how long to wait.',
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
  MAX_UNKNOWN_OUTCOMES: wholeNumber(1, 100).prefault('3').register(notes, {
    says: 'After so many tries whose outcome is unknown, a recipient fails.',
  }),
};

export const suppressionFields = {
  SUPPRESS_FULL_MAILS: wholeNumber(2, 100).prefault('3').register(notes, {
    says: 'So many emails must find a mailbox full before its address is suppressed.',
  }),
  SUPPRESS_FULL_SPAN_SECONDS: duration.prefault('604800').register(notes, {
    says: 'The time in seconds over which they must find it full.',
  }),
  SUPPRESS_FULL_SECONDS: duration.prefault('2592000').register(notes, {
    says: 'For how many seconds a full mailbox is left alone then.',
  }),
  SUPPRESS_MEMORY_SECONDS: duration.prefault('2592000').register(notes, {
    says: 'For how many seconds a refusal counts against an address.',
  }),
};
