import { fullKey, type HttpServer, sendingKey, startHttpServer } from '../../support/http-server.js';
import { emailId } from '../../support/http-documents.js';
import { waitFor } from '../../support/wait-for.js';

describe('what the request log is told', () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await startHttpServer();
  });
  afterAll(() => server.close());
  beforeEach(() => void server.requests.splice(0));

  /** What is told of a request comes after its answer; one more tells that nothing was. */
  async function told(...[method, path, options]: Parameters<HttpServer['call']>) {
    await server.call(method, path, options);
    await server.call('GET', '/domains');
    await waitFor(
      async () => server.requests.at(-1)?.request.endpoint,
      (endpoint) => endpoint === '/domains',
    );
    return server.requests.slice(0, -1);
  }

  it.each<[string, Parameters<HttpServer['call']>]>([
    ['without a key', ['GET', '/emails', { key: null }]],
    ['with an unknown key', ['GET', '/emails', { key: 're_unknown_key_of_nobody_at_all' }]],
    ['for health', ['GET', '/health/live']],
    ['of the page', ['GET', `/dashboard-api/emails/${emailId}/timeline`]],
    ['of the page for a list', ['GET', '/dashboard-api/emails']],
    ['for the log', ['GET', '/logs']],
    ['for an entry of the log', ['GET', `/logs/${emailId}`]],
    ['for no endpoint', ['GET', '/ann@example.com']],
  ])('nothing of a request %s', async (_what, call) => {
    expect(await told(...call)).toEqual([]);
  });

  it('nothing of a request for headers only', async () => {
    await fetch(`${server.url}/emails`, { method: 'HEAD', headers: { authorization: `Bearer ${fullKey}` } });
    expect(await told('GET', '/domains')).toHaveLength(1);
  });

  it('a send: the ids, and not a word of it', async () => {
    const body = { from: 'a@example.com', to: 'b@example.com', subject: 'Hello', text: 'Hi' };
    const headers = { 'user-agent': 'agent of ann@example.com', 'idempotency-key': 'order of ann' };
    expect(await told('POST', '/emails?to=ann@example.com', { body, headers })).toEqual([
      {
        request: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          at: expect.stringMatching(/^\d{4}-.*Z$/),
          apiKeyId: expect.any(String),
          method: 'POST',
          endpoint: '/emails',
          status: 200,
          durationMs: expect.any(Number),
          emailIds: [emailId],
        },
        detail: { userAgent: 'agent of [address]@example.com', requestBody: null, responseBody: null },
      },
    ]);
  });

  it('a key that may not: whose it was', async () => {
    expect(await told('GET', '/emails', { key: sendingKey })).toMatchObject([
      { request: { endpoint: '/emails', status: 401 }, detail: { responseBody: { name: 'restricted_api_key' } } },
    ]);
  });

  it.each([
    ['/emails/ann@example.com', '/emails/:id'],
    ['/emails/re_a_token_in_the_wrong_place', '/emails/:id'],
    [`/emails/${emailId.toUpperCase()}`, `/emails/${emailId}`],
  ])('of GET %s the endpoint %s', async (path, endpoint) => {
    expect(await told('GET', path)).toMatchObject([{ request: { endpoint } }]);
  });

  it('a body that could not be read as none', async () => {
    expect(await told('POST', '/api-keys', { body: '{"name": "ann@example.com' })).toMatchObject([
      { request: { status: 400 }, detail: { requestBody: null, responseBody: { statusCode: 400 } } },
    ]);
  });
});
