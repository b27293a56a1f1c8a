import { foundKey } from '../../../src/application/ports/found-key.js';
import type { RateLimiter } from '../../../src/application/ports/rate-limiter.js';
import { operations } from '../../../src/programs/server/edge.js';
import { emailId, teamId } from '../../support/http-documents.js';
import { type HttpServer, sendingKey, startHttpServer } from '../../support/http-server.js';

const mail = { from: 'a@example.com', to: 'b@example.com', subject: 'Hello', text: 'Hi' };
const fieldsOf = (headers: Headers) =>
  ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy', 'retry-after'].map((name) =>
    headers.get(name),
  );

/** What the dashboard asks for is not counted. */
const counted = operations
  .filter(({ access, path }) => access !== 'open' && !path.startsWith('/dashboard-api/'))
  .map(({ method, path }) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, emailId)] as const);

describe('the rate limit at the edge', () => {
  let server: HttpServer;
  let taken: string[];
  let remaining = 0;
  const rateLimiter: RateLimiter = {
    async take(team) {
      taken.push(team);
      const allowed = remaining > 0;
      if (allowed) remaining -= 1;
      return { allowed, limit: 7, remaining, resetSeconds: 1 };
    },
  };
  const named = (name: string): RateLimiter => ({ take: (of) => rateLimiter.take(foundKey(name, of)) });
  beforeAll(async () => {
    server = await startHttpServer({
      rateLimiters: { api: rateLimiter, pages: named('page') },
      linkLimiter: named('link'),
      hitLimiter: named('look-up'),
    });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    taken = [];
    remaining = 2;
  });

  it('shows on every answer to a known key what is left, whichever key of the team it is', async () => {
    const first = await server.call('GET', '/emails');
    const second = await server.call('POST', '/emails', { key: sendingKey, body: {} });
    expect([first.status, second.status]).toEqual([200, 422]);
    expect(fieldsOf(first.headers)).toEqual(['7', '1', '1', '7;w=1', null]);
    expect(fieldsOf(second.headers)).toEqual(['7', '0', '1', '7;w=1', null]);
    expect(taken).toEqual([teamId, teamId]);
  });

  it('refuses what is too much before it is read or done', async () => {
    remaining = 0;
    let asked = 0;
    server.application.acceptEmail = () => {
      asked += 1;
      return { emailId: 'never' };
    };
    const { status, headers, body } = await server.call('POST', '/emails', { body: mail });
    expect({ status, body }).toEqual({
      status: 429,
      body: {
        statusCode: 429,
        message: 'Too many requests. You can make 7 requests per second. Wait a moment and try again.',
        name: 'rate_limit_exceeded',
      },
    });
    expect(fieldsOf(headers)).toEqual(['7', '0', '1', '7;w=1', '1']);
    expect(asked).toBe(0);
  });

  it.each(counted)('refuses %s %s over the limit, with a time to wait', async (method, path) => {
    remaining = 0;
    const { status, headers, body } = await server.call(method, path);
    expect({ status, body }).toMatchObject({ status: 429, body: { name: 'rate_limit_exceeded' } });
    expect(headers.get('retry-after')).toBe('1');
  });

  it.each([
    ['a page of the operator', 'GET', '/health/live', null],
    ['the metrics', 'GET', '/metrics', null],
    ['a request without a key', 'GET', '/emails', null],
    ['an unknown key', 'GET', '/emails', 're_nobody'],
    ['a key that may only send, elsewhere', 'GET', '/emails', sendingKey],
    ['a route that does not exist', 'GET', '/nothing', undefined],
  ])('does not count %s', async (_what, method, path, key) => {
    const { headers } = await server.call(method, path, key === undefined ? {} : { key });
    expect(taken).toEqual([]);
    expect(fieldsOf(headers)).toEqual([null, null, null, null, null]);
  });

  it('counts all teams of one owner together', async () => {
    const teamOwners = { of: async () => 'ada', known: () => 'ada' };
    const owned = await startHttpServer({ rateLimiters: { api: rateLimiter, pages: named('page') }, teamOwners });
    await owned.call('GET', '/emails');
    await owned.call('GET', `/dashboard-api/emails/${emailId}/timeline`);
    await owned.close();
    expect(taken).toEqual(['ada', 'page ada']);
  });

  it.each([
    ['192.0.2.7', '192.0.2.7', '192.0.2'],
    ['2001:db8:77:1::5', '2001:db8:77:1', '2001:db8:77'],
  ])(
    'counts visitors who are not signed in for their network and the one around it: %s',
    async (from, narrow, wide) => {
      const visitorLimiters = { network: named('narrow'), wideNetwork: named('wide'), files: named('file') };
      const proxied = await startHttpServer({ visitorLimiters }, ['127.0.0.1']);
      remaining = 1;
      const headers = { 'x-forwarded-for': from, 'sec-fetch-site': 'same-origin' };
      const { status } = await proxied.call('GET', '/dashboard-api/sign-in-options', { key: null, headers });
      await proxied.close();
      expect(status).toBe(429);
      expect(taken).toEqual([`narrow ${narrow}`, `wide ${wide}`]);
    },
  );

  it('counts what the dashboard asks apart', async () => {
    remaining = 1;
    const path = `/dashboard-api/emails/${emailId}/timeline`;
    expect((await server.call('GET', path)).status).toBe(404);
    expect((await server.call('GET', path)).status).toBe(429);
    expect(taken).toEqual([`page ${teamId}`, `page ${teamId}`]);
  });

  it('counts the openings of a shared link, for each address that it is opened from', async () => {
    remaining = 0;
    const path = `/share/${emailId}?expires=1&signature=x`;
    const { status, headers, body } = await server.call('GET', path, { key: null });
    expect({ status, body }).toMatchObject({ status: 429, body: { name: 'rate_limit_exceeded' } });
    expect(headers.get('retry-after')).toBe('1');
    expect(taken).toEqual([expect.stringMatching(/^look-up \S+$/)]);
  });

  it('counts the downloads of an attachment by its link, for each network', async () => {
    remaining = 0;
    const path = `/emails/${emailId}/attachments/${emailId}/download?expires=1&signature=x`;
    expect((await server.call('GET', path, { key: null })).status).toBe(429);
    expect(taken).toEqual([expect.stringMatching(/^look-up \S+$/)]);
  });

  it('counts the files of the pages, for each network', async () => {
    const visitorLimiters = { network: named('narrow'), wideNetwork: named('wide'), files: named('file') };
    const withPages = await startHttpServer({ visitorLimiters, dashboardDir: import.meta.dirname });
    remaining = 0;
    const statuses = ['/dashboard', '/dashboard/assets/any.js', '/dashboard/emails'].map(
      async (path) => (await withPages.call('GET', path, { key: null })).status,
    );
    expect(await Promise.all(statuses)).toEqual([429, 429, 429]);
    await withPages.close();
    expect(new Set(taken)).toEqual(new Set([expect.stringMatching(/^file /)]));
  });

  it('counts what is sent of the description of the API, for each network', async () => {
    remaining = 1;
    const first = await server.call('GET', '/openapi.json', { key: null });
    expect(first.status).toBe(200);
    const { status, headers, body } = await server.call('GET', '/openapi.json', { key: null });
    expect({ status, body }).toMatchObject({ status: 429, body: { name: 'rate_limit_exceeded' } });
    expect(headers.get('retry-after')).toBe('1');
    const etag = first.headers.get('etag') ?? '';
    const known = await server.call('GET', '/openapi.json', { key: null, headers: { 'if-none-match': etag } });
    expect(known.status).toBe(304);
    expect(taken).toEqual(Array(2).fill(expect.stringMatching(/^link description from \S+$/)));
  });

  it('says nothing where there is no limit', async () => {
    const unlimited = await startHttpServer();
    const { status, headers } = await unlimited.call('GET', '/emails');
    await unlimited.close();
    expect(status).toBe(200);
    expect(fieldsOf(headers)).toEqual([null, null, null, null, null]);
  });
});
