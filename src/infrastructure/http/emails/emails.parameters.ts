import type { IncomingHttpHeaders } from 'node:http';
import type { LinkSignature } from '../../../application/shared/signed-link.js';
import type { Idempotency } from '../../../application/submission/email-request.js';
import { type LastEvent, lastEvents } from '../../../projections/emails/emails.document.js';
import { expectedInstant, parseInstant } from '../../config/fields/parse.js';
import { ApiError, invalid } from '../edge/errors/api-error.js';
import { isUuid } from '../edge/uuid.js';
import { idempotentPayload } from './body/idempotent-payload.js';
import { membersOf } from '../../../domain/shared/members.js';

/* What requests about emails say outside of their bodies. */

/** `last_event` of the query string of GET /emails. */
export function readLastEvent(query: unknown): LastEvent | undefined {
  const { last_event: wanted } = membersOf(query);
  if (wanted === undefined) return undefined;
  const found = lastEvents.find((known) => known === wanted);
  if (found === undefined) throw invalid(`The \`last_event\` parameter must be one of ${lastEvents.join(', ')}.`);
  return found;
}

/** The moment of a query string, in UTC with milliseconds; undefined where none is named. */
export function readAt(query: unknown): string | undefined {
  const { at } = membersOf(query);
  if (at === undefined) return undefined;
  const instant = typeof at === 'string' ? parseInstant(at) : undefined;
  if (instant === undefined) throw invalid(`The \`at\` parameter must be ${expectedInstant}.`);
  return instant;
}

/**
 * `expires` and `signature` of a link's query string; what is missing or malformed makes a link without a valid
 * signature.
 */
export function readLink(query: unknown): LinkSignature {
  const { expires, signature } = membersOf(query);
  return {
    expires: typeof expires === 'string' && /^\d{1,12}$/.test(expires) ? Number(expires) : 0,
    signature: typeof signature === 'string' ? signature : '',
  };
}

/** `share` of a shared link's query string, null where there is none; what is malformed names no share. */
export function readShareId(query: unknown): string | null {
  const { share } = membersOf(query);
  if (share === undefined) return null;
  return isUuid(share) ? share.toLowerCase() : '';
}

const maxKeyCharacters = 256;

/** `Idempotency-Key`, where the request has one. `path` is that of the endpoint, whichever alias was called. */
export async function readIdempotency(
  headers: IncomingHttpHeaders,
  path: Idempotency['path'],
  body: unknown,
): Promise<Idempotency | null> {
  // Node joins a repeated header that is not one of the few it knows: never an array.
  const key = headers['idempotency-key'] as string | undefined;
  if (key === undefined) return null;
  if (key.length < 1 || key.length > maxKeyCharacters) {
    const message = `The \`Idempotency-Key\` header must have 1 to ${maxKeyCharacters} characters.`;
    throw new ApiError(400, 'invalid_idempotency_key', message);
  }
  return { key, method: 'POST', path, payload: await idempotentPayload(body) };
}

export function readBatchMode(headers: IncomingHttpHeaders): 'strict' | 'permissive' {
  const mode = headers['x-batch-validation'] ?? 'strict';
  if (mode === 'strict' || mode === 'permissive') return mode;
  throw invalid('The `x-batch-validation` header must be `strict` or `permissive`.');
}
