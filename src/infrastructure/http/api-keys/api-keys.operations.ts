import type { Permission } from '../../../domain/api-key/events.js';
import { bodySchema, type Failure, Field, type FieldRule, isFailure, readBody, required } from '../edge/field.js';
import { hasControlCharacters, noControlCharacters } from '../edge/text.js';
import { isUuid } from '../edge/uuid.js';
import { allOrPage, get, invalidBody, listErrors, patch, post, remove } from '../openapi/operation.js';
import { createdAt, listOf } from '../openapi/shared-examples.js';
import * as answers from './api-keys.answers.js';

const maxNameCharacters = 50;

const keyName: FieldRule<string> = {
  schema: { type: 'string', maxLength: maxNameCharacters, description: 'For people to know it by.' },
  parse(value, field) {
    if (typeof value !== 'string') return { problem: `Invalid \`${field}\` field. It must be a string.` };
    if (hasControlCharacters(value)) return noControlCharacters(field);
    const characters = [...value].length;
    if (characters <= maxNameCharacters) return { value };
    return { problem: `Invalid \`${field}\` field. It must have at most ${maxNameCharacters} characters.` };
  },
};

const permissions: readonly Permission[] = ['full_access', 'sending_access', 'read_only'];

const permission: FieldRule<Permission> = {
  schema: {
    type: 'string',
    enum: permissions,
    default: 'full_access',
    description: 'Everything, sending only, or reading everything but secrets.',
  },
  parse(value, field) {
    const known = permissions.find((candidate) => candidate === value);
    if (known !== undefined) return { value: known };
    return {
      problem: `Invalid \`${field}\` field. It must be \`full_access\`, \`sending_access\` or \`read_only\`.`,
      name: 'invalid_access',
    };
  },
};

const domainId: FieldRule<string> = {
  schema: { type: 'string', format: 'uuid', description: 'Only with `sending_access`: the one domain to send from.' },
  parse(value, field) {
    return isUuid(value)
      ? { value: value.toLowerCase() }
      : { problem: `Invalid \`${field}\` field. It must be a UUID.` };
  },
};

const expiresAt: FieldRule<string> = {
  schema: {
    type: 'string',
    format: 'date-time',
    description: 'From then on it opens nothing. Left out: it does not expire.',
  },
  parse(value, field) {
    const atMs = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(atMs)
      ? { problem: `Invalid \`${field}\` field. It must be an ISO 8601 time, such as \`2027-01-31T00:00:00Z\`.` }
      : { value: new Date(atMs).toISOString() };
  },
};

/** POST /api-keys */
export class CreateApiKeyBody {
  @Field(keyName, required) name!: string;
  @Field(permission) permission: Permission | undefined;
  @Field(domainId) domain_id: string | undefined;
  @Field(expiresAt) expires_at: string | undefined;
}

/** PATCH /api-keys/{id} */
export class RenameApiKeyBody {
  @Field(keyName, required) name!: string;
}

export function readCreateApiKeyBody(raw: unknown): CreateApiKeyBody | Failure {
  const body = readBody(CreateApiKeyBody, raw, 'The request body');
  if (isFailure(body) || body.domain_id === undefined || body.permission === 'sending_access') return body;
  return {
    name: 'validation_error',
    message: 'Invalid `domain_id` field. Only a key with the `sending_access` permission is restricted to a domain.',
  };
}

const object = 'api_key';
const id = '019a3f5e-7c1a-7d30-9c4b-5c6f0a5c8e44';
const token = 're_V1StGXR8Z5jdHi6BmyT9kQ2wL4xN7cP0';

export const createApiKey = post({
  path: '/api-keys',
  summary: 'Create an API key',
  need: 'admin',
  body: bodySchema(CreateApiKeyBody),
  status: 201,
  answer: answers.createdApiKey,
  errors: { ...invalidBody, 422: ['invalid_access', 'missing_required_field', 'validation_error'] },
  examples: {
    full: { summary: 'A key with full access', request: { name: 'Production' }, answer: { object, id, token } },
    reading: {
      summary: 'A key that may only read, until the end of a year',
      request: { name: 'Report', permission: 'read_only', expires_at: '2099-12-31T23:59:59Z' },
      answer: { object, id, token },
    },
    sending: {
      summary: 'A key that may only send',
      request: { name: 'Shop', permission: 'sending_access' },
      answer: { object, id, token },
    },
  },
});

export const listApiKeys = get({
  path: '/api-keys',
  isPageRead: true,
  summary: 'List API keys, newest first; all of them without a limit',
  parameters: allOrPage,
  answer: answers.apiKeyList,
  errors: listErrors,
  examples: {
    list: {
      summary: 'One key, never used',
      answer: listOf({
        id,
        name: 'Production',
        created_at: createdAt,
        last_used_at: null,
        permission: 'full_access' as const,
        domain_id: null,
        expires_at: null,
      }),
    },
  },
});

export const renameApiKey = patch({
  path: '/api-keys/{id}',
  summary: 'Rename an API key',
  need: 'admin',
  body: bodySchema(RenameApiKeyBody),
  answer: answers.changedApiKey,
  errors: {
    ...invalidBody,
    404: ['not_found'],
    422: ['invalid_parameter', 'missing_required_field', 'validation_error'],
  },
  examples: { renamed: { summary: 'Another name', request: { name: 'Staging' }, answer: { object, id } } },
});

export const deleteApiKey = remove({
  path: '/api-keys/{id}',
  summary: 'Delete an API key',
  need: 'admin',
  answer: answers.deletedApiKey,
  examples: { deleted: { summary: 'It opens nothing any more', answer: { object, id, deleted: true } } },
});
