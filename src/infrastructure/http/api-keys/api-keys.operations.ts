import { ListApiKeys } from '../../../application/api-key/list-api-keys.js';
import { CreateApiKey, DeleteApiKey, RenameApiKey } from '../../../application/api-key/manage-api-keys.js';
import type { Permission } from '../../../domain/api-key/events.js';
import { invalid } from '../edge/errors/api-error.js';
import { described, Field, type FieldRule, required } from '../edge/field.js';
import { inList, readPage } from '../edge/page.js';
import { oneOf, uuid } from '../edge/rules.js';
import { hasControlCharacters, noControlCharacters } from '../edge/text.js';
import { httpPart } from '../http-part.js';
import { allOrPage, invalidBody } from '../openapi/operation.js';
import { get, patch, post, remove } from '../openapi/served.js';
import * as shown from '../openapi/shared-examples.js';
import { changed, deleted, oneChanged, oneDeleted } from '../openapi/shared-schemas.js';
import { apiKeyList, created, createdApiKey, exampleKey, keyId, object, presentKey } from './api-keys.answers.js';
import { listPageApiKeys, rotateApiKey } from './page-keys.operations.js';

const maxNameCharacters = 50;

const keyName: FieldRule<string> = {
  schema: { type: 'string', maxLength: maxNameCharacters, description: 'The name that is shown to users.' },
  parse(value, field) {
    if (typeof value !== 'string') return { problem: `Invalid \`${field}\` field. It must be a string.` };
    if (hasControlCharacters(value)) return noControlCharacters(field);
    const characters = [...value].length;
    if (characters <= maxNameCharacters) return { value };
    return { problem: `Invalid \`${field}\` field. It must have at most ${maxNameCharacters} characters.` };
  },
};

const permissions: readonly Permission[] = ['full_access', 'sending_access', 'read_only'];
const permissionRule = oneOf(permissions, {
  default: 'full_access',
  description:
    'The access of the key. `full_access`: everything. `sending_access`: only sending. `read_only`: only reading, without secrets.',
});
const permission: FieldRule<Permission> = {
  ...permissionRule,
  parse: (value, field) => ({ name: 'invalid_access', ...permissionRule.parse(value, field) }),
};

const expiresAt: FieldRule<string> = {
  schema: {
    type: 'string',
    format: 'date-time',
    description: 'The time at which the key expires (default: never).',
  },
  parse(value, field) {
    const atMs = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(atMs)
      ? { problem: `Invalid \`${field}\` field. It must be an ISO 8601 time, such as \`2027-01-31T00:00:00Z\`.` }
      : { value: new Date(atMs).toISOString() };
  },
};

/** POST /api-keys */
class CreateApiKeyBody {
  @Field(keyName, required) name!: string;
  @Field(permission) permission: Permission | undefined;
  @Field(described(uuid, 'The only domain from which the key can send. Requires `sending_access`.')) domain_id:
    | string
    | undefined;
  @Field(expiresAt) expires_at: string | undefined;
}
/** PATCH /api-keys/{id} */
class RenameApiKeyBody {
  @Field(keyName, required) name!: string;
}

/** What of a body is wrong only beside another field, or today. */
function checked(body: CreateApiKeyBody, nowMs: number): CreateApiKeyBody {
  const { domain_id: domainId, permission, expires_at: expiresAt } = body;
  if (domainId !== undefined && permission !== 'sending_access') {
    throw invalid(
      'Invalid `domain_id` field. Only a key with the `sending_access` permission is restricted to a domain.',
    );
  }
  if (expiresAt !== undefined && Date.parse(expiresAt) <= nowMs) {
    throw invalid('Invalid `expires_at` field. It lies in the past.');
  }
  return body;
}

const createApiKey = post({
  path: '/api-keys',
  summary: 'Create an API key',
  body: CreateApiKeyBody,
  status: 201,
  answer: createdApiKey,
  errors: { ...invalidBody, 422: ['invalid_access', 'missing_required_field', 'validation_error'] },
  examples: {
    full: { summary: 'A key with full access', request: { name: 'Production' }, answer: created },
    reading: {
      summary: 'A read-only key that expires',
      request: { name: 'Report', permission: 'read_only', expires_at: '2099-12-31T23:59:59Z' },
      answer: created,
    },
    sending: {
      summary: 'A key that can only send',
      request: { name: 'Shop', permission: 'sending_access' },
      answer: created,
    },
  },
  runs: CreateApiKey,
  input({ context, body, options }) {
    const {
      name,
      permission = 'full_access',
      domain_id: domainId = null,
      expires_at: expiresAt,
    } = checked(body, options.clock.now());
    return { context, name, permission, domainId, expiresAt };
  },
  present: (made) => ({ object, id: made.id, token: made.token }),
});

const listApiKeys = get({
  path: '/api-keys',
  summary: 'List API keys, newest first',
  parameters: allOrPage,
  answer: apiKeyList,
  examples: {
    list: {
      summary: 'One unused key',
      answer: shown.listOf(exampleKey),
    },
  },
  runs: ListApiKeys,
  input: ({ teamId, query }) => ({ teamId, page: readPage(query) }),
  present: inList(presentKey),
});

const renameApiKey = patch({
  path: '/api-keys/{id}',
  summary: 'Rename an API key',
  body: RenameApiKeyBody,
  answer: oneChanged(object),
  examples: { renamed: { summary: 'A new name', request: { name: 'Staging' }, answer: { object, id: keyId } } },
  runs: RenameApiKey,
  input: ({ context, path, body: { name } }) => ({ context, apiKeyId: path.id, name }),
  present: changed(object),
});

const deleteApiKey = remove({
  path: '/api-keys/{id}',
  summary: 'Delete an API key',
  answer: oneDeleted(object),
  examples: { deleted: { summary: 'A deleted key', answer: { object, id: keyId, deleted: true } } },
  runs: DeleteApiKey,
  input: ({ context, path }) => ({ context, apiKeyId: path.id }),
  present: deleted(object),
});

export const apiKeysHttp = httpPart({
  tag: { name: 'API keys', description: 'The keys that authenticate requests to the API.' },
  noun: 'API key',
  operations: [createApiKey, listApiKeys, renameApiKey, deleteApiKey, listPageApiKeys, rotateApiKey],
  refusals: {
    'already-ended': () => invalid('This API key was rotated already, or has expired. Create a new one.'),
    'domain-not-found': () => invalid('Invalid `domain_id` field. No domain of yours has this id.'),
  },
});
