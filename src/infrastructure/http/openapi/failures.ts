import type { JsonSchema } from '../edge/field.js';
import { isForAnyone } from '../edge/access.js';
import type { ErrorName } from '../edge/errors/error-names.js';
import type { Operation } from './operation.js';

/** Every route that wants a key may also answer these. */
const everywhere: Readonly<Record<string, readonly ErrorName[]>> = {
  401: ['missing_api_key', 'restricted_api_key', 'validation_error'],
  429: ['rate_limit_exceeded'],
  500: ['application_error'],
  503: ['application_error'],
};

interface Meaning {
  readonly when: string;
  /** A message as the server writes it. */
  readonly message: string;
}

/** Each error that is answered, by status and name. A documented one without an entry fails a test. */
const meanings: Readonly<Record<string, Meaning>> = {
  '400 invalid_idempotency_key': {
    when: 'The `Idempotency-Key` header is empty or has more than 256 characters.',
    message: 'The `Idempotency-Key` header must have 1 to 256 characters.',
  },
  '400 validation_error': {
    when: 'The request body is not valid JSON.',
    message: 'The request body is not valid JSON.',
  },
  '401 missing_api_key': {
    when: 'The `Authorization` header has no API key.',
    message: 'Missing API key in the `Authorization: Bearer` header',
  },
  '401 restricted_api_key': {
    when: 'The permission of the API key is `sending_access` or `read_only`, and does not allow this request.',
    message: 'This API key is restricted to only send emails',
  },
  '401 validation_error': { when: 'The API key is unknown or was deleted.', message: 'API key is invalid' },
  '403 invalid_access': {
    when: 'The link has expired or is not valid, or the role of the user does not permit this request.',
    message: 'This link has expired, or it is not one of ours.',
  },
  '401 invalid_access': {
    when: 'The email address, the password, or the code is incorrect.',
    message: 'This is not right. Check the address and the password, and try again.',
  },
  '403 reauthentication_required': {
    when: 'The user has not confirmed their identity in the last ten minutes. Send the confirmation to `POST /dashboard-api/session/reauthenticate`, then repeat the request.',
    message: 'Confirm that it is you: with your password. Then repeat the request.',
  },
  '403 security_error': {
    when: 'The request came from another site, or did not include the CSRF token of the session.',
    message: 'This request did not come from the page of this server.',
  },
  '403 validation_error': {
    when: 'The API key or the domain does not allow this request: the domain is not verified, is not the domain of the API key, is a sandbox domain that sends only to test addresses, is already registered, or belongs to the server’s configuration. Or the team has reached its limit of domains or webhooks.',
    message: 'The example.com domain is not verified. Add and verify the domain before sending from it.',
  },
  '404 not_found': { when: 'The team has no resource with this ID.', message: 'Email not found' },
  '408 validation_error': {
    when: 'For ten seconds, the request body arrived at less than 1,000 bytes per second.',
    message: 'The request body came too slowly. It must come with at least 1000 bytes a second.',
  },
  '409 concurrent_idempotent_requests': {
    when: 'A request with the same `Idempotency-Key` is still in progress. Repeat it after a few seconds.',
    message: 'A request with this idempotency key is still running. Try again in a moment.',
  },
  '409 invalid_idempotent_request': {
    when: 'The `Idempotency-Key` was used with another request body in the last 24 hours.',
    message:
      'This idempotency key was used in the last 24 hours with another payload. Use a new key, or send the first payload.',
  },
  '409 validation_error': {
    when: 'The `revision` of the request is not the current one, because the broadcast was changed in the meantime. Nothing was saved.',
    message: 'Somebody changed this broadcast meanwhile, so nothing was saved. Load it again, then repeat your change.',
  },
  '413 validation_error': {
    when: 'The request body is larger than 40 MB (41,943,040 bytes), or larger than the server’s memory allows.',
    message: 'The request body is too large.',
  },
  '422 invalid_access': {
    when: 'The permission is not `full_access`, `sending_access`, or `read_only`.',
    message: 'Invalid `permission` field. It must be `full_access`, `sending_access` or `read_only`.',
  },
  '422 invalid_attachment': {
    when: 'An attachment has no content, has a blocked file type, or could not be fetched from its `path`.',
    message: 'The attachment at index 0 was not fetched: it took too long.',
  },
  '422 invalid_parameter': {
    when: 'An ID in the path is not a valid UUID.',
    message: 'The `id` in the path must be a valid UUID.',
  },
  '422 invalid_region': {
    when: 'The region is not one of the server’s regions.',
    message: 'Invalid `region` field. It must be one of `us-east-1`, `eu-west-1`.',
  },
  '422 missing_required_field': { when: 'A required field is missing.', message: 'Missing `to` field.' },
  '422 validation_error': {
    when: 'A field or a parameter is not valid, or the state of the resource does not allow this request. The message names the first problem.',
    message: 'The `limit` parameter must be a number from 1 to 100.',
  },
  '429 daily_quota_exceeded': {
    when: 'The recipients of this request exceed the quota of the current UTC day.',
    message: 'You have reached your daily email sending quota.',
  },
  '429 monthly_quota_exceeded': {
    when: 'The recipients of this request exceed the quota of the current UTC month.',
    message: 'You have reached your monthly email sending quota.',
  },
  '429 rate_limit_exceeded': {
    when: 'The team, with all its API keys together, exceeded the rate limit.',
    message: 'Too many requests. You can make 10 requests per second. Wait a moment and try again.',
  },
  '500 application_error': {
    when: 'An unexpected error occurred. The server’s log contains the error with the `x-request-id`.',
    message: 'An unexpected error occurred.',
  },
  '503 application_error': {
    when: 'The server is starting or stopping, or cannot process the request at the moment. Repeat the request after the number of seconds in `retry-after`.',
    message: 'The service cannot take the request right now. Try again later.',
  },
};

/** The error names that an endpoint may answer, by status. */
export function failuresOf({ access, errors }: Operation): Readonly<Record<string, readonly ErrorName[]>> {
  if (isForAnyone(access)) return errors;
  return { ...everywhere, ...(access === 'person' ? { 401: ['missing_api_key', 'validation_error'] } : {}), ...errors };
}

/** One answer for each status that is an error: its names, when each comes, and what it looks like. */
export function failure(status: string, names: readonly ErrorName[], hasErrorPage = false): JsonSchema {
  const entries = names.map((name) => [name, meaningOf(status, name)] as const);
  const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { name: { enum: names } } }] };
  const examples = Object.fromEntries(
    entries.map(([name, { when, message }]) => [
      name,
      { summary: when, value: { statusCode: Number(status), message, name } },
    ]),
  );
  return {
    description: entries.map(([name, { when }]) => `\`${name}\`: ${when}`).join('\n\n'),
    content: {
      'application/json': { schema, examples },
      ...(hasErrorPage ? { 'text/html': { schema: { type: 'string' } } } : {}),
    },
  };
}

function meaningOf(status: string, name: ErrorName): Meaning {
  const meaning = meanings[`${status} ${name}`];
  if (meaning === undefined) throw new Error(`the error ${status} ${name} is not described`);
  return meaning;
}
