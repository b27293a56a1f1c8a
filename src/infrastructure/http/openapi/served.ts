import type { Command, Query } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { UseCase } from '../../../application/access/use-case.js';
import type { PersonContext } from '../../../application/people/people-services.js';
import type { RequestContext } from '../../../application/shared/context.js';
import type { PageRequest } from '../../../application/shared/page.js';
import { type Caller, callerOf, personOf } from '../edge/access.js';
import { type ApiError, notFound } from '../edge/errors/api-error.js';
import type { AnyRefusal, RefusalError, Refused } from '../edge/errors/refusals.js';
import { bodySchema, type JsonSchema, readBody, readOrError } from '../edge/field.js';
import { tooMuchHeld } from '../edge/held-bytes.js';
import type { HtmlContent } from '../edge/html-content.js';
import type { HttpOptions } from '../edge/http-options.js';
import { asLongRead } from '../edge/long-reads.js';
import { defaultLimit, readPage, unknownCursor } from '../edge/page.js';
import { pathId } from '../edge/uuid.js';
import { type Answer, changeErrors, id, invalidBody, listErrors, oneErrors, type Operation } from './operation.js';
import { membersOf } from '../../../domain/shared/members.js';

type Message<Result> = Command<Result> | Query<Result>;

/**
 * What an operation is asked, and by whom. The `{id}` in the path and the body are checked before anything else is
 * read.
 */
export interface Asked<Path extends string = string, Body = object> {
  /** What the caller's events are stamped with. There is none on a route that anyone may ask. */
  readonly context: RequestContext;
  /** The caller's team. */
  readonly teamId: string;
  readonly caller: Caller;
  /** Who asks, on a route for people. */
  readonly person: PersonContext;
  readonly path: Readonly<Record<NamesIn<Path>, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** `limit` (20 where none is given), `after` and `before`. */
  readonly page: PageRequest;
  readonly body: Body;
  readonly options: HttpOptions;
  /** Every operation of the server. */
  readonly documented: readonly Operation[];
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** What reads and shows html of the caller's team. */
  readonly content: HtmlContent;
  /** For an answer that takes more than one use case. The part names those that no operation runs. */
  readonly execute: <Result>(message: Message<Result>) => Promise<Result>;
}

/** `/webhooks/{id}/replays/{replay_id}` has `id` and `replay_id`. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** What is left of a result once everything that is refused is answered. */
type Found<Result> = Exclude<Result, undefined | { readonly refused: string }>;

/** How an operation is answered: what it runs, and the way there and back. */
interface Serving<Path extends string, Body, Ports, Input, Result, Schema> {
  readonly body?: new () => Body;
  /** The schema of a body that `input` reads itself, from the request. */
  readonly bodyRead?: JsonSchema;
  readonly runs: UseCase<Ports, Input, Result, Message<Result>>;
  readonly input: (asked: Asked<Path, Body>) => NoInfer<Input> | Promise<NoInfer<Input>>;
  readonly present: (
    found: NoInfer<Found<Result>>,
    asked: Asked<Path, Body>,
    input: NoInfer<Input>,
  ) => Answer<NoInfer<Schema>> | Promise<Answer<NoInfer<Schema>>>;
  /** What a 404 calls it, where that is not the part's noun. */
  readonly noun?: string;
  /** Whether it walks over more than a page, and so waits in line with the others of its owner. */
  readonly isLongRead?: (input: NoInfer<Input>) => boolean;
}

type Given<Path extends string, Body, Ports, Input, Result, Schema extends z.ZodType> = Omit<
  Partial<Operation<Schema>>,
  'method' | 'path' | 'body' | 'answer'
> &
  Pick<Operation<Schema>, 'summary' | 'answer'> & { readonly path: Path } & Serving<
    Path,
    Body,
    Ports,
    Input,
    Result,
    Schema
  >;

/** What a part gives to its operations. */
export interface Host {
  /** The answer to what is not there. */
  readonly missing: () => ApiError;
  readonly options: HttpOptions;
  readonly documented: readonly Operation[];
  readonly errorOf: RefusalError<AnyRefusal>;
  readonly execute: Asked['execute'];
  readonly contentOf: (teamId: string) => HtmlContent;
}

/** An operation that needs no controller of its own. */
interface Served<Schema extends z.ZodType, Ports, Result> extends Operation<Schema> {
  readonly runs: UseCase<Ports, never, Result>;
  readonly serve: (request: FastifyRequest, reply: FastifyReply, host: Host) => Promise<Answer<Schema>>;
}
export type AnyServed = Served<z.ZodType, never, unknown>;

