import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { operations } from '../../../src/programs/server/edge.js';
import { absentId, emailDocument, emailId, smallEmail } from '../../support/http-documents.js';
import { fullKey, type HttpServer, sendingKey, startHttpServer } from '../../support/http-server.js';
import { waitFor } from '../../support/wait-for.js';

/** Each route that wants a key. */
const keyed = operations
  .filter(({ access }) => access === 'full' || access === 'sending')
  .map(({ method, path, access }) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, emailId), access] as const);

describe('who may ask', () => {
  let server: HttpServer;
  beforeAll(async () => {
    // So many wrong keys are held back elsewhere: here each route is asked with one.
    server = await startHttpServer({ authFailures: { note: () => 0 } });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.readiness = { ready: true, accepts: true, cannotStore: false, detail: 'serving' };
    server.problems = [];
    server.application.getEmail = () => undefined;
  });

  it.each(keyed)('%s %s wants a key', async (method, path) => {
    const none = await server.call(method, path, { key: null });
    expect(none).toMatchObject({ status: 401, body: { statusCode: 401, name: 'missing_api_key' } });
    expect(none.headers.get('www-authenticate')).toBe('Bearer');
    const unknown = await server.call(method, path, { key: 're_unknown' });
    expect(unknown).toMatchObject({ status: 401, body: { name: 'validation_error', message: 'API key is invalid' } });
  });

  it.each(['Basic cmU6eA==', fullKey, 'Bearer', 'Bearer ', 'Bearer a b'])(
    'not a bearer key: %s',
    async (authorization) => {
      const answer = await server.call('GET', '/emails', { key: null, headers: { authorization } });
      expect(answer).toMatchObject({ status: 401, body: { name: 'missing_api_key' } });
    },
  );

  it('does not care how the scheme is written', async () => {
    const answer = await server.call('GET', '/emails', { key: null, headers: { authorization: `bearer ${fullKey}` } });
    expect(answer.status).toBe(200);
  });

  it('lets a sending key send, and nothing else', async () => {
    for (const [method, path] of keyed.filter(([, , access]) => access !== 'sending')) {
      const answer = await server.call(method, path, { key: sendingKey });
      expect(answer.body).toEqual({
        statusCode: 401,
        name: 'restricted_api_key',
        message: 'This API key is restricted to only send emails',
      });
    }
    expect(await server.call('POST', '/emails', { key: sendingKey, body: smallEmail })).toMatchObject({ status: 200 });
    expect(await server.call('POST', '/emails/batch', { key: sendingKey, body: [smallEmail] })).toMatchObject({
      status: 200,
    });
  });

  it('looks at the key before the body', async () => {
    const answer = await server.call('POST', '/emails', { key: null, body: '{' });
    expect(answer.status).toBe(401);
  });

  it("asks only for what is the team's own: another team's id is not found", async () => {
    server.application.getEmail = ({ teamId, emailId: id }) =>
      teamId === emailDocument.teamId && id === emailId ? { email: emailDocument, body: {} } : undefined;
    expect((await server.call('GET', `/emails/${emailId}`)).status).toBe(200);
    expect(await server.call('GET', `/emails/${absentId}`)).toMatchObject({
      status: 404,
      body: { statusCode: 404, name: 'not_found', message: 'Email not found' },
    });
  });

  it('before it is ready, answers 503 to everybody and everything but its own health', async () => {
    server.readiness = { ready: false, accepts: true, cannotStore: false, detail: 'catching up' };
    for (const [method, path] of [...keyed, ['GET', '/nowhere'], ['PUT', '/emails']] as const) {
      const answer = await server.call(method, path, { key: 're_unknown' });
      expect(answer).toMatchObject({
        status: 503,
        body: { statusCode: 503, name: 'application_error', message: 'catching up' },
      });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await server.call('GET', '/health/ready', { key: null })).toMatchObject({
      status: 503,
      body: { name: 'application_error' },
    });
    expect(await server.call('GET', '/health/live', { key: null })).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    });
    expect((await server.call('GET', '/metrics', { key: null })).status).toBe(200);
    server.readiness = { ready: true, accepts: true, cannotStore: false, detail: 'serving' };
    expect(await server.call('GET', '/health/ready', { key: null })).toMatchObject({
      status: 200,
      body: { status: 'ready' },
    });
    expect((await server.call('GET', '/emails')).status).toBe(200);
  });

  it('lets no cache keep what is read with a key, nor that it was refused', async () => {
    const answers = [await server.call('GET', '/emails'), await server.call('GET', '/emails', { key: 're_wrong' })];
    expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(['no-store', 'no-store']);
  });

  it('stores nothing new on a full disk, says why, and reads and deletes all the same', async () => {
    server.readiness = {
      ready: true,
      accepts: false,
      cannotStore: true,
      detail: 'The disk of /data (DATA_DIR) is full',
    };
    const refused = {
      status: 503,
      body: { name: 'application_error', message: expect.stringContaining('its disk is full or away') },
    };
    for (const [method, path] of [
      ['POST', '/emails'],
      ['POST', '/emails/batch'],
      ['PATCH', '/domains/d1'],
      ['POST', '/domains'],
    ] as const) {
      expect(await server.call(method, path, { body: {} })).toMatchObject(refused);
    }
    expect((await server.call('GET', '/emails')).status).toBe(200);
    expect((await server.call('DELETE', '/emails/e1')).status).not.toBe(503);
    expect(await server.call('GET', '/health/ready', { key: null })).toMatchObject({
      status: 503,
      body: { message: 'The disk of /data (DATA_DIR) is full' },
    });
    server.readiness = { ready: true, accepts: true, cannotStore: false, detail: 'serving' };
  });

  it('logs the questions of probes at debug, unless something is wrong', async () => {
    server.log.length = 0;
    for (const path of ['/health', '/health/live', '/health/ready', '/metrics'])
      await server.call('GET', path, { key: null });
    server.readiness = { ready: true, accepts: false, cannotStore: false, detail: 'No email is accepted' };
    await server.call('GET', '/health/ready', { key: null });
    server.readiness = { ready: true, accepts: true, cannotStore: false, detail: 'serving' };
    await server.call('GET', '/emails');
    const lines = server.log.filter(({ message }) => message === 'request');
    expect(lines.map(({ level }) => level)).toEqual(['debug', 'debug', 'debug', 'debug', 'info', 'info']);
  });

  it('serves all the same where something is wrong, and says so where it is asked for that', async () => {
    expect(await server.call('GET', '/health', { key: null })).toMatchObject({ status: 200, body: { status: 'ok' } });
    server.problems = ['The projection emails cannot go on.', 'Nothing listens.'];
    const red = await waitFor(
      () => server.call('GET', '/health', { key: null }),
      ({ status }) => status !== 200,
    );
    expect(red).toMatchObject({
      status: 503,
      body: { name: 'application_error', message: 'The projection emails cannot go on. Nothing listens.' },
    });
    expect((await server.call('GET', '/health/ready', { key: null })).status).toBe(200);
  });
});

