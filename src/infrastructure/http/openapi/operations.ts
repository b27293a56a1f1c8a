import type { z } from 'zod';
import type { Access } from '../access.js';
import { CreateApiKeyBody, RenameApiKeyBody } from '../body/api-key.bodies.js';
import { maxBatchItems } from '../body/batch.js';
import { bodySchema, type JsonSchema } from '../body/field.js';
import { SendEmailBody } from '../body/send-email.body.js';
import type { ErrorName } from '../errors/error-names.js';
import * as schemas from './schemas.js';

export interface Operation {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** With `{id}` for a path parameter. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly deprecated?: boolean;
  readonly body?: JsonSchema;
  readonly parameters?: readonly JsonSchema[];
  readonly status: 200 | 201;
  /** Undefined: the answer is text. */
  readonly answer: z.ZodType | undefined;
  /** Beyond those that every API route may answer. */
  readonly errors: Readonly<Partial<Record<400 | 403 | 404 | 409 | 413 | 422 | 503, readonly ErrorName[]>>>;
}

const header = (name: string, schema: JsonSchema, description: string) => ({ in: 'header', name, schema, description });
const idempotencyKey = header(
  'Idempotency-Key',
  { type: 'string', minLength: 1, maxLength: 256 },
  'A repeat with the same key and body within 24 hours gets the first answer, and nothing is sent again.',
);
const batchValidation = header(
  'x-batch-validation',
  { type: 'string', enum: ['strict', 'permissive'], default: 'strict' },
  'strict: one invalid email refuses all. permissive: the valid ones are sent.',
);
const query = (name: string, schema: JsonSchema, description: string) => ({ in: 'query', name, schema, description });
const page = [
  query('limit', { type: 'integer', minimum: 1, maximum: 100 }, 'How many at most.'),
  query('after', { type: 'string', format: 'uuid' }, 'Older than the item with this id.'),
  query('before', { type: 'string', format: 'uuid' }, 'Newer than the item with this id; not together with `after`.'),
];
const id = { in: 'path', name: 'id', required: true, schema: { type: 'string', format: 'uuid' } };

const invalidBody = {
  400: ['validation_error'],
  413: ['validation_error'],
  422: ['missing_required_field', 'validation_error'],
} as const;
const sendErrors = {
  ...invalidBody,
  400: ['invalid_idempotency_key', 'validation_error'],
  403: ['validation_error'],
  409: ['concurrent_idempotent_requests', 'invalid_idempotent_request'],
} as const;
const listErrors = { 422: ['validation_error'] } as const;
const oneErrors = { 404: ['not_found'], 422: ['invalid_parameter'] } as const;

const send = {
  method: 'post',
  access: 'sending',
  body: bodySchema(SendEmailBody),
  parameters: [idempotencyKey],
  status: 200,
  answer: schemas.sentEmail,
  errors: sendErrors,
} as const;
const sendAlias = (path: string): Operation => ({
  ...send,
  path,
  summary: 'Send an email (older path)',
  deprecated: true,
});
const get = (path: string, summary: string, answer: z.ZodType, errors: Operation['errors'] = oneErrors): Operation => ({
  method: 'get',
  path,
  summary,
  access: 'full',
  parameters: path.includes('{id}') ? [id] : page,
  status: 200,
  answer,
  errors,
});
const open = (
  path: string,
  summary: string,
  answer: z.ZodType | undefined,
  errors: Operation['errors'] = {},
): Operation => ({
  method: 'get',
  path,
  summary,
  access: 'open',
  status: 200,
  answer,
  errors,
});

/** Every endpoint. A test compares this list with the routes that the server has. */
export const operations: readonly Operation[] = [
  { ...send, path: '/emails', summary: 'Send an email' },
  sendAlias('/email'),
  sendAlias('/emails/sending'),
  sendAlias('/email/sending'),
  {
    ...send,
    path: '/emails/batch',
    summary: `Send up to ${maxBatchItems} emails, all or none`,
    body: { type: 'array', items: bodySchema(SendEmailBody), minItems: 1, maxItems: maxBatchItems },
    parameters: [idempotencyKey, batchValidation],
    answer: schemas.sentBatch,
  },
  get('/emails', 'List emails, newest first', schemas.emailList, listErrors),
  get('/emails/{id}', 'Get an email', schemas.email),
  {
    method: 'post',
    path: '/api-keys',
    summary: 'Create an API key',
    access: 'full',
    body: bodySchema(CreateApiKeyBody),
    status: 201,
    answer: schemas.createdApiKey,
    errors: { ...invalidBody, 422: ['invalid_access', 'missing_required_field', 'validation_error'] },
  },
  get('/api-keys', 'List API keys, newest first; all of them without a limit', schemas.apiKeyList, listErrors),
  {
    method: 'patch',
    path: '/api-keys/{id}',
    summary: 'Rename an API key',
    access: 'full',
    body: bodySchema(RenameApiKeyBody),
    parameters: [id],
    status: 200,
    answer: schemas.changedApiKey,
    errors: {
      ...invalidBody,
      404: ['not_found'],
      422: ['invalid_parameter', 'missing_required_field', 'validation_error'],
    },
  },
  {
    method: 'delete',
    path: '/api-keys/{id}',
    summary: 'Delete an API key',
    access: 'full',
    parameters: [id],
    status: 200,
    answer: schemas.deletedApiKey,
    errors: oneErrors,
  },
  get('/domains', 'List domains, newest first; all of them without a limit', schemas.domainList, listErrors),
  get('/domains/{id}', 'Get a domain and its DNS records', schemas.domain),
  get('/dashboard-api/emails/{id}/timeline', 'What happened to an email, oldest first', schemas.timeline),
  get('/dashboard-api/emails/{id}/captured', 'What the built-in catcher received of an email', schemas.capturedList),
  open('/health/live', 'Is the process alive', schemas.alive),
  open('/health/ready', 'Does the process serve', schemas.ready, { 503: ['application_error'] }),
  open('/metrics', 'Prometheus metrics', undefined),
  open('/openapi.json', 'This document', undefined),
];
