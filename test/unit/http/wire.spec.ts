import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorBody } from '../../support/answers.js';
import { smallEmail } from '../../support/http-documents.js';
import { fullKey, type HttpServer, startHttpServer } from '../../support/http-server.js';

const maxBodyBytes = 1_000_000;
let server: HttpServer;
beforeAll(async () => {
  server = await startHttpServer({ maxBodyBytes });
});
afterAll(() => server.close());

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
    ['POST', '/emails/a/b/c/'],
    ['GET', '//nowhere'],
    ['GET', '/automations'],
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