describe('what is logged and counted', () => {
  let server: HttpServer;
  beforeEach(async () => {
    server = await startHttpServer();
  });
  afterEach(() => server.close());

  it('one line for a request: ids and the route, nothing of what was in it', async () => {
    const secret = 'secret@example.com';
    const answer = await server.call('POST', `/emails?to=${secret}`, {
      body: { ...smallEmail, to: secret, subject: secret },
    });
    await server.call('GET', `/emails/${emailId}`);
    expect(server.log.map(({ fields }) => fields)).toEqual([
      {
        requestId: answer.headers.get('x-request-id'),
        method: 'POST',
        route: '/emails',
        status: 200,
        ms: expect.any(Number),
        apiKeyId: '0198c0de-0000-7000-8000-00000000000a',
      },
      expect.objectContaining({ method: 'GET', route: '/emails/:id', status: 404 }),
    ]);
    const lines = JSON.stringify(server.log);
    expect(lines).not.toContain('secret');
    expect(lines).not.toContain(fullKey);
  });

  it("an unexpected error once, with the request's id, and nothing of it to the caller", async () => {
    server.application.acceptEmail = () => {
      throw new Error('disk /var/lib is full');
    };
    const answer = await server.call('POST', '/emails', { body: smallEmail });
    expect(answer).toMatchObject({ status: 500, body: { statusCode: 500, name: 'application_error' } });
    expect(JSON.stringify(answer.body)).not.toContain('disk');
    const errors = server.log.filter(({ level }) => level === 'error');
    expect(errors).toEqual([
      expect.objectContaining({ fields: expect.objectContaining({ requestId: answer.headers.get('x-request-id') }) }),
    ]);
  });

  it('answers are counted by route', async () => {
    await server.call('GET', '/emails');
    await server.call('GET', '/emails/x');
    const metrics = await server.call('GET', '/metrics', { key: null });
    expect(metrics.headers.get('content-type')).toContain('text/plain');
    expect(metrics.body).toContain(
      'posthorn_http_request_duration_seconds_count{method="GET",route="/emails",status="200"} 1',
    );
    expect(metrics.body).toContain(
      'posthorn_http_request_duration_seconds_count{method="GET",route="/emails/:id",status="422"} 1',
    );
  });
});
