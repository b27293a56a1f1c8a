import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorNames } from '../../../src/infrastructure/http/edge/errors/error-names.js';
import { operations } from '../../../src/programs/server/edge.js';
import { openApiDocument } from '../../../src/infrastructure/http/openapi/document.js';
import { RouteTable } from '../../../src/infrastructure/http/edge/route-table.js';
import { type HttpServer, startHttpServer } from '../../support/http-server.js';

interface DocumentShape {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationShape>>>>;
  readonly components: {
    readonly schemas: { readonly Error: { readonly properties: { readonly name: { readonly enum: string[] } } } };
  };
}
interface OperationShape {
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, object>>;
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: BodyShape } } };
}
interface BodyShape {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, object>>;
}

describe('/openapi.json', () => {
  let server: HttpServer;
  let document: DocumentShape;
  beforeAll(async () => {
    server = await startHttpServer();
    document = (await server.call('GET', '/openapi.json', { key: null })).body as DocumentShape;
  });
  afterAll(() => server.close());

  it('is OpenAPI 3.1 for the address that clients use', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: 'http://posthorn.test' }]);
    expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument(operations, 'http://posthorn.test'))));
  });

  it('lists every route that is served, and no other', () => {
    const served = server.app
      .get(RouteTable)
      .entries()
      // What browsers ask before they ask is no endpoint.
      .filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`);
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.sort()).toEqual(served.sort());
    expect(served.length).toBeGreaterThan(15);
  });

  it('asks for a key exactly where the server does', async () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { security, responses }] of Object.entries(operations)) {
        const concrete = path.replace('{id}', '0198c0de-0000-7000-8000-000000000002');
        const { status } = await server.call(method.toUpperCase(), concrete, { key: null });
        expect({ path, method, status: status === 401 }).toEqual({ path, method, status: security.length > 0 });
        if (security.length > 0)
          expect(Object.keys(responses)).toEqual(expect.arrayContaining(['401', '429', '500', '503']));
      }
    }
  });

  it('knows the error names that clients know', () => {
    expect(errorNames).toHaveLength(22);
    expect(document.components.schemas.Error.properties.name.enum).toEqual([...errorNames]);
  });

  it('takes the request fields from what checks them', () => {
    const schema = document.paths['/emails']?.post?.requestBody?.content['application/json'].schema;
    expect(schema?.required).toEqual(['to']);
    expect(Object.keys(schema?.properties ?? {})).toEqual(
      expect.arrayContaining(['from', 'to', 'cc', 'bcc', 'reply_to', 'subject', 'html', 'text', 'headers', 'tags']),
    );
  });
});
