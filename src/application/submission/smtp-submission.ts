import { unreachable } from '../../domain/shared/decider.js';
import type { Principal, RequestContext } from '../shared/context.js';
import type { DetailsTooLarge, FillRefusal, SenderRefusal, TakingRefusal } from './email-request.js';

/** RFC 5321 §3.3, as the session took it. Addresses without angle brackets. */
export interface SmtpEnvelope {
  /** Shown nowhere: bounces go to an address of ours. Empty for `<>`. */
  readonly reversePath: string;
  /** In the order of RCPT. At least one. */
  readonly recipients: readonly SmtpRecipient[];
  /** RFC 3461 §4.3. */
  readonly ret?: 'FULL' | 'HDRS';
  /** RFC 3461 §4.4, still as xtext. */
  readonly envid?: string;
  /** RFC 6531. */
  readonly smtpUtf8: boolean;
  /** RFC 6152, `BODY=8BITMIME`. */
  readonly eightBitMime: boolean;
}

export interface SmtpRecipient {
  readonly address: string;
  /** RFC 3461 §4.1, in upper case. */
  readonly notify?: readonly string[];
  /** RFC 3461 §4.2, `type;address`, still as xtext. */
  readonly orcpt?: string;
}

/** Who submitted, as the session knows it. */
export interface SmtpClient {
  /** What it calls itself in EHLO, whatever that is. */
  readonly helo: string;
  /** IPv4 or IPv6. */
  readonly address: string;
}

export interface SmtpSubmission {
  readonly client: SmtpClient;
  readonly envelope: SmtpEnvelope;
  /** RFC 5322 text: dot-unstuffed, CRLF line ends, at most 41,943,040 octets. Read to its end, unless it throws. */
  readonly message: AsyncIterable<Buffer>;
  /** Id of the session, which is the actor of the events. */
  readonly sessionId: string;
  /** The correlation id is that of the session's entry in the request log. */
  readonly context: Pick<RequestContext, 'correlationId'>;
  /** The server's own: it reports to its receiver about TLS, so no TLS that fails keeps it back. */
  readonly ofServer?: 'tls-report';
}

/** Why a message is not taken. */
export type SmtpRefusal =
  | 'disk-full'
  | 'domain-not-verified'
  | 'domain-not-allowed-for-key'
  | 'sandbox-recipient'
  | 'unknown-topic'
  | 'links-unreachable'
  | FillRefusal['refused']
  | 'recipient-not-valid'
  /** No From field, several, or one that is not one mailbox. */
  | 'from-not-valid'
  /**
   * What stands before the empty line is no list of header fields, or one of the service's own fields has a wrong
   * value.
   */
  | 'header-not-valid'
  | 'header-too-large'
  | 'message-too-large'
  | DetailsTooLarge['refused']
  /** Messages with a template are held in memory, and no more fit. */
  | 'too-much-at-once'
  | 'idempotency-conflict'
  | 'idempotency-in-progress'
  | 'daily-quota-exceeded'
  | 'monthly-quota-exceeded'
  | 'unavailable';

/** `message` is one ASCII line for the reply; it quotes no more than a domain. */
export type AcceptSmtpResult =
  | { readonly kind: 'accepted'; readonly emailId: string }
  | { readonly kind: 'refused'; readonly refusal: SmtpRefusal; readonly message: string };

/** `acceptSmtpMessage` over the ports of this process. */
export type AcceptSmtpMessage = (sender: Principal, submission: SmtpSubmission) => Promise<AcceptSmtpResult>;

type SharedRefusal = SenderRefusal | FillRefusal | TakingRefusal;

/** What an SMTP client reads of a refusal that REST has too. */
export function describeRefusal(refusal: SharedRefusal): AcceptSmtpResult {
  return { kind: 'refused', refusal: refusal.refused, message: sentence(refusal) };
}

function sentence(refusal: SharedRefusal): string {
  switch (refusal.refused) {
    case 'domain-not-verified':
      return `The ${refusal.domain} domain is not verified`;
    case 'domain-not-allowed-for-key':
      return `This API key is not allowed to send from the ${refusal.domain} domain`;
    case 'sandbox-recipient':
      return `Email from the ${refusal.domain} domain can be sent to test addresses only`;
    case 'unknown-topic':
      return 'No topic has the id in X-Posthorn-Topic';
    case 'links-unreachable':
      return 'Recipients could not open the links in this email: the operator has to set PUBLIC_URL to a public https URL';
    case 'unknown-template':
      return 'No template has the id or alias in X-Posthorn-Template';
    case 'unpublished-template':
      return 'The template in X-Posthorn-Template was never published';
    case 'template-without':
      return `The message has no ${refusal.field}, and the template has none either`;
    case 'missing-variable':
      return `X-Posthorn-Variables lacks ${refusal.variable}, and the template has no fallback for it`;
    case 'wrong-variable':
      return `${refusal.variable} in X-Posthorn-Variables must be ${refusal.expected.replaceAll('`', '')}`;
    case 'merged-too-large':
      return `Filled in, the template would have more than ${refusal.mostCharacters} characters`;
    case 'idempotency-conflict':
      return 'This idempotency key was used in the last 24 hours for another message';
    case 'idempotency-in-progress':
      return 'A message with this idempotency key is still being accepted';
    case 'details-too-large':
      return 'Addresses, Subject and names of files together take over 1 MiB; send to fewer recipients at a time';
    case 'daily-quota-exceeded':
      return `The daily quota is used up; it resets in ${refusal.retryAfterSeconds} s`;
    case 'monthly-quota-exceeded':
      return `The monthly quota is used up; it resets in ${refusal.retryAfterSeconds} s`;
    case 'unavailable':
      return 'The service cannot accept email right now';
    default:
      return unreachable(refusal);
  }
}
