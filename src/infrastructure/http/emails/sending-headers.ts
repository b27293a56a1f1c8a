import type { IncomingHttpHeaders } from 'node:http';
import type { Idempotency } from '../../../application/submission/email-request.js';
import { idempotentPayload } from './body/idempotent-payload.js';
import { ApiError, invalid } from '../edge/errors/api-error.js';

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
