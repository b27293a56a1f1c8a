import { onceASecond } from '../telemetry/once-a-second.js';
import type { Logger } from '../telemetry/logger.js';

/** What tells an operator of an attack, or of a customer whose program has a wrong key. */
const securityEvents = [
  'sign-in-failed',
  'totp-failed',
  'session-refused',
  'csrf-refused',
  'link-refused',
  'access-refused',
  'key-refused',
  'login-refused',
  'sender-refused',
  'limit-reached',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

/** Where it came from, and why it was refused: the code of the refusal. Never what was tried. */
interface SecurityFields {
  /** The client's address, as the connection or a trusted proxy names it. */
  readonly address: string;
  readonly reason: string;
}

export type NoteSecurityEvent = (event: SecurityEvent, fields: SecurityFields) => void;

const sentences: Readonly<Record<SecurityEvent, string>> = {
  'sign-in-failed': 'a sign-in failed, or a password that was asked for again was wrong',
  'totp-failed': 'the code of a second factor was wrong, or used already',
  'session-refused': 'the cookie of a session that has ended, or never was, was refused',
  'csrf-refused': 'a change that came from the page of another site was refused',
  'link-refused': 'a link from an email was refused: it expired, was used already, or is not ours',
  'access-refused': 'a person asked for more than the role permits',
  'key-refused': 'an API key was refused',
  'login-refused': 'an SMTP login was refused',
  'sender-refused': 'an email was refused because of its sender',
  'limit-reached': 'a client reached a limit',
};

export interface SecurityEventOptions {
  readonly logger: Pick<Logger, 'warn'>;
  readonly count: (event: SecurityEvent) => void;
  readonly now?: () => number;
}

/** Counts each, and writes a line of each kind once a second at most: an attack must not fill a disk. */
export function createSecurityEvents({ logger, count, now }: SecurityEventOptions): NoteSecurityEvent {
  const write = (event: SecurityEvent) =>
    onceASecond(
      (fields: SecurityFields & { readonly leftOut?: number }) =>
        logger.warn({ securityEvent: event, ...fields }, sentences[event]),
      now,
    );
  const writers = new Map(securityEvents.map((event) => [event, write(event)]));
  return (event, fields) => {
    count(event);
    writers.get(event)?.(fields);
  };
}
