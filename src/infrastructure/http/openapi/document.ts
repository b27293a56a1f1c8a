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
const conventions = `**Authentication.** Send an API key in the header \`Authorization: Bearer re_…\`. A key has the permission \`full_access\`,
\`sending_access\` (send emails only), or \`read_only\`. Public endpoints, such as signed links, require no key.

**Responses** are JSON unless the endpoint states another media type. An error has \`statusCode\`, \`name\`, and \`message\`. Use
\`name\` in your code; \`message\` is written for people. An unknown path returns 404 \`not_found\`. A method that the path does not
support returns 405 \`method_not_allowed\` with an \`allow\` header. Unknown fields of a request are ignored. New versions can add
fields to responses.

**Times** are in UTC, in the format \`2026-01-02 03:04:05.678000+00\`, or in ISO 8601 format where the field says so.

**Lists** have \`object\`, \`has_more\`, and \`data\`. Unless the endpoint says otherwise, the newest item comes first. \`limit\` is a
number from 1 to 100. \`after\` and \`before\` are the ID of an item of the list; use only one of the two.

**Retries.** Send an \`Idempotency-Key\` with each new email. If you repeat the request with the same key and body within 24 hours,
you get the first response, and nothing is sent again. After a 429 or 503 response, wait the number of seconds in \`retry-after\`.

**Limits.** The rate limit applies to the requests per second of all API keys of a team together (\`ratelimit-*\` headers). Quotas
limit the recipients per UTC day and per UTC month (\`x-resend-daily-quota\` and \`x-resend-monthly-quota\`).`;

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
      summary: 'Send emails over REST, and follow the delivery of each email.',
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
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, such as `re_…`.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'posthorn_session',
          description:
            'The session of a user who is signed in to the dashboard. Over HTTPS, the cookie is named `__Host-posthorn_session`.',
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
    description: 'The request succeeded.',
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
