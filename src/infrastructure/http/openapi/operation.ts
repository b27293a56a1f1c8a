import type { z } from 'zod';
import type { Access } from '../edge/access.js';
import type { JsonSchema } from '../edge/field.js';
import type { ErrorName } from '../edge/errors/error-names.js';

export interface Operation {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** With `{id}` for a path parameter. */
  readonly path: string;
  readonly summary: string;
  /** More than the summary says, in Markdown. */
  readonly description?: string;
  readonly access: Access;
  readonly deprecated?: boolean;
  readonly body?: JsonSchema;
  readonly parameters?: readonly JsonSchema[];
  readonly status: 200 | 201;
  /** Undefined: the answer has no schema of ours. */
  readonly answer: z.ZodType | undefined;
  /** Of the answer; JSON unless it is said. */
  readonly mediaType?: string;
  /** Beyond those that every API route may answer. */
  readonly errors: Readonly<Partial<Record<400 | 403 | 404 | 408 | 409 | 413 | 422 | 429 | 503, readonly ErrorName[]>>>;
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
const limit = { type: 'integer', minimum: 1, maximum: 100 };
const cursors = [
  query('after', { type: 'string', format: 'uuid' }, 'Older than the item with this id.'),
  query('before', { type: 'string', format: 'uuid' }, 'Newer than the item with this id; not together with `after`.'),
];
export const page = [query('limit', { ...limit, default: 20 }, 'How many at most.'), ...cursors];
/** Lists of few items, which are all there unless a limit is asked for. */
const allOrPage = [query('limit', limit, 'How many at most. Without it: all of them.'), ...cursors];
export const id = {
  in: 'path',
  name: 'id',
  required: true,
  schema: { type: 'string', format: 'uuid' },
  description: 'The id that the resource got when it was made.',
};

export const invalidBody = {
  400: ['validation_error'],
  408: ['validation_error'],
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
  parameters: path.includes('{id}') ? [id] : allOrPage,
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
