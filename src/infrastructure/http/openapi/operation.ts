import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { z } from 'zod';
import type { Need } from '../../../application/access/may.js';
import { type Access, isForAnyone, pagePathOf } from '../edge/access.js';
import type { ErrorName } from '../edge/errors/error-names.js';
import type { JsonSchema } from '../edge/field.js';
import { alternativesOf, type LoggedSchemas } from '../edge/request-log/logged-schema.js';
import { errorBody } from './shared-schemas.js';

/** A group of endpoints in the document. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

/**
 * One endpoint: everything about it that is not code. Its routes, its access and its part of the document come from
 * here.
 */
export interface Operation<Schema extends z.ZodType | undefined = z.ZodType | undefined> {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** With `{id}` for a path parameter. */
  readonly path: string;
  /** Paths of older clients, which are answered the same. */
  readonly olderPaths?: readonly string[];
  /** The page reads it too, on a path of its own: {@link onPage}. */
  readonly isPageRead?: true;
  /** The editor saves with it while one writes: the request log has no line for what a session saved. */
  readonly savesWriting?: true;
  /** Tag of its resource. */
  readonly tag?: Tag;
  readonly summary: string;
  /** More than the summary says, in Markdown. */
  readonly description?: string;
  readonly access: Access;
  /**
   * What the use case behind it needs, where that is not what {@link needOf} says. A test tries every operation as each
   * caller.
   */
  readonly need?: Need;
  readonly deprecated?: boolean;
  readonly body?: JsonSchema;
  /** The fields of a form with a file (`multipart/form-data`), in place of a body of JSON. */
  readonly form?: JsonSchema;
  readonly parameters?: readonly JsonSchema[];
  readonly status: 200 | 201 | 302;
  /** Undefined when the response has no schema of ours. */
  readonly answer: Schema;
  /** Media type of the response; defaults to JSON. */
  readonly mediaType?: string;
  /** Its body is a form, as a page without script sends it. */
  readonly takesForms?: true;
  /** A client that asks for html gets errors as a page. */
  readonly hasErrorPage?: true;
  /** Beyond those that every API route may answer. */
  readonly errors: Readonly<
    Partial<Record<400 | 401 | 403 | 404 | 408 | 409 | 413 | 422 | 429 | 503, readonly ErrorName[]>>
  >;
  /** What may be asked and what is then answered, by name. A test sends every one of them. */
  readonly examples?: Readonly<Record<string, Example<Schema>>>;
}

/** A request, and the answer to it. */
interface Example<Schema extends z.ZodType | undefined> {
  readonly summary: string;
  /** Absent when the request has no body. */
  readonly request?: unknown;
  /** Header fields that the request needs for this answer. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer: Answer<Schema>;
}

/** What a schema's answer holds. */
export type Answer<Schema> = Schema extends z.ZodType ? Unchanging<z.infer<Schema>> : unknown;

type Unchanging<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Unchanging<Value[Name]> }
    : Value;

/**
 * The least that a caller needs: where nothing is named, a reader may read what is the team's, and a member may change
 * it.
 */
export function needOf({ need, access, method }: Pick<Operation, 'need' | 'access' | 'method'>): Need {
  if (need !== undefined) return need;
  if (isForAnyone(access)) return 'anyone';
  if (access === 'sending') return 'sender';
  return method === 'get' ? 'read-only' : 'member';
}

const operationKey = Symbol('operation');

/**
 * Makes a controller's method the endpoint that the operation describes: its routes, its status and who may call it. A
 * method whose answer does not fit the operation's schema does not compile. The controller itself has no path.
 */
export function Answers<Schema extends z.ZodType | undefined>(operation: Operation<Schema>) {
  const { method, path, olderPaths = [], isPageRead, savesWriting, access, status, takesForms, form } = operation;
  const paths = [path, ...olderPaths, ...(isPageRead ? [pagePathOf(path)] : [])];
  const decorate = applyDecorators(
    RequestMapping({ path: paths.map(routeOf), method: requestMethods[method] }),
    HttpCode(status),
    RouteConfig({
      access,
      takesUpload: form !== undefined,
      loggedSchemas: () => loggedSchemasOf(operation),
      ...(savesWriting === undefined ? {} : { savesWriting }),
      ...(takesForms === undefined ? {} : { takesForms }),
    }),
    SetMetadata(operationKey, operation),
  );
  return <Method extends (...parameters: never[]) => Answer<Schema> | Promise<Answer<Schema>>>(
    prototype: object,
    name: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => decorate(prototype, name, descriptor);
}

const loggedSchemas = new WeakMap<Operation, LoggedSchemas>();

/** By which the request log redacts: made when an operation is called for the first time. */
export function loggedSchemasOf(operation: Operation): LoggedSchemas {
  const kept = loggedSchemas.get(operation);
  if (kept !== undefined) return kept;
  const { body, answer } = operation;
  const made = {
    body: body === undefined ? [] : alternativesOf(body),
    answer: answer === undefined ? [] : alternativesOf(z.toJSONSchema(answer)),
    failure: alternativesOf(z.toJSONSchema(errorBody)),
  };
  loggedSchemas.set(operation, made);
  return made;
}

const requestMethods = {
  get: RequestMethod.GET,
  post: RequestMethod.POST,
  patch: RequestMethod.PATCH,
  delete: RequestMethod.DELETE,
};

/** `/emails/{id}` as the router writes it: `/emails/:id`. */
const routeOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** The operations of a controller in the order of its methods, each followed by what it is on older paths. */
export function operationsOf({ prototype }: Type<object>): readonly Operation[] {
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const method: unknown = Reflect.get(prototype, name);
    // `Answers` put nothing else there.
    const operation = Reflect.getMetadata(operationKey, Object(method)) as Operation | undefined;
    return operation === undefined ? [] : [operation, ...onOlderPaths(operation)];
  });
}

