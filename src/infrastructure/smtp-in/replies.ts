import type { SmtpRefusal } from '../../application/submission/smtp-submission.js';
import type { AddressFault, NoAddress } from '../addresses/address.js';

/** A reply to a client: RFC 5321 §4.2.1 and RFC 3463. */
export interface Reply {
  readonly code: number;
  readonly enhanced: string;
  readonly text: string;
  /** What the same would be over HTTP: the request log counts both alike. */
  readonly status: number;
}

interface RefusalReply extends Omit<Reply, 'text'> {
  /** One line for the documentation. */
  readonly when: string;
}

/** How each refusal of the application is answered over SMTP. One without an answer does not compile. */
export const refusalReplies: { readonly [Code in SmtpRefusal]: RefusalReply } = {
  'domain-not-verified': {
    code: 550,
    enhanced: '5.7.1',
    status: 403,
    when: 'The domain in From is not a verified domain of the team.',
  },
  'domain-not-allowed-for-key': {
    code: 550,
    enhanced: '5.7.1',
    status: 403,
    when: 'The API key may send from another domain only.',
  },
  'sandbox-recipient': {
    code: 550,
    enhanced: '5.7.1',
    status: 403,
    when: 'Mail from a sandbox domain goes to test addresses only.',
  },
  'unknown-topic': {
    code: 554,
    enhanced: '5.6.0',
    status: 404,
    when: 'X-Posthorn-Topic names no topic of the team.',
  },
  'links-unreachable': {
    code: 554,
    enhanced: '5.3.5',
    status: 422,
    when: 'The message needs links to unsubscribe, and PUBLIC_URL is no https address that recipients reach.',
  },
  'unknown-template': {
    code: 554,
    enhanced: '5.6.0',
    status: 404,
    when: 'X-Posthorn-Template names no template of the team.',
  },
  'unpublished-template': {
    code: 554,
    enhanced: '5.6.0',
    status: 422,
    when: 'The template in X-Posthorn-Template was never published.',
  },
  'template-without': {
    code: 554,
    enhanced: '5.6.0',
    status: 422,
    when: 'Neither the message nor its template has a subject.',
  },
  'missing-variable': {
    code: 554,
    enhanced: '5.6.0',
    status: 422,
    when: 'X-Posthorn-Variables lacks a variable for which the template has no fallback. The reply names it.',
  },
  'wrong-variable': {
    code: 554,
    enhanced: '5.6.0',
    status: 422,
    when: 'A value in X-Posthorn-Variables is of another type than its variable, or no link where one stands. The reply names it.',
  },
  'merged-too-large': {
    code: 552,
    enhanced: '5.3.4',
    status: 422,
    when: 'The values in X-Posthorn-Variables would make the email larger than a template may become.',
  },
  'recipient-not-valid': {
    code: 550,
    enhanced: '5.1.3',
    status: 422,
    when: 'A recipient is no address that mail can be sent to.',
  },
  'from-not-valid': {
    code: 554,
    enhanced: '5.6.0',
    status: 422,
    when: 'From is missing, stands twice, is not one mailbox, or can be read in two ways.',
  },
  'header-not-valid': {
    code: 554,
    enhanced: '5.6.0',
    status: 422,
    when: 'The header section cannot be read, has a control character or a field twice, or one of our own fields has a wrong value.',
  },
  'header-too-large': { code: 552, enhanced: '5.3.4', status: 413, when: 'The header section is over 256 KiB.' },
  'message-too-large': { code: 552, enhanced: '5.3.4', status: 413, when: 'The message is over 41,943,040 octets.' },
  'details-too-large': {
    code: 552,
    enhanced: '5.3.4',
    status: 413,
    when: 'Addresses, Subject and names of files together take over 1 MiB in the log.',
  },
  'too-much-at-once': {
    code: 452,
    enhanced: '4.3.1',
    status: 503,
    when: 'Messages with a template are held in memory, and no more fit right now.',
  },
  'disk-full': {
    code: 452,
    enhanced: '4.3.1',
    status: 503,
    when: 'The disk of the server is full. Nothing was accepted.',
  },
  'idempotency-conflict': {
    code: 550,
    enhanced: '5.7.1',
    status: 409,
    when: 'The idempotency key was used within 24 hours for another message.',
  },
  'idempotency-in-progress': {
    code: 451,
    enhanced: '4.7.1',
    status: 409,
    when: 'A message with this idempotency key is just being accepted.',
  },
  'daily-quota-exceeded': { code: 452, enhanced: '4.7.1', status: 429, when: "The day's quota is used up." },
  'monthly-quota-exceeded': { code: 452, enhanced: '4.7.1', status: 429, when: "The month's quota is used up." },
  unavailable: {
    code: 421,
    enhanced: '4.3.0',
    status: 503,
    when: 'Log or vault cannot write right now. Nothing was accepted.',
  },
};

