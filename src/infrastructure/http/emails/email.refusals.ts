import type { ChangeScheduleResult } from '../../../application/email/schedule-email.js';
import type { RevokeShareResult } from '../../../application/email/share-email.js';
import type { AcceptRefusal, SendRefusal } from '../../../application/submission/email-request.js';
import type { ResendEmailResult } from '../../../application/submission/resend-email.js';
import { linkProblems, linkRemedy } from '../../../domain/shared/link-trouble.js';
import { unreachable } from '../../../domain/shared/decider.js';
import { ApiError, forbidden, invalid, notFound } from '../edge/errors/api-error.js';
import { type RefusalTable, type Refused, refusalsOf } from '../edge/errors/refusals.js';

type EmailRefusal =
  | AcceptRefusal
  | Refused<ResendEmailResult>
  | Refused<ChangeScheduleResult>
  | Refused<RevokeShareResult>;

/** An answer for each. */
export const emailRefusals: RefusalTable<EmailRefusal> = {
  'domain-not-verified': ({ refused, domain }) =>
    senderRefused(refused, `The ${domain} domain is not verified. Add and verify the domain before sending from it.`),
  'domain-not-allowed-for-key': ({ refused, domain }) =>
    senderRefused(refused, `This API key is not allowed to send from the ${domain} domain.`),
  'sandbox-recipient': ({ domain }) =>
    forbidden(
      `Email from the ${domain} domain reaches test addresses only. Send from a verified domain to reach others.`,
    ),
  'unknown-topic': () => notFound('Topic not found'),
  'links-unreachable': ({ field, trouble }) =>
    invalid(
      `Invalid \`${field}\` field. The email would contain links that its recipients cannot follow: ${linkProblems[trouble]}. ${linkRemedy}.`,
    ),
  'unknown-template': () => notFound('Template not found'),
  'unpublished-template': () =>
    invalid('The template was never published. Publish it (`POST /templates/{id}/publish`), then send with it.'),
  'template-without': ({ field }) =>
    new ApiError(422, 'missing_required_field', `Missing \`${field}\` field. The template has none either.`),
  'missing-variable': ({ variable }) =>
    invalid(`Missing variable \`${variable}\` in \`template.variables\`. The template has no fallback for it.`),
  'wrong-variable': ({ variable, expected }) =>
    invalid(`Invalid variable \`${variable}\` in \`template.variables\`. It must be ${expected}.`),
  'merged-too-large': ({ mostCharacters }) =>
    invalid(
      `Filled in, the template would have more than ${mostCharacters} characters. Give shorter values, or use them in fewer places.`,
    ),
  'attachment-not-fetched': ({ attachment, why }) =>
    new ApiError(
      422,
      'invalid_attachment',
      `The attachment at index ${attachment} was not fetched: ${fetchProblem(why)}.`,
    ),
  'details-too-large': () =>
    invalid(
      'The addresses, subject, headers, tags and file names of the email together take over 1 MiB in the log. Send it to fewer recipients, or shorten them.',
    ),
  'idempotency-conflict': () =>
    new ApiError(
      409,
      'invalid_idempotent_request',
      'This idempotency key was used in the last 24 hours with another payload. Use a new key, or send the first payload.',
    ),
  'idempotency-in-progress': () =>
    new ApiError(
      409,
      'concurrent_idempotent_requests',
      'A request with this idempotency key is still running. Try again in a moment.',
    ),
  'scheduled-in-the-past': () =>
    invalid(
      'Invalid `scheduled_at` field. It lies in the past; as an ISO 8601 time (`2026-08-05T11:52:01Z`) or an English phrase (`in 1 min`), it must name a time to come.',
    ),
  'scheduled-too-far': () =>
    invalid(
      'Invalid `scheduled_at` field. As an ISO 8601 time (`2026-08-05T11:52:01Z`) or an English phrase (`in 1 min`), it must be at most 30 days ahead.',
    ),
  'never-scheduled': () =>
    invalid('This email was not scheduled: it was sent at once, and its time cannot be changed.'),
  'already-sending': () => invalid('This email is no longer scheduled: sending it has begun.'),
  'email-canceled': () => invalid('This email was canceled. A canceled email cannot be scheduled again.'),
  'content-gone': () => invalid('The content of this email was erased, so it cannot be sent again.'),
  'share-not-found': () => notFound('Shared link not found'),
  'daily-quota-exceeded': ({ retryAfterSeconds }) => quotaExceeded('daily', retryAfterSeconds),
  'monthly-quota-exceeded': ({ retryAfterSeconds }) => quotaExceeded('monthly', retryAfterSeconds),
};

/** How what is refused of a mail is answered. */
const emailRefusal = refusalsOf(emailRefusals);

/** The sentence shown for one refused item of a permissive batch. */
export function describeSendRefusal(refusal: SendRefusal): string {
  return emailRefusal(refusal).message;
}

type WhyNotFetched = Extract<SendRefusal, { readonly refused: 'attachment-not-fetched' }>['why'];

/** Neither the other side's words nor where a name led to: both could reveal a network that is not the client's. */
function fetchProblem(why: WhyNotFetched): string {
  switch (why.problem) {
    case 'not-http':
      return 'its `path` must be a URL of http or https';
    case 'has-credentials':
      return 'its `path` must not contain a user name or a password';
    case 'address-not-allowed':
      return 'the host of its `path` was not found, or has no public address';
    case 'unreachable':
      return 'the server of its `path` could not be reached, or broke off';
    case 'status':
      return `the server of its \`path\` answered with the status ${why.status}`;
    case 'too-many-redirects':
      return 'its `path` redirects too often';
    case 'encoded':
      return 'the server of its `path` sent it compressed';
    case 'timeout':
      return 'it took too long';
    case 'refused':
    case 'too-large':
      return 'it is too large';
    default:
      return unreachable(why);
  }
}

function quotaExceeded(quota: 'daily' | 'monthly', retryAfterSeconds: number): ApiError {
  const message = `You have reached your ${quota} email sending quota.`;
  return new ApiError(429, `${quota}_quota_exceeded`, message, { 'retry-after': String(retryAfterSeconds) });
}

/** Mail from an address that its key, or its team, may not use. */
function senderRefused(code: EmailRefusal['refused'], message: string): ApiError {
  return forbidden(message).noting('sender-refused', code);
}