/** What the use case of an operation refuses. */
export type RefusedBy<Operation> = Operation extends { readonly runs: UseCase<never, never, infer Result> }
  ? Refused<Result>
  : never;

/** An operation without a body has nothing in it. */
type NoBody = Readonly<Record<string, never>>;
type Maker = <const Path extends string, Schema extends z.ZodType, Ports, Input, Result, Body extends object = NoBody>(
  given: Given<Path, Body, Ports, Input, Result, Schema>,
) => Served<Schema, Ports, Result>;

export const get: Maker = (given) => served('get', given);
/** What is made is answered with 201, and says so; a change with 200. */
export const post: Maker = (given) => served('post', given);
export const patch: Maker = (given) => served('patch', given);
export const remove: Maker = (given) => served('delete', given);

/**
 * For keys with full access where nothing else is said. Who else may ask follows from the use case, the usual errors
 * from path and body.
 */
function served<Path extends string, Body extends object, Ports, Input, Result, Schema extends z.ZodType>(
  method: Operation['method'],
  all: Given<Path, Body, Ports, Input, Result, Schema>,
): Served<Schema, Ports, Result> {
  const { body: bodyType, bodyRead, runs, input, present, noun, isLongRead, ...given } = all;
  const { path, parameters = path.includes('{id}') ? [id] : [] } = given;
  const body = bodyType === undefined ? bodyRead : bodySchema(bodyType);
  return {
    access: 'full',
    need: runs.need,
    status: 200,
    errors: usualErrors(path, parameters, body),
    ...given,
    method,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { body }),
    runs,
    serve: async (request, reply, host) => {
      const asked = new Reading<Body>(request, reply, host, pathOf(request, parameters.includes(id)), bodyType);
      const read = await input(asked);
      const ask = (): Promise<Result> => host.execute(runs(read));
      const result = await (isLongRead?.(read) === true ? asLongRead(host.options, request, ask) : ask());
      const missing = noun === undefined ? host.missing : missingOf(noun);
      if (result === undefined) throw missing();
      if (isRefused(result)) throw refusedBy(result, missing, host);
      // Neither undefined nor refused.
      return present(result as Found<Result>, asked, read);
    },
  };
}

function usualErrors(
  path: string,
  parameters: readonly JsonSchema[],
  body: JsonSchema | undefined,
): Operation['errors'] {
  const isOfOne = path.includes('{');
  if (body !== undefined) return isOfOne ? changeErrors(body) : invalidBody;
  if (isOfOne) return oneErrors;
  return parameters.length > 0 ? listErrors : {};
}

function pathOf({ params }: FastifyRequest, checksId: boolean): Readonly<Record<string, string>> {
  // The router puts nothing else there.
  const given = params as Readonly<Record<string, string>>;
  return checksId ? { ...given, id: pathId(given['id'] ?? '') } : given;
}

/** Reads of the request what an input asks for, but for the body: what is wrong with that is said first. */
class Reading<Body extends object> implements Asked<string, Body> {
  readonly body: Body;

  constructor(
    readonly request: FastifyRequest,
    readonly reply: FastifyReply,
    private readonly host: Host,
    readonly path: Readonly<Record<string, string>>,
    type: (new () => Body) | undefined,
  ) {
    // Without a class the body is `NoBody`.
    this.body = type === undefined ? ({} as Body) : readOrError(readBody(type, request.body, 'The request body'));
  }

  get caller() {
    return callerOf(this.request);
  }
  get context() {
    return this.caller.context;
  }
  get teamId() {
    return this.context.teamId;
  }
  get person() {
    return personOf(this.request);
  }
  get query() {
    // Fastify's parser puts nothing else there.
    return membersOf(this.request.query);
  }
  get page() {
    return { limit: defaultLimit, ...readPage(this.query) };
  }
  get options() {
    return this.host.options;
  }
  get documented() {
    return this.host.documented;
  }
  get execute() {
    return this.host.execute;
  }
  get content() {
    return this.host.contentOf(this.teamId);
  }
}

function isRefused(result: unknown): result is AnyRefusal {
  return typeof result === 'object' && result !== null && 'refused' in result && typeof result.refused === 'string';
}

export const missingOf = (noun: string) => (): ApiError => notFound(`${noun} not found`);

function refusedBy(
  refusal: AnyRefusal & { readonly index?: unknown },
  missing: Host['missing'],
  { errorOf }: Host,
): ApiError {
  switch (refusal.refused) {
    case 'not-found':
      return missing();
    case 'unknown-cursor':
      return unknownCursor();
    case 'busy':
      return tooMuchHeld();
    default:
      return errorOf(refusal, typeof refusal.index === 'number' ? refusal.index : undefined);
  }
}
