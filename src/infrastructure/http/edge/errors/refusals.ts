import type { ChangeDomainResult, CreateDomainResult } from '../../../../application/sending-domain/manage-domains.js';
import type { ClaimDomainResult } from '../../../../application/sending-domain/claims/claim-domain.js';
import type { DeleteExportResult } from '../../../../application/export/delete-export.js';
import type { RequestExportResult } from '../../../../application/export/exports.js';
import type { ChangeScheduleResult } from '../../../../application/email/schedule-email.js';
import type { RevokeShareResult } from '../../../../application/email/share-email.js';
import type { CreateApiKeyResult } from '../../../../application/api-key/manage-api-keys.js';
import type { ChangeWebhookResult, CreateWebhookResult } from '../../../../application/webhook/manage-webhooks.js';
import type { ReplayWebhookMessageResult } from '../../../../application/webhook/read-messages.js';
import type { ResendEmailResult } from '../../../../application/submission/resend-email.js';
import type { AcceptRefusal, SendRefusal } from '../../../../application/submission/email-request.js';
import { unreachable } from '../../../../domain/shared/decider.js';
import { ApiError, atIndex, invalid, notFound, unavailable } from './api-error.js';

export const noCapability = 'Invalid `capabilities` field. At least one of `sending` and `receiving` must be enabled.';
export const subdomainInUse =
  'Invalid `tracking_subdomain` field. It must differ from the subdomain that bounces go to.';

type Refused<Result> = Extract<Result, { readonly refused: string }>;
export type ApplicationRefusal =
  | AcceptRefusal
  | Exclude<Refused<ResendEmailResult>, { readonly refused: 'not-found' }>
  | Refused<CreateApiKeyResult>
  | Refused<CreateDomainResult>
  | Refused<ClaimDomainResult>
  | Exclude<Refused<ChangeDomainResult>, { readonly refused: 'not-found' }>
  | Exclude<Refused<RevokeShareResult>, { readonly refused: 'not-found' }>
  | Refused<CreateWebhookResult>
  | Exclude<Refused<ChangeWebhookResult>, { readonly refused: 'not-found' }>
  | Exclude<Refused<ReplayWebhookMessageResult>, { readonly refused: 'not-found' }>
  | Refused<RequestExportResult>
  | Refused<DeleteExportResult>
  | Exclude<Refused<ChangeScheduleResult>, { readonly refused: 'not-found' }>;
type Code = ApplicationRefusal['refused'];
type Answers = { readonly [C in Code]: (refusal: Extract<ApplicationRefusal, { readonly refused: C }>) => ApiError };

/** How each refusal of the application is answered over HTTP. A code without an answer does not compile. */
const answers: Answers = {
  'domain-not-verified': ({ refused, domain }) =>
    senderRefused(refused, `The ${domain} domain is not verified. Add and verify the domain before sending from it.`),
  'domain-not-allowed-for-key': ({ refused, domain }) =>
    senderRefused(refused, `This API key is not allowed to send from the ${domain} domain.`),
  'sandbox-recipient': ({ domain }) =>
    forbidden(
      `Mail from the ${domain} domain reaches test addresses only. Send from a verified domain to reach others.`,
    ),
  'attachment-not-fetched': ({ attachment, why }) =>
    new ApiError(
      422,
      'invalid_attachment',
      `The attachment at index ${attachment} was not fetched: ${fetchProblem(why)}.`,
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
  'domain-not-found': () => invalid('Invalid `domain_id` field. No domain of yours has this id.'),
  'name-taken': ({ name }) => forbidden(`The ${name} domain has been registered already.`),
  'too-many-domains': ({ limit }) => forbidden(`This team has ${limit} domains, as many as a team may have.`),
  'name-yours': ({ name }) => forbidden(`The ${name} domain is yours already.`),
  'name-free': ({ name }) => forbidden(`The ${name} domain belongs to nobody here. Create it instead of claiming it.`),
  'name-kept': ({ name }) => forbidden(`The ${name} domain belongs to the configuration of this server.`),
  'domain-kept': ({ name }) =>
    forbidden(`The ${name} domain belongs to the configuration of this server and cannot be changed here.`),
  'no-capability': () => invalid(noCapability),
  'subdomain-in-use': () => invalid(subdomainInUse),
  'endpoint-not-https': () => invalid('Invalid `endpoint` field. It must be an https URL.'),
  'endpoint-not-public': () => invalid('Invalid `endpoint` field. Its host must have a public address.'),
  'endpoint-own': () => invalid('Invalid `endpoint` field. It leads to this server itself.'),
  'too-many-webhooks': ({ limit }) => forbidden(`This team has ${limit} webhooks, as many as a team may have.`),
  'webhook-disabled': () => invalid('This webhook is disabled. Enable it before anything is sent again.'),
  'too-many-exports': ({ limit }) =>
    invalid(`This team has ${limit} exports under way, as many as it may have. Wait until one of them is finished.`),
  'too-many-kept-exports': ({ limit }) =>
    invalid(`This team keeps ${limit} exports, as many as it may. Delete one that you no longer need.`),
  'exports-too-large': ({ limitBytes }) =>
    invalid(`The exports of this team take ${limitBytes / 1_000_000} MB, as much as they may. Delete some of them.`),
  'export-not-found': () => notFound('Export not found'),
  'too-many-replays': () =>
    invalid('This webhook has as many replays under way as it may have. Wait until one of them is through.'),
  'daily-quota-exceeded': ({ retryAfterSeconds }) => quotaExceeded('daily', retryAfterSeconds),
  'monthly-quota-exceeded': ({ retryAfterSeconds }) => quotaExceeded('monthly', retryAfterSeconds),
  unavailable: ({ retryAfterSeconds }) =>
    unavailable('The service cannot take the request right now. Try again later.', retryAfterSeconds),
};

/** The error for a refusal; `index` names the item of a batch that it is about. */
export function refusalError(refusal: ApplicationRefusal, index?: number): ApiError {
  // The table's type pairs each code with its own refusal; indexing with a union loses that.
  const answer = answers[refusal.refused] as (refusal: ApplicationRefusal) => ApiError;
  const error = answer(refusal);
  if (index === undefined) return error;
  return new ApiError(error.statusCode, error.errorName, atIndex(index, error.message), error.headers);
}

/** The sentence shown for one refused item of a permissive batch. */
export function describeSendRefusal(refusal: SendRefusal): string {
  return refusalError(refusal).message;
}

/** The id that a change answered with, or 404 for a resource that is not there (for this team). */
export function changedId(
  result: { readonly id: string } | { readonly refused: 'not-found' } | ApplicationRefusal,
  resource: string,
): string {
  if ('id' in result) return result.id;
  if (result.refused === 'not-found') throw notFound(`${resource} not found`);
  throw refusalError(result);
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
function senderRefused(code: Code, message: string): ApiError {
  return forbidden(message).noting('sender-refused', code);
}

function forbidden(message: string): ApiError {
  return new ApiError(403, 'validation_error', message);
}
