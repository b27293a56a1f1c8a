import type { z } from 'zod';
import type { Access } from '../access.js';
import type { JsonSchema } from '../body/field.js';
import type { ErrorName } from '../errors/error-names.js';

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
  readonly errors: Readonly<Partial<Record<400 | 403 | 404 | 409 | 413 | 422 | 429 | 503, readonly ErrorName[]>>>;
}

/* What the operations of several resources are made of. */

export const header = (name: string, schema: JsonSchema, description: string) => ({
  in: 'header',
  name,
  schema,
  description,
});
export const query = (name: string, schema: JsonSchema, description: string) => ({
  in: 'query',
  name,
  schema,
  description,
});
export const page = [
  query('limit', { type: 'integer', minimum: 1, maximum: 100 }, 'How many at most.'),
  query('after', { type: 'string', format: 'uuid' }, 'Older than the item with this id.'),
  query('before', { type: 'string', format: 'uuid' }, 'Newer than the item with this id; not together with `after`.'),
];
export const id = { in: 'path', name: 'id', required: true, schema: { type: 'string', format: 'uuid' } };

export const invalidBody = {
  400: ['validation_error'],
  413: ['validation_error'],
  422: ['missing_required_field', 'validation_error'],
} as const;
export const listErrors = { 422: ['validation_error'] } as const;
export const oneErrors = { 404: ['not_found'], 422: ['invalid_parameter'] } as const;

export const get = (
  path: string,
  summary: string,
  answer: z.ZodType,
  errors: Operation['errors'] = oneErrors,
): Operation => ({
  method: 'get',
  path,
  summary,
  access: 'full',
  parameters: path.includes('{id}') ? [id] : page,
  status: 200,
  answer,
  errors,
});
export const open = (
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
