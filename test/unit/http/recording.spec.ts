import { jest } from '@jest/globals';
import { fullKey, type HttpServer, sendingKey, startHttpServer } from '../../support/http-server.js';
import { emailId } from '../../support/http-documents.js';
import { CountedReads } from '../../../src/infrastructure/http/edge/request-log/counted-reads.js';
import { recordingHook } from '../../../src/infrastructure/http/edge/request-log/record-requests.js';
import { waitFor } from '../../support/wait-for.js';

describe('what is written to the request log', () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await startHttpServer();
  });
  afterAll(() => server.close());
  beforeEach(() => void server.requests.splice(0));

  /** A request is written after its answer; one more shows that nothing was. */
  async function written(...[method, path, options]: Parameters<HttpServer['call']>) {
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
    ['for no endpoint, without a key', ['GET', '/automations', { key: null }]],
    ['for no endpoint, with an unknown key', ['GET', '/automations', { key: 're_unknown_key_of_nobody_at_all' }]],
  ])('nothing of a request %s', async (_what, call) => {
    expect(await written(...call)).toEqual([]);
  });

  it.each<[string, string, string, number]>([
    ['GET', '/automations?limit=3', '/automations', 404],
    ['POST', `/inboxes/${emailId}/ann@example.com`, `/inboxes/${emailId}/:other`, 404],
    ['PUT', '/emails', '/emails', 405],
  ])('a call to what is not served: %s %s', async (method, path, endpoint, status) => {
    const body = { to: 'ann@example.com', subject: 'Secret' };
    const [row, ...others] = await written(method, path, method === 'GET' ? {} : { body });
    expect(others).toEqual([]);
    expect(row).toMatchObject({ request: { method, endpoint, status }, detail: { requestBody: null } });
    expect(JSON.stringify(row)).not.toContain('ann@');
  });

  it('nothing of a request for headers only', async () => {
    await fetch(`${server.url}/emails`, { method: 'HEAD', headers: { authorization: `Bearer ${fullKey}` } });
    expect(await written('GET', '/domains')).toHaveLength(1);
  });

  it('a send: the ids, and not a word of it', async () => {
    const body = { from: 'a@example.com', to: 'b@example.com', subject: 'Hello', text: 'Hi' };
    const headers = { 'user-agent': 'agent of ann@example.com', 'idempotency-key': 'order of ann@example.com' };
    expect(await written('POST', '/emails?to=ann@example.com', { body, headers })).toEqual([
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
        detail: {
          userAgent: 'agent of [address]@example.com',
          requestBody: null,
          responseBody: null,
          idempotencyKey: 'order of [address]@example.com',
        },
      },
    ]);
  });

  it('a key that may not: whose it was', async () => {
    expect(await written('GET', '/emails', { key: sendingKey })).toMatchObject([
      { request: { endpoint: '/emails', status: 401 }, detail: { responseBody: { name: 'restricted_api_key' } } },
    ]);
  });

  it.each([
    ['/emails/ann@example.com', '/emails/:id'],
    ['/emails/re_a_token_in_the_wrong_place', '/emails/:id'],
    [`/emails/${emailId.toUpperCase()}`, `/emails/${emailId}`],
  ])('of GET %s the endpoint %s', async (path, endpoint) => {
    expect(await written('GET', path)).toMatchObject([{ request: { endpoint } }]);
  });

  it('a body that could not be read as none', async () => {
    expect(await written('POST', '/api-keys', { body: '{"name": "ann@example.com' })).toMatchObject([
      { request: { status: 400 }, detail: { requestBody: null, responseBody: { statusCode: 400 } } },
    ]);
  });
});

