import 'reflect-metadata';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { command, query } from '../../../src/application/access/use-case.js';
import type { RequestContext, Unavailable } from '../../../src/application/shared/context.js';
import type { Page } from '../../../src/application/shared/page.js';
import { ApiError, invalid } from '../../../src/infrastructure/http/edge/errors/api-error.js';
import { type AnyRefusal, refusalsOf } from '../../../src/infrastructure/http/edge/errors/refusals.js';
import { Field, required } from '../../../src/infrastructure/http/edge/field.js';
import type { HttpOptions } from '../../../src/infrastructure/http/edge/http-options.js';
import { inList } from '../../../src/infrastructure/http/edge/page.js';
import { text } from '../../../src/infrastructure/http/edge/rules.js';
import { httpPart, operationsOfParts } from '../../../src/infrastructure/http/http-part.js';
import {
  filters,
  isSearch,
  oneOfFilter,
  searchFilter,
  uuidFilter,
} from '../../../src/infrastructure/http/openapi/filters.js';
import { page } from '../../../src/infrastructure/http/openapi/operation.js';
import { get, type Host, missingOf, patch, post } from '../../../src/infrastructure/http/openapi/served.js';
import { changed, id, listOf, oneChanged } from '../../../src/infrastructure/http/openapi/shared-schemas.js';

interface Write {
  readonly context: RequestContext;
  readonly noteId: string | undefined;
  readonly text: string;
}
type Written =
  | { readonly id: string }
  | { readonly refused: 'too-many'; readonly limit: number }
  | { readonly refused: 'not-found' }
  | Unavailable;
interface List {
  readonly teamId: string;
  readonly filter: { readonly search?: string };
}

const unused = () => Promise.reject(new Error('the bus of this test answers'));
const Write = command({
  name: 'Write',
  need: 'admin',
  proof: 'none',
  run: (_: object, _input: Write): Promise<Written> => unused(),
});
const List = query({
  name: 'List',
  need: 'read-only',
  run: (_: object, _input: List): Promise<Page<Document>> => unused(),
});
const Read = query({
  name: 'Read',
  need: 'read-only',
  run: (_: object, _input: { readonly noteId: string }): Promise<Document | undefined | { readonly refused: 'busy' }> =>
    unused(),
});
interface Document {
  readonly id: string;
}

class Body {
  @Field(text(5), required) text!: string;
}
const object = 'note' as const;
const noteId = '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3c55';
const write = post({
  path: '/notes',
  summary: 'Write',
  body: Body,
  status: 201,
  answer: oneChanged(object),
  runs: Write,
  input: ({ context, body }) => ({ context, noteId: undefined, text: body.text }),
  present: changed(object),
});
const rewrite = patch({
  path: '/notes/{id}',
  summary: 'Write again',
  body: Body,
  answer: oneChanged(object),
  runs: Write,
  input: ({ context, path, body }) => ({ context, noteId: path.id, text: body.text }),
  present: changed(object),
});
const filter = filters({
  domainId: uuidFilter('domain_id', 'Of this domain.'),
  kind: oneOfFilter('kind', ['a', 'b'], 'Of this kind.'),
  search: searchFilter('Words.'),
});
const list = get({
  path: '/notes',
  summary: 'List',
  parameters: [...filter.parameters, ...page],
  answer: listOf(z.strictObject({ id })),
  runs: List,
  input: ({ teamId, query: given }) => ({ teamId, filter: filter.read(given) }),
  isLongRead: isSearch,
  present: inList(({ id: noteId }) => ({ id: noteId })),
});
const read = get({
  path: '/notes/{id}',
  summary: 'Read',
  answer: z.strictObject({ id }),
  runs: Read,
  input: ({ path }) => ({ noteId: path.id }),
  present: (found) => found,
});
const part = httpPart({
  tag: { name: 'Notes', description: 'Notes.' },
  noun: 'Note',
  operations: [write, list, read, rewrite],
  refusals: { 'too-many': ({ limit }) => invalid(`At most ${limit}.`) },
});

const context = { teamId: 'team-1', actor: { kind: 'api-key', id: 'key-1' }, correlationId: 'request-1' } as const;

/** A request, and what the bus was given for it. */
function asked(given: { params?: object; body?: unknown; query?: object }, result: unknown) {
  const executed: unknown[] = [];
  let inLine = 0;
  const options = {
    readPlaces: {
      run: (_owner: string, _of: string, work: () => Promise<unknown>) => {
        inLine += 1;
        return work();
      },
    },
  };
  const request = { params: {}, query: {}, caller: { context, owner: 'owner-1' }, ...given };
  const host = {
    missing: missingOf('Note'),
    options: options as unknown as HttpOptions,
    errorOf: refusalsOf<AnyRefusal>({
      'too-many': (refusal: AnyRefusal & { limit?: number }) => invalid(`At most ${refusal.limit}.`),
    }),
    execute: (message: object) => {
      executed.push({ ...message });
      return Promise.resolve(result);
    },
  } as Host;
  const by = [request as unknown as FastifyRequest, {} as FastifyReply, host] as const;
  return { by, executed, inLine: () => inLine };
}

async function errorOf(answer: Promise<unknown>) {
  const error = await answer.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error('this was to be refused');
  return [error.statusCode, error.errorName, error.message];
}

