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
    when: 'The API key can send only from another domain.',
  },
  'sandbox-recipient': {
    code: 550,
    enhanced: '5.7.1',
    status: 403,
    when: 'A sandbox domain can send to test addresses only. Send from a verified domain.',
  },
  'unknown-topic': {
    code: 554,
    enhanced: '5.6.0',
    status: 404,
    when: 'X-Posthorn-Topic does not contain the ID of a topic of the team.',
  },
  'links-unreachable': {
    code: 554,
    enhanced: '5.3.5',
    status: 422,
    when: 'The message needs unsubscribe links, and PUBLIC_URL is not an https URL that recipients can reach. Set PUBLIC_URL.',
  },
  'unknown-template': {
    code: 554,
    enhanced: '5.6.0',
    status: 404,
    when: 'X-Posthorn-Template does not contain the ID or alias of a template of the team.',
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
    when: 'X-Posthorn-Variables has no value for a variable without a fallback. The reply names the variable.',
  },
  'wrong-variable': {
    code: 554,
    enhanced: '5.6.0',
    status: 422,
    when: 'A value in X-Posthorn-Variables has a different type than its variable, or is not a link in a position that requires a link. The reply names the variable.',
  },
  'merged-too-large': {
    code: 552,
    enhanced: '5.3.4',
    status: 422,
    when: 'With the values in X-Posthorn-Variables, the email would exceed the size limit of templates.',
  },
  'recipient-not-valid': {
    code: 550,
    enhanced: '5.1.3',
    status: 422,
    when: 'A recipient is not a valid email address.',
  },
  'from-not-valid': {
    code: 554,
    enhanced: '5.6.0',
    status: 422,
    when: 'From is missing, repeated, not exactly one mailbox, or ambiguous.',
  },
  'header-not-valid': {
    code: 554,
    enhanced: '5.6.0',
    status: 422,
    when: 'The header section cannot be parsed, has a control character or a repeated field, or an X-Posthorn field has an invalid value.',
  },
  'header-too-large': {
    code: 552,
    enhanced: '5.3.4',
    status: 413,
    when: 'The header section is over 256 KiB or 10,000 lines.',
  },
  'message-too-large': { code: 552, enhanced: '5.3.4', status: 413, when: 'The message is over 41,943,040 octets.' },
  'details-too-large': {
    code: 552,
    enhanced: '5.3.4',
    status: 413,
    when: 'The addresses, the subject, and the file names together need more than 1 MiB in the log.',
  },
  'too-much-at-once': {
    code: 452,
    enhanced: '4.3.1',
    status: 503,
    when: 'The memory for messages with a template is used up. Try again later.',
  },
  'disk-full': {
    code: 452,
    enhanced: '4.3.1',
    status: 503,
    when: 'The disk of the server is full, or its data folder is missing, so nothing was accepted. `/health/ready` shows the cause.',
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
    when: 'A message with this idempotency key is still being accepted. Try again in a moment.',
  },
  'daily-quota-exceeded': {
    code: 452,
    enhanced: '4.7.1',
    status: 429,
    when: 'The daily quota is used up. Try again after midnight UTC.',
  },
  'monthly-quota-exceeded': {
    code: 452,
    enhanced: '4.7.1',
    status: 429,
    when: 'The monthly quota is used up. Try again next month (UTC).',
  },
  unavailable: {
    code: 421,
    enhanced: '4.3.0',
    status: 503,
    when: 'The server cannot write to the event log or the vault, so nothing was accepted. Try again later.',
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
  'too-many-connections': closing(
    421,
    '4.7.0',
    'Too many connections from this network or in total; close some or try again later',
    429,
  ),
  'early-talker': closing(554, '5.5.1', 'Commands arrived before the greeting; wait for 220', 400),
  'bare-line-ending': closing(554, '5.6.0', 'A lone CR or LF was found; end every line with CRLF', 422),
  'command-too-long': closing(500, '5.5.2', 'The command line is too long; shorten it', 400),
  'command-timeout': closing(421, '4.4.2', 'Timed out while receiving a command; reconnect', 408),
  'login-timeout': closing(421, '4.4.2', 'No login in time; reconnect and log in at once', 408),
  'idle-timeout': closing(421, '4.4.2', 'The session was idle for too long; reconnect to send more', 408),
  'data-timeout': closing(421, '4.4.2', 'The message arrived too slowly; reconnect and send it again', 408),
  'starttls-injection': closing(
    554,
    '5.5.1',
    'Commands arrived behind STARTTLS; wait for 220 and the TLS handshake',
    400,
  ),
  'tls-required': going(530, '5.7.0', 'TLS is required; issue STARTTLS first or use port 465', 401),
  'login-failed': going(535, '5.7.8', 'Incorrect user name or API key; the password is an API key of this server', 401),
  'login-flood': closing(421, '4.7.0', 'Too many failed logins; check the API key and try again later', 429),
  'login-unavailable': going(454, '4.7.0', 'The API key cannot be checked right now; try again later', 503),
  'key-revoked': closing(421, '4.7.0', 'The API key was deleted or has expired; log in with another one', 401),
  'rate-limited': going(451, '4.7.1', 'The rate limit of the team was reached; try again later', 429),
  'path-not-valid': going(501, '5.5.2', 'Syntax error; send MAIL FROM:<address> or RCPT TO:<address>', 422),
  'parameter-not-offered': going(
    555,
    '5.5.4',
    'A parameter of MAIL or RCPT is not supported; use those that EHLO offers',
    422,
  ),
  'parameter-not-valid': going(
    501,
    '5.5.4',
    'A parameter of MAIL or RCPT has an invalid value or is repeated; correct it',
    422,
  ),
  'recipient-not-valid': going(553, '5.1.3', 'The recipient is not a valid email address; correct it', 422),
  'too-many-recipients': going(
    452,
    '4.5.3',
    'Too many recipients for one message; send another message to the rest',
    422,
  ),
  'message-too-large': going(
    552,
    '5.3.4',
    'The message is larger than 41943040 octets; make attachments smaller or link to them',
    413,
  ),
  'line-too-long': going(
    554,
    '5.6.0',
    'A line is longer than 998 octets (RFC 5322 section 2.1.1); encode the body as quoted-printable or base64',
    422,
  ),
  stopping: closing(421, '4.3.2', 'The server is shutting down; try again in a moment', 503),
  failed: going(451, '4.3.0', 'The server failed to accept the message; try again later', 500),
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

/** As the library takes a refusal: it sends the text behind the code. */
export function errorOf({ code, enhanced, text }: Reply): Error {
  return Object.assign(new Error(`${enhanced} ${text}`), { responseCode: code });
}

export const lineOf = ({ code, enhanced, text }: Reply): string => `${code} ${enhanced} ${text}`;

/** Those that say that a key was used for a domain that is not its own. */
export const refusalsOfSenders: ReadonlySet<string> = new Set<SmtpRefusal>([
  'domain-not-verified',
  'domain-not-allowed-for-key',
]);
