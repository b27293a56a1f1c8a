import { z } from 'zod';
import { type Access, isForAnyone } from '../edge/access.js';
import type { JsonSchema } from '../edge/field.js';
import { answerHeaders, headersOf } from './answer-headers.js';
import { conventions } from './conventions.js';
import { failure, failuresOf } from './failures.js';
import type { Operation } from './operation.js';
import { errorBody } from './shared-schemas.js';
import { tagOf, tagsOf } from './tags.js';
import { describeWebhooks, type WebhookMessage } from './webhook-message.js';

/** OpenAPI 3.1 (JSON Schema 2020-12) of everything that the server answers, and of what it sends to endpoints. */
export function openApiDocument(
  operations: readonly Operation[],
  publicUrl: string,
  messages: readonly WebhookMessage[] = [],
): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  return withoutLogMarks({
    openapi: '3.1.0',
    info: {
      title: 'Posthorn',
      version: '1',
      summary: 'Email delivery: send over REST, see what happened to every mail.',
      description: conventions,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: tagsOf(operations),
    paths,
    webhooks: describeWebhooks(messages),
    components: {
      schemas: { Error: jsonSchema(errorBody) },
      headers: answerHeaders,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `re_…`' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'posthorn_session',
          description: 'Of a person who is signed in to the dashboard; `__Host-posthorn_session` over https.',
        },
      },
    },
  });
}

/** What the request log keeps is nobody's contract, and strict readers of schemas refuse words that they do not know. */
function withoutLogMarks(document: JsonSchema): JsonSchema {
  const text = JSON.stringify(document, (name, value: unknown) => (name === 'x-logged' ? undefined : value));
  // What was an object is one again.
  return JSON.parse(text) as JsonSchema;
}

function describe(operation: Operation): JsonSchema {
  const { summary, description, access, deprecated, parameters, body } = operation;
  const failures = Object.entries(failuresOf(operation)).map(([status, names]) => [
    status,
    { ...failure(status, names, operation.hasErrorPage), headers: headersOf(operation, status) },
  ]);
  return {
    operationId: operationId(operation),
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tagOf(operation).name],
    ...(deprecated ? { deprecated } : {}),
    security: securityOf(access),
    ...(parameters ? { parameters } : {}),
    ...(body ? { requestBody: requestBody(operation, body) } : {}),
    responses: { [operation.status]: success(operation), ...Object.fromEntries(failures) },
  };
}

function securityOf(access: Access): readonly JsonSchema[] {
  if (isForAnyone(access)) return [];
  return access === 'person' ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
}

function requestBody({ examples: named = {} }: Operation, schema: JsonSchema): JsonSchema {
  const examples = Object.entries(named).map(([name, { summary, request }]) => [name, { summary, value: request }]);
  const optional = schema['type'] === 'object' && (schema['required'] as readonly string[]).length === 0;
  return {
    required: !optional,
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  };
}

function success(operation: Operation): JsonSchema {
  const { answer, mediaType = 'application/json', examples: named = {} } = operation;
  const examples = Object.entries(named).map(([name, { summary, answer: value }]) => [name, { summary, value }]);
  const content =
    answer === undefined
      ? { schema: mediaType === 'application/json' ? { type: 'object' } : { type: 'string' } }
      : { schema: jsonSchema(answer), examples: Object.fromEntries(examples) };
  return {
    description: 'Done.',
    headers: headersOf(operation, String(operation.status)),
    content: { [mediaType]: content },
  };
}

/** `POST /emails/{id}/cancel` is `postEmailsIdCancel`. */
export function operationId({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  const words = path.match(/[a-z]+/g) ?? [];
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema);
  return rest;
}