describe('reads that are only counted', () => {
  it('are a line for each key, path and status, written at the latest when the server stops', async () => {
    const server = await startHttpServer();
    await server.call('GET', '/dashboard-api/emails', { headers: { 'user-agent': 'page of ann@example.com' } });
    await server.call('GET', '/dashboard-api/emails');
    await server.call('GET', '/dashboard-api/emails?limit=0');
    await server.call('GET', '/logs');
    expect(server.requests).toEqual([]);
    await server.close();
    expect(server.requests.map(({ request }) => [request.endpoint, request.status, request.reads])).toEqual([
      ['/dashboard-api/emails', 200, 2],
      ['/dashboard-api/emails', 422, 1],
      ['/logs', 200, 1],
    ]);
    expect(server.requests[0]).toMatchObject({
      request: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), apiKeyId: expect.any(String), emailIds: [] },
      detail: { userAgent: 'page of [address]@example.com', requestBody: null, responseBody: null },
    });
  });

  it.each([
    ['saved in the dashboard', null, 200, 'counted'],
    ['refused in the dashboard', null, 422, 'listed'],
    ['saved by a program', 'key', 200, 'listed'],
  ])('are what the editor saves again and again: a draft that was %s', (_what, apiKeyId, statusCode, expected) => {
    const lines: string[] = [];
    const recorder = {
      note: (_team: string, { reads }: { readonly reads?: number | undefined }) =>
        void lines.push(reads === undefined ? 'listed' : 'counted'),
    };
    const counted = new CountedReads(recorder);
    const request = {
      id: emailId,
      method: 'PATCH',
      is404: false,
      headers: {},
      params: { id: emailId },
      answer: {},
      openedShare: null,
      caller: { apiKeyId, principal: { teamId: 'team' } },
      routeOptions: { url: '/broadcasts/:id', config: { savesWriting: true } },
    };
    // What the hook reads of the two.
    recordingHook(recorder, counted)(request as never, { statusCode, elapsedTime: 1 } as never, () => undefined);
    counted.write();
    expect(lines).toEqual([expected]);
  });

  it('are requests over the rate, but for the first of a team in each minute, whatever they asked for', () => {
    const lines: (readonly [team: string, endpoint: string, reads: number | undefined])[] = [];
    const recorder = {
      note: (team: string, { endpoint, reads }: { readonly endpoint: string; readonly reads?: number | undefined }) =>
        void lines.push([team, endpoint, reads]),
    };
    const counted = new CountedReads(recorder);
    const refuse = (teamId: string, url: string, params: object = {}, apiKeyId = 'key') =>
      recordingHook(recorder, counted)(
        {
          ...{ id: emailId, method: 'GET', url, headers: {}, params, answer: {}, openedShare: null },
          ...{ is404: url === '/nothing', isOverLimit: true },
          caller: { apiKeyId, principal: { teamId } },
          routeOptions: { url, config: {} },
        } as never,
        { statusCode: 429, elapsedTime: 1 } as never,
        () => undefined,
      );
    for (const number of [1, 2, 3]) {
      const id = `019a3f5e-7c1a-7d30-9c4b-${String(number).padStart(12, '0')}`;
      refuse('team', '/emails/:id', { id }, `key-${number}`);
      refuse('team', '/dashboard-api/emails/:id', { id });
    }
    refuse('team', '/nothing');
    refuse('other', '/domains');
    counted.write();
    expect(lines).toEqual([
      ['team', '/emails/019a3f5e-7c1a-7d30-9c4b-000000000001', undefined],
      ['other', '/domains', undefined],
      ['team', '/emails/019a3f5e-7c1a-7d30-9c4b-000000000001', 6],
    ]);
  });

  it('begin anew each minute, and take a bounded place', () => {
    jest.useFakeTimers();
    const written: number[] = [];
    const counted = new CountedReads({ note: (_team, { reads = 0 }) => void written.push(reads) });
    const read = (number: number) =>
      counted.note(
        'team',
        {
          id: `request-${number}`,
          at: '2026-03-02T10:00:00.000Z',
          apiKeyId: 'key',
          method: 'GET',
          endpoint: `/dashboard-api/emails/${number}`,
          status: 200,
          durationMs: 1,
          emailIds: [],
        },
        null,
      );
    for (const number of [1, 2, 1]) read(number);
    jest.advanceTimersByTime(59_999);
    expect(written).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(written.splice(0)).toEqual([2, 1]);
    read(1);
    jest.advanceTimersByTime(60_000);
    expect(written.splice(0)).toEqual([1]);
    for (let number = 0; number < 1_001; number += 1) read(number);
    expect(written).toHaveLength(1_000);
    jest.useRealTimers();
  });
});
