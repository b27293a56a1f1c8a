import { z } from 'zod';
import type { JsonSchema } from '../body/field.js';
import type { ErrorName } from '../errors/error-names.js';
import type { Operation } from './operation.js';
import { operations } from './operations.js';
import { errorBody } from './schemas/shared.js';

/** Every route that wants a key may also answer these. */
const everywhere: Readonly<Record<string, readonly ErrorName[]>> = {
  401: ['missing_api_key', 'restricted_api_key', 'validation_error'],
  429: ['rate_limit_exceeded'],
  500: ['application_error'],
  503: ['application_error'],
};

const reasons: Readonly<Record<string, string>> = {
  400: 'Malformed request',
  401: 'No API key, an unknown one, or one that may only send',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Idempotency key in use',
  413: 'Too large',
  422: 'Invalid or missing field or parameter',
  429: 'Too many requests, or a quota is used up; see retry-after',
  500: 'Unexpected error',
  503: 'Cannot serve right now; see retry-after',
};

/** OpenAPI 3.1 (JSON Schema 2020-12) of everything that the server answers. */
export function openApiDocument(publicUrl: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Posthorn',
      version: '1',
      description: 'Email delivery: send over REST, see what happened to every mail.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Error: jsonSchema(errorBody) },
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `re_…`' } },
    },
  };
}

function describe({ summary, access, deprecated, parameters, body, status, answer, errors }: Operation): JsonSchema {
  const failures = access === 'open' ? errors : { ...everywhere, ...errors };
  return {
    summary,
    ...(deprecated ? { deprecated } : {}),
    security: access === 'open' ? [] : [{ apiKey: [] }],
    ...(parameters ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: {
      [status]: {
        description: 'OK',
        ...(answer ? { content: { 'application/json': { schema: jsonSchema(answer) } } } : {}),
      },
      ...Object.fromEntries(Object.entries(failures).map(([code, names]) => [code, failure(code, names)])),
    },
  };
}

function failure(code: string, names: readonly ErrorName[]): JsonSchema {
  const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { name: { enum: names } } }] };
  return { description: reasons[code] ?? code, content: { 'application/json': { schema } } };
}

function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema);
  return rest;
}