function onOlderPaths({ description: _description, ...operation }: Operation): readonly Operation[] {
  const { olderPaths = [], summary, examples = {} } = operation;
  const first = Object.fromEntries(Object.entries(examples).slice(0, 1));
  const older = { summary: `${summary} (older path)`, deprecated: true, examples: first };
  return olderPaths.map((path) => ({ ...operation, ...older, path }));
}

/** A read of the public contract on the path of the page, whose requests have a limit of their own. */
export function onPage({ tag: _, ...operation }: Operation): Operation {
  return { ...operation, path: pagePathOf(operation.path), summary: `${operation.summary}, for the dashboard` };
}

/** Every operation that the server answers; the document is made of them. */
export const OPERATIONS = Symbol('operations');

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
  query(
    'after',
    { type: 'string', format: 'uuid' },
    'Only items after the item with this ID, in the order of the list. That item may have been deleted.',
  ),
  query(
    'before',
    { type: 'string', format: 'uuid' },
    'Only items before the item with this ID, in the order of the list. That item may have been deleted. Do not combine it with `after`.',
  ),
];
/** The page of a list whose rows have opaque cursors. */
export const opaquePage = [
  query('limit', { ...limit, default: 20 }, 'The maximum number of rows.'),
  query('after', { type: 'string' }, 'Only rows after the row with this ID.'),
  query('before', { type: 'string' }, 'Only rows before the row with this ID. Do not combine it with `after`.'),
];
export const page = [query('limit', { ...limit, default: 20 }, 'The maximum number of items.'), ...cursors];
/** The parameter of a list that says how many there are. */
export const counted = query(
  'total',
  { type: 'boolean', default: false },
  'Whether the response contains the number of items that match the filters (`total`), counted up to 10,000. Posthorn only: other servers of this API do not have it.',
);
export const countedPage = [...page, counted];
/** Lists of few items, which are all there unless a limit is asked for. */
export const allOrPage = [
  query(
    'limit',
    limit,
    'The maximum number of items (default: all items that fit in one response; if there are more, `has_more` is true).',
  ),
  ...cursors,
];
export const id = {
  in: 'path',
  name: 'id',
  required: true,
  schema: { type: 'string', format: 'uuid' },
  description: 'The ID of the resource.',
};

export const invalidBody = {
  400: ['validation_error'],
  408: ['validation_error'],
  413: ['validation_error'],
  422: ['missing_required_field', 'validation_error'],
} as const;
export const listErrors = { 422: ['validation_error'] } as const;
export const oneErrors = { 404: ['not_found'], 422: ['invalid_parameter'] } as const;
/** A change of one resource; `missing_required_field` where the body has such a field. */
export const changeErrors = ({ required }: JsonSchema): Operation['errors'] => ({
  ...invalidBody,
  404: ['not_found'],
  422: [
    'invalid_parameter',
    ...(Array.isArray(required) && required.length > 0 ? (['missing_required_field'] as const) : []),
    'validation_error',
  ],
});

type Given<Schema extends z.ZodType | undefined> = Partial<Operation<Schema>> &
  Pick<Operation<Schema>, 'path' | 'summary' | 'answer'>;

/** A method of the API for keys with full access, answered with 200; of a path with `{id}` the id is a parameter. */
const defaults = ({ path }: { readonly path: string }) => ({
  access: 'full' as const,
  ...(path.includes('{id}') ? { parameters: [id] } : {}),
  status: 200 as const,
});

export const get = <Schema extends z.ZodType | undefined>(given: Given<Schema>): Operation<Schema> => ({
  method: 'get',
  ...defaults(given),
  errors: oneErrors,
  ...given,
});
/** What is made is answered with 201, a change with 200. */
export const post = <Schema extends z.ZodType>(given: Given<Schema>): Operation<Schema> => ({
  method: 'post',
  ...defaults(given),
  errors: invalidBody,
  ...given,
});
/** A read that asks for no key. */
export const open = <Schema extends z.ZodType | undefined>(given: Given<Schema>): Operation<Schema> => ({
  method: 'get',
  access: 'open',
  status: 200,
  errors: {},
  ...given,
});
