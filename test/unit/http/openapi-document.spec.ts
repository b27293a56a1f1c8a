import { describe, expect, it } from '@jest/globals';
import { messageTypes } from '../../../src/application/webhook/messages.js';
import { type DocumentedOperation, publishedDocument, violationOf } from '../../support/documented-answers.js';
import { builtDocument } from '../../support/built-document.js';

const document = await builtDocument();
const all: readonly (readonly [string, string, DocumentedOperation])[] = Object.entries(
  publishedDocument.paths,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, path, operation] as const),
);

/** What `look` finds wrong, with the operation where it does. */
function failures(look: (...one: (typeof all)[number]) => void): readonly string[] {
  expect(all.length).toBeGreaterThan(100);
  return all.flatMap((one) => {
    try {
      look(...one);
      return [];
    } catch (error) {
      return [`${one[0]}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
}

/** Every object in the document, with where it stands. */
function* objects(value: unknown, at = '#'): Generator<readonly [string, Readonly<Record<string, unknown>>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [at, value as Readonly<Record<string, unknown>>];
  for (const [key, inner] of Object.entries(value)) yield* objects(inner, `${at}/${key}`);
}

const schemaOf = (operation: DocumentedOperation, status: string): object | undefined =>
  operation.responses[status]?.content['application/json']?.schema;

/** Lists that go one way by the contract, that hold a few items by a limit, or that are read as a stream. */
const unpaged = [
  'GET /emails/{id}/shares',
  'GET /webhooks/{id}/events',
  'GET /webhooks/{id}/events/{event_id}/attempts',
  'GET /webhooks/{id}/replays',
  'GET /webhook-requests',
  'GET /events/feed',
];

describe('the OpenAPI document', () => {
  it('pages each list that programs read', () => {
    const lists = all.filter(([name, path, { responses }]) => {
      const schema = responses['200']?.content['application/json']?.schema as { readonly properties?: object };
      const isList = Object.hasOwn(schema?.properties ?? {}, 'has_more');
      return isList && !path.startsWith('/dashboard-api') && !unpaged.includes(name);
    });
    expect(lists.length).toBeGreaterThan(15);
    const cursors = ['limit', 'after', 'before'];
    const without = lists.filter(([, , { parameters = [] }]) => {
      const names = parameters.map(({ name }) => name);
      return !cursors.every((name) => names.includes(name));
    });
    expect(without.map(([name]) => name)).toEqual([]);
  });

  it('has nothing that its references do not find', () => {
    const references = [...objects(document)].flatMap(([at, { $ref }]) =>
      typeof $ref === 'string' ? [[at, $ref]] : [],
    );
    expect(references.length).toBeGreaterThan(50);
    for (const [at, reference = ''] of references) {
      const found = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], document);
      expect([at, reference, typeof found]).toEqual([at, reference, 'object']);
    }
  });

  it('says once what several operations refuse alike', () => {
    const { responses } = document['components'] as { readonly responses: Readonly<Record<string, object>> };
    const texts = Object.values(responses).map((response) => JSON.stringify(response));
    expect(new Set(texts).size).toBe(texts.length);
    const refusals = Object.values(document['paths'] as Readonly<Record<string, object>>)
      .flatMap((methods) => Object.values(methods) as { readonly responses: Readonly<Record<string, object>> }[])
      .flatMap((operation) => Object.entries(operation.responses))
      .filter(([status]) => Number(status) >= 400)
      .map(([, response]) => JSON.stringify(response));
    const inFull = refusals.filter((text) => !text.startsWith('{"$ref"'));
    expect(new Set(inFull).size).toBe(inFull.length);
    expect(inFull.filter((text) => texts.includes(text))).toEqual([]);
  });

  it('has the body of every message that endpoints are sent', () => {
    const webhooks = document['webhooks'] as Readonly<Record<string, { post: object }>>;
    expect(Object.keys(webhooks).toSorted()).toEqual([...messageTypes].toSorted());
    for (const [type, { post }] of Object.entries(webhooks)) {
      const schema = { required: ['type', 'created_at', 'data'], properties: { type: { const: type } } };
      expect(post).toMatchObject({ requestBody: { content: { 'application/json': { schema } } } });
    }
  });

  it('names each operation once, and groups it', () => {
    const ids = all.map(([, , { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = new Set((document['tags'] as readonly { name: string }[]).map(({ name }) => name));
    for (const operation of Object.values(document['paths'] as object).flatMap(Object.values)) {
      expect(operation.tags.every((tag: string) => tags.has(tag))).toBe(true);
    }
  });

  it('says what stands in the path of each operation, and describes every parameter', () => {
    const wrong = failures((_name, path, { parameters = [] }) => {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath);
      for (const parameter of parameters) {
        expect(parameter).toMatchObject({
          in: expect.stringMatching(/^(path|query|header)$/),
          description: expect.stringMatching(/./),
          ...(parameter.in === 'path' ? { required: true } : {}),
        });
      }
    });
    expect(wrong).toEqual([]);
  });

  it('has sound schemas in each operation, and examples that follow them', () => {
    const wrong = failures((_name, _path, operation) => {
      for (const { schema } of operation.parameters ?? []) expect(() => violationOf(schema, 'x')).not.toThrow();
      const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
        Object.values(part?.content ?? {}),
      );
      for (const { schema, examples = {} } of contents) {
        expect(() => violationOf(schema, null)).not.toThrow();
        for (const [name, { value }] of Object.entries(examples)) {
          expect([name, violationOf(schema, value)]).toEqual([name, undefined]);
        }
      }
    });
    expect(wrong).toEqual([]);
  });

  it('shows an example of the answer of each operation, and of each error', () => {
    const wrong = failures((_name, _path, { responses }) => {
      for (const { content } of Object.values(responses)) {
        const json = content['application/json'];
        if (json !== undefined && JSON.stringify(json.schema) !== '{"type":"object"}') {
          expect(Object.keys(json.examples ?? {}).length).toBeGreaterThan(0);
        }
      }
    });
    expect(wrong).toEqual([]);
  });

  it('describes every field of a request', () => {
    for (const [name, , { requestBody }] of all) {
      for (const [at, value] of objects(requestBody?.content['application/json']?.schema, name)) {
        if (!/(^|\/)properties\/\w+$/.test(at) || /\/(anyOf|tags)\//.test(at)) continue;
        expect([at, typeof value['description']]).toEqual([at, 'string']);
      }
    }
  });

  it('knows an answer that is not as it says', () => {
    const operation = publishedDocument.paths['/emails']?.['post'];
    if (operation === undefined) throw new Error('no POST /emails');
    const schema = schemaOf(operation, '200') ?? {};
    expect(violationOf(schema, { id: 'no-uuid' })).toContain('id');
    expect(violationOf(schema, { id: '019a3f5e-7c1a-7d30-9c4b-2f6f0a5c8e11', more: 1 })).toContain('additional');
    expect(
      violationOf(schemaOf(operation, '422') ?? {}, { statusCode: 422, message: '', name: 'not_found' }),
    ).toContain('name');
  });
});