describe('an operation that names its use case', () => {
  it('reads what it is asked, runs the use case and presents what it answers', async () => {
    const { by, executed } = asked({ params: { id: noteId.toUpperCase() }, body: { text: 'a' } }, { id: noteId });
    expect(await rewrite.serve(...by)).toEqual({ object, id: noteId });
    expect(executed).toEqual([{ input: { context, noteId, text: 'a' } }]);
  });

  it('names what is wrong with the path first, then what is wrong with the body, and runs nothing', async () => {
    const wrong = asked({ params: { id: '1' }, body: { text: 1 } }, undefined);
    expect(await errorOf(rewrite.serve(...wrong.by))).toEqual([
      422,
      'invalid_parameter',
      'The `id` in the path must be a valid UUID.',
    ]);
    const body = asked({ params: { id: noteId }, body: { text: 'longer' } }, undefined);
    expect(await errorOf(rewrite.serve(...body.by))).toEqual([
      422,
      'validation_error',
      'Invalid `text` field. It must be a string of 1 to 5 characters.',
    ]);
    expect([...wrong.executed, ...body.executed]).toEqual([]);
  });

  it.each([
    [undefined, [404, 'not_found', 'Note not found']],
    [{ refused: 'not-found' }, [404, 'not_found', 'Note not found']],
    [{ refused: 'too-many', limit: 3 }, [422, 'validation_error', 'At most 3.']],
    [
      { refused: 'unknown-cursor' },
      [422, 'validation_error', 'The `after` or `before` parameter names no item of this list.'],
    ],
    [
      { refused: 'busy' },
      [503, 'application_error', 'The service holds too much in memory right now. Try again later.'],
    ],
    [
      { refused: 'unavailable', retryAfterSeconds: 5 },
      [503, 'application_error', 'The service cannot take the request right now. Try again later.'],
    ],
  ])('answers %j', async (result, error) => {
    expect(await errorOf(write.serve(...asked({ body: { text: 'a' } }, result).by))).toEqual(error);
  });

  it('reads filters under the names of the use case, and lets a search wait in line', async () => {
    const documents = { documents: [{ id: noteId, more: 1 }], hasMore: false };
    const search = asked(
      { query: { search: 'plan', kind: 'a', domain_id: noteId.toUpperCase(), other: '1' } },
      documents,
    );
    expect(await list.serve(...search.by)).toEqual({ object: 'list', has_more: false, data: [{ id: noteId }] });
    const given = { domainId: noteId, kind: 'a', search: 'plan' };
    expect(search.executed).toEqual([{ input: { teamId: 'team-1', filter: given } }]);
    const all = asked({}, documents);
    await list.serve(...all.by);
    expect([search.inLine(), all.inLine()]).toEqual([1, 0]);
    for (const [query, message] of [
      [{ kind: 'c' }, 'The `kind` parameter must be one of a, b.'],
      [{ domain_id: 'x' }, 'The `domain_id` parameter must be a valid UUID.'],
      [{ search: ['a', 'b'] }, 'The `search` parameter must be given once, with at most 256 characters.'],
    ] as const) {
      expect(await errorOf(list.serve(...asked({ query }, documents).by))).toEqual([422, 'validation_error', message]);
    }
  });

  it('has the right of its use case, and the errors that follow from path and body', () => {
    expect([write.need, list.need, write.access]).toEqual(['admin', 'read-only', 'full']);
    expect(write.errors[404]).toBeUndefined();
    expect(rewrite.errors[404]).toEqual(['not_found']);
    expect(rewrite.errors[422]).toEqual(['invalid_parameter', 'missing_required_field', 'validation_error']);
    expect(list.errors).toEqual({ 422: ['validation_error'] });
    expect(read.errors).toEqual({ 404: ['not_found'], 422: ['invalid_parameter'] });
  });

  it('does not compile where types do not fit', () => {
    const given = { path: '/notes/{id}', summary: '', answer: oneChanged(object), runs: Write } as const;
    const input = { context, noteId, text: 'a' };
    // @ts-expect-error an answer that the schema does not know
    post({ ...given, input: () => input, present: ({ id: written }) => ({ object, number: written }) });
    // @ts-expect-error an input that the use case does not take
    post({ ...given, input: () => ({ context, noteId, text: 1 }), present: changed(object) });
    // @ts-expect-error a result that the use case does not have
    post({ ...given, input: () => input, present: ({ token }) => ({ object, id: token }) });
    // @ts-expect-error a parameter that the path does not have
    post({ ...given, input: ({ path }) => ({ ...input, noteId: path.note }), present: changed(object) });
    // @ts-expect-error a refusal without an answer
    httpPart({ noun: 'Note', operations: [write] });
    // @ts-expect-error an answer to what is not refused
    httpPart({ noun: 'Note', operations: [list], refusals: { 'too-many': () => invalid('') } });
  });
});

describe('a part that is made of operations', () => {
  it('runs each use case that they name, once', () => {
    expect(part.useCases).toEqual([Write, List, Read]);
  });

  it('has them in the document in their order, with the tag', () => {
    const all = operationsOfParts([part]);
    expect(all.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'post /notes',
      'get /notes',
      'get /notes/{id}',
      'patch /notes/{id}',
    ]);
    expect(all.every(({ tag }) => tag === part.tag)).toBe(true);
  });
});
