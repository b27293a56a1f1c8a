import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorBody } from '../../support/answers.js';
import { contentSecurityPolicy } from '../../../src/infrastructure/http/edge/static-page.js';
import { smallEmail } from '../../support/http-documents.js';
import { fullKey, type HttpServer, startHttpServer } from '../../support/http-server.js';

const maxBodyBytes = 1_000_000;
let server: HttpServer;
let dashboardDir: string;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-http-'));
  dashboardDir = join(folder, 'dashboard');
  await mkdir(join(dashboardDir, 'assets'), { recursive: true });
  await writeFile(join(dashboardDir, 'index.html'), '<!doctype html><title>Posthorn</title>');
  await writeFile(join(dashboardDir, 'assets', 'main-1.js'), 'export {};');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  server = await startHttpServer({ dashboardDir, maxBodyBytes });
});
afterAll(async () => {
  await server.close();
  await rm(join(dashboardDir, '..'), { recursive: true });
});

/** Sends raw bytes and collects everything until the server closes or `until` was seen. */
function exchange(bytes: string | Buffer, until: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (until.test(received)) socket.end();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

describe('routes', () => {
  it.each([
    ['GET', '/nowhere'],
    ['GET', '/emails/a/b/c'],
    ['POST', '/emails/'],
    ['GET', '//nowhere'],
    ['GET', '/emails/receiving'],
    ['GET', '/templates'],
  ])('%s %s is not there', async (method, path) => {
    const answer = await server.call(method, path, method === 'GET' ? {} : { body: '{' });
    expect(errorBody.parse(answer.body)).toMatchObject({ statusCode: 404, name: 'not_found' });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['PUT', '/emails', 'GET, HEAD, POST'],
    ['DELETE', '/emails/0198c0de-0000-7000-8000-000000000002', 'GET, HEAD, PATCH'],
    ['GET', '/email', 'POST'],
    ['PUT', '/api-keys/0198c0de-0000-7000-8000-000000000002', 'DELETE, PATCH'],
    ['POST', '/health/live', 'GET, HEAD'],
    ['PUT', '/domains?limit=1', 'GET, HEAD, POST'],
  ])('%s %s is the wrong verb', async (method, path, allow) => {
    const answer = await server.call(method, path, method === 'GET' ? {} : { body: {} });
    expect(answer).toMatchObject({ status: 405, body: { statusCode: 405, name: 'method_not_allowed' } });
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it('a URL that is none', async () => {
    const answer = await server.call('GET', '/emails/%zz');
    expect(answer).toMatchObject({ status: 400, body: { statusCode: 400, name: 'validation_error' } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('every answer has its own request id', async () => {
    const ids = new Set<string | null>();
    for (const path of ['/emails', '/nowhere', '/health/live', '/']) {
      ids.add((await server.call('GET', path)).headers.get('x-request-id'));
    }
    expect(ids.size).toBe(4);
    expect([...ids].every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id ?? ''))).toBe(true);
  });
});

describe('requests on the wire', () => {
  it('bytes that are not HTTP get a JSON answer all the same', async () => {
    const received = await exchange('NOT HTTP\r\n\r\n', /\}$/);
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(received.slice(received.indexOf('\r\n\r\n')))).toMatchObject({
      statusCode: 400,
      name: 'validation_error',
    });
  });

  it('a bad body does not cost the connection', async () => {
    const head = `POST /emails HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${fullKey}\r\nContent-Type: application/json\r\n`;
    const good = JSON.stringify(smallEmail);
    const two = `${head}Content-Length: 1\r\n\r\n{${head}Content-Length: ${good.length}\r\n\r\n${good}`;
    const received = await exchange(two, /"id":"[^"]+"/);
    expect(received).toMatch(/^HTTP\/1\.1 400 [\s\S]*HTTP\/1\.1 200 /);
  });

  it.each(['with', 'without'])(
    'a body over the limit, %s a length said before, is answered with 413',
    async (length) => {
      const body = Buffer.alloc(20 * maxBodyBytes, 0x20);
      const stream = new ReadableStream({
        start(controller) {
          controller.enqueue(body);
          controller.close();
        },
      });
      const response = await fetch(`${server.url}/emails`, {
        method: 'POST',
        headers: { authorization: `Bearer ${fullKey}`, 'content-type': 'application/json' },
        body: length === 'with' ? body : stream,
        // Needed for a streamed body; not in the types of this version.
        ...({ duplex: 'half' } as object),
      });
      expect(response.status).toBe(413);
      expect(errorBody.parse(await response.json())).toMatchObject({ statusCode: 413, name: 'validation_error' });
    },
  );

  it('a client that writes everything before it reads gets the 413 too, and keeps its connection', async () => {
    const head = `POST /emails HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${fullKey}\r\n`;
    const large = Buffer.concat([
      Buffer.from(`${head}Content-Length: ${20 * maxBodyBytes}\r\n\r\n`),
      Buffer.alloc(20 * maxBodyBytes, 0x20),
      Buffer.from('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'),
    ]);
    const received = await exchange(large, /"status":"ok"/);
    expect(received).toMatch(/^HTTP\/1\.1 413 [\s\S]*HTTP\/1\.1 200 /);
  });

  it('a body of exactly the limit is read', async () => {
    const body = JSON.stringify({ ...smallEmail, text: '' });
    const text = 'x'.repeat(maxBodyBytes - body.length);
    expect((await server.call('POST', '/emails', { body: { ...smallEmail, text } })).status).toBe(200);
    expect((await server.call('POST', '/emails', { body: { ...smallEmail, text: `${text}x` } })).status).toBe(413);
  });
});

describe('the page', () => {
  it('is served without a key, under a policy that lets nothing else in', async () => {
    const page = await server.call('GET', '/', { key: null });
    expect(page.status).toBe(200);
    expect(page.body).toContain('<title>Posthorn</title>');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('cache-control') ?? '').not.toContain('immutable');
  });

  it('its files may be kept for ever', async () => {
    const script = await server.call('GET', '/assets/main-1.js', { key: null });
    expect(script).toMatchObject({ status: 200, body: 'export {};' });
    expect(script.headers.get('cache-control')).toContain('immutable');
  });

  it.each([
    '/assets/other.js',
    '/assets/',
    '/assets/../index.html',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
  ])('%s is not one of them', async (path) => {
    const received = await exchange(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, /\}$/);
    expect(received).toMatch(/^HTTP\/1\.1 40[034] /);
    expect(received).not.toContain('secret');
    expect(received).not.toContain('<title>');
    expect(errorBody.parse(JSON.parse(received.slice(received.indexOf('\r\n\r\n')))).name).toBeDefined();
  });

  it('without a dashboard there is no page', async () => {
    const bare = await startHttpServer();
    expect(await bare.call('GET', '/', { key: null })).toMatchObject({ status: 404, body: { name: 'not_found' } });
    await bare.close();
  });
});
