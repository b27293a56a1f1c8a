import { z } from 'zod';
import { type Access, isForAnyone } from '../edge/access.js';
import type { JsonSchema } from '../edge/field.js';
import { answerHeaders, headersOf } from './answer-headers.js';
import { failure, failuresOf } from './failures.js';
import type { Operation } from './operation.js';
import { withSharedResponses } from './shared-responses.js';
import { errorBody } from './shared-schemas.js';
import { tagOf, tagsOf } from './tags.js';
import { describeWebhooks } from './webhook-message.js';

/** What holds for every endpoint, in Markdown. */
const conventions = `**Keys.** Every endpoint but the open ones wants \`Authorization: Bearer re_…\`. A key has full access, or may only send.

**Answers** are JSON with a body, errors included: \`statusCode\`, \`name\` and \`message\`. Act on the name; the message is for
people. A path that does not exist is 404 \`not_found\`, a method that a path does not know 405 \`method_not_allowed\` with an
\`allow\` header. Unknown fields of a request are ignored. New fields may be added to answers at any time.

**Times** are UTC, written \`2026-01-02 03:04:05.678000+00\`, or in ISO 8601 where it says so.

**Lists** have \`object\`, \`has_more\` and \`data\`, the newest first. \`limit\` is 1 to 100; \`after\` and \`before\` are the id of an
item of the list, and exclude each other.

**Repeating a request.** Send an \`Idempotency-Key\` with each new email: for 24 hours, a repeat with the same key and body gets
the first answer, and nothing is sent again. After 429 and 503 wait as long as \`retry-after\` says.

**Limits.** The requests of a team are counted per second, with all its keys together (\`ratelimit-*\` headers). Quotas count
recipients per day and per month (\`x-resend-daily-quota\`, \`x-resend-monthly-quota\`).`;

/** OpenAPI 3.1 (JSON Schema 2020-12) of everything that the server answers, and of what it sends to endpoints. */
export function openApiDocument(operations: readonly Operation[], publicUrl: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  const { paths: described, responses } = withSharedResponses(paths);
  return withoutLogMarks({
    openapi: '3.1.0',
    info: {
      title: 'Posthorn',
      version: '1',
      summary: 'Email delivery: send over REST, see what happened to every email.',
      description: conventions,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: tagsOf(operations),
    paths: described,
    webhooks: describeWebhooks(),
    components: {
      schemas: { Error: jsonSchema(errorBody) },
      responses,
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

/**
 * What the request log keeps is no part of the contract, and strict readers of schemas refuse words that they do not
 * know.
 */
function withoutLogMarks(document: JsonSchema): JsonSchema {
  const text = JSON.stringify(document, (name, value: unknown) => (name === 'x-logged' ? undefined : value));
  // What was an object is one again.
  return JSON.parse(text) as JsonSchema;
}

function describe(operation: Operation): JsonSchema {
  const { summary, description, access, deprecated, parameters, body, form = body } = operation;
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
    ...(form ? { requestBody: requestBody(operation, form) } : {}),
    responses: { [operation.status]: success(operation), ...Object.fromEntries(failures) },
  };
}

function securityOf(access: Access): readonly JsonSchema[] {
  if (isForAnyone(access)) return [];
  return access === 'person' ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
}

function requestBody({ examples: named = {}, takesForms, form }: Operation, schema: JsonSchema): JsonSchema {
  const examples = Object.entries(named).map(([name, { summary, request }]) => [name, { summary, value: request }]);
  const optional = schema['type'] === 'object' && (schema['required'] as readonly string[]).length === 0;
  return {
    required: !optional,
    content: {
      [form !== undefined
        ? 'multipart/form-data'
        : takesForms
          ? 'application/x-www-form-urlencoded'
          : 'application/json']: {
        schema,
        examples: Object.fromEntries(examples),
      },
    },
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

/** Where the page of `/docs` shows the endpoint that a request went to; null where the document has none. */
export function referenceOf(
  operations: readonly Operation[],
  { method, endpoint }: { readonly method: string; readonly endpoint: string },
): string | null {
  const parts = endpoint.split('/');
  const found = operations
    .filter((operation) => operation.method === method.toLowerCase() && fits(operation.path, parts))
    // A literal path before one with a parameter in its place.
    .sort((one, other) => parametersOf(one.path) - parametersOf(other.path))[0];
  return found === undefined ? null : `/docs#/${encodeURIComponent(tagOf(found).name)}/${operationId(found)}`;
}

function fits(path: string, parts: readonly string[]): boolean {
  const wanted = path.split('/');
  return wanted.length === parts.length && wanted.every((part, i) => part.startsWith('{') || part === parts[i]);
}

function parametersOf(path: string): number {
  return path.split('{').length - 1;
}
