import { compileMailSchemas } from '../../infrastructure/event-codec/compile-schema.js';
import { readSendEmailBody } from '../../infrastructure/http/emails/body/send-email.body.js';
import { eventRegistry } from '../resources/resources.js';

/** Whether the parts that start behind the HTTP server, delivery above all, are there for the first mail. */
export interface WarmStart {
  /**
   * True once they are, and after the limit in any case: mail is accepted without them, so they keep no traffic away
   * for long.
   */
  isWarm(): boolean;
  /** They are there. */
  end(): void;
}

/** Delivery may first have to read minutes of an earlier run's mail. */
const longestWarmStartMs = 10_000;

/** Begins now. */
export function beginWarmStart(limitMs = longestWarmStartMs): WarmStart {
  let warm = false;
  const end = (): void => {
    warm = true;
    clearTimeout(timer);
  };
  const timer = setTimeout(end, limitMs);
  timer.unref();
  return { isWarm: () => warm, end };
}

const sample = {
  from: 'Shop <shop@example.com>',
  to: ['someone@example.net'],
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  tags: [{ name: 'kind', value: 'sample' }],
};

/** What reading a mail and its events makes at the first of each: made before there is one. It leaves nothing. */
export function prepareForFirstMail(nowMs: number): void {
  compileMailSchemas(eventRegistry);
  readSendEmailBody(sample, 'The email', nowMs);
}