/** `message` is one line of the application's own words. */
export function refusalReply(refusal: SmtpRefusal, message: string): Reply {
  const { code, enhanced, status } = refusalReplies[refusal];
  return { code, enhanced, text: message, status };
}

/** What the session itself refuses. The names are those of the metric `posthorn_smtp_refusals_total`. */
export type Fault =
  | 'too-many-connections'
  | 'early-talker'
  | 'bare-line-ending'
  | 'command-too-long'
  | 'command-timeout'
  | 'login-timeout'
  | 'idle-timeout'
  | 'data-timeout'
  | 'starttls-injection'
  | 'tls-required'
  | 'login-failed'
  | 'login-flood'
  | 'login-unavailable'
  | 'key-revoked'
  | 'rate-limited'
  | 'path-not-valid'
  | 'parameter-not-offered'
  | 'parameter-not-valid'
  | 'recipient-not-valid'
  | 'too-many-recipients'
  | 'message-too-large'
  | 'line-too-long'
  | 'stopping'
  | 'failed';

interface FaultReply extends Reply {
  /** The session ends with it. */
  readonly closes: boolean;
}

const closing = (code: number, enhanced: string, text: string, status: number): FaultReply => ({
  code,
  enhanced,
  text,
  status,
  closes: true,
});
const going = (code: number, enhanced: string, text: string, status: number): FaultReply => ({
  ...closing(code, enhanced, text, status),
  closes: false,
});

export const faultReplies: { readonly [Name in Fault]: FaultReply } = {
  'too-many-connections': closing(421, '4.7.0', 'Too many connections; try again later', 429),
  'early-talker': closing(554, '5.5.1', 'Commands before the greeting are not taken', 400),
  'bare-line-ending': closing(554, '5.6.0', 'Lines end with CRLF: a lone CR or LF is not taken', 422),
  'command-too-long': closing(500, '5.5.2', 'The command line is too long', 400),
  'command-timeout': closing(421, '4.4.2', 'The command took too long', 408),
  'login-timeout': closing(421, '4.4.2', 'The login took too long', 408),
  'idle-timeout': closing(421, '4.4.2', 'Nothing was sent for too long', 408),
  'data-timeout': closing(421, '4.4.2', 'The message came too slowly', 408),
  'starttls-injection': closing(554, '5.5.1', 'Commands behind STARTTLS are not taken', 400),
  'tls-required': going(530, '5.7.0', 'Issue STARTTLS first', 401),
  'login-failed': going(535, '5.7.8', 'The user name or the API key is wrong', 401),
  'login-flood': closing(421, '4.7.0', 'Too many failed logins', 429),
  'login-unavailable': going(454, '4.7.0', 'The API key cannot be checked right now', 503),
  'key-revoked': closing(421, '4.7.0', 'The API key is no longer valid', 401),
  'rate-limited': going(451, '4.7.1', 'Too many requests for a minute; try again later', 429),
  'path-not-valid': going(501, '5.5.2', 'MAIL FROM:<address> or RCPT TO:<address> is needed', 422),
  'parameter-not-offered': going(555, '5.5.4', 'A parameter of MAIL or RCPT is none that EHLO offers', 422),
  'parameter-not-valid': going(501, '5.5.4', 'A parameter of MAIL or RCPT has a wrong value or stands twice', 422),
  'recipient-not-valid': going(553, '5.1.3', 'The recipient is no address that mail can be sent to', 422),
  'too-many-recipients': going(452, '4.5.3', 'Too many recipients for one message; send another one to the rest', 422),
  'message-too-large': going(552, '5.3.4', 'A message has at most 41943040 octets', 413),
  'line-too-long': going(554, '5.6.0', 'A line has at most 998 octets (RFC 5322 section 2.1.1)', 422),
  stopping: closing(421, '4.3.2', 'The server is stopping; try again in a moment', 503),
  failed: going(451, '4.3.0', 'The message could not be taken; try again later', 500),
};

/** What is written as RFC 5321 has it, and still no address that mail can be sent to. */
const wellWritten: ReadonlySet<AddressFault> = new Set([
  'single-label',
  'top-level-domain',
  'address-literal',
  'encoded-word',
]);

/** Why RCPT is refused, in the words of every other entrance. */
export function recipientReply({ fault, problem }: NoAddress): Reply {
  if (fault === 'local-part-not-ascii') return { code: 553, enhanced: '5.6.7', text: problem, status: 422 };
  return { code: wellWritten.has(fault) ? 553 : 501, enhanced: '5.1.3', text: problem, status: 422 };
}

export const lineOf = ({ code, enhanced, text }: Reply): string => `${code} ${enhanced} ${text}`;

/** Those that say that a key was used for a domain that is not its own. */
export const refusalsOfSenders: ReadonlySet<string> = new Set<SmtpRefusal>([
  'domain-not-verified',
  'domain-not-allowed-for-key',
]);
