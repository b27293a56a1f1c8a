import { get } from 'node:http';
import { kept } from '../../../src/infrastructure/http/edge/kept-answer.js';
import { type HttpServer, startHttpServer } from '../../support/http-server.js';

describe('an answer that is kept', () => {
  it('is made once for all who ask within its time, and anew afterwards', async () => {
    let [made, nowMs] = [0, 0];
    const ask = kept(
      1_000,
      async () => (made += 1),
      () => nowMs,
    );
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
    nowMs = 999;
    expect(await ask()).toBe(1);
    nowMs = 1_000;
    expect(await ask()).toBe(2);
  });

  it('is made anew after a failure', async () => {
    let made = 0;
    const ask = kept(1_000, async () => {
      made += 1;
      if (made === 1) throw new Error('not now');
      return made;
    });
    await expect(ask()).rejects.toThrow('not now');
    expect(await ask()).toBe(2);
  });
});

describe('what is served without an API key', () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await startHttpServer({ metricsToken: 'a-token-of-the-operator' });
  });
  afterAll(() => server.close());

  it('the description of the API is sent once to a client that keeps it', async () => {
    const first = await server.call('GET', '/openapi.json', { key: null });
    const etag = first.headers.get('etag') ?? '';
    expect(first).toMatchObject({ status: 200, body: { openapi: '3.1.0' } });
    const again = await server.call('GET', '/openapi.json', { key: null, headers: { 'if-none-match': etag } });
    expect(again).toMatchObject({ status: 304, body: '' });
  });

  it.each([
    ['gzip, deflate, br', 'gzip'],
    ['br;q=1.0, gzip;q=0.5', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip;q=0', null],
    ['gzip; q=0.000', null],
    ['identity', null],
    ['gzipped', null],
  ])('the description of the API is compressed for %s: %s', async (accepted, coding) => {
    const get = (headers: Readonly<Record<string, string>>) =>
      server.call('GET', '/openapi.json', { key: null, headers });
    const described = await get({ 'accept-encoding': accepted });
    expect(described.headers.get('content-encoding')).toBe(coding);
    expect(described.headers.get('vary')).toBe('accept-encoding');
    expect(described.body).toEqual((await get({ 'accept-encoding': 'identity' })).body);
    const etag = described.headers.get('etag') ?? '';
    expect(etag.endsWith('-gzip"')).toBe(coding === 'gzip');
    const again = await get({ 'accept-encoding': accepted, 'if-none-match': etag });
    expect(again.status).toBe(304);
  });

  it.each([
    ['no token', null],
    ['another token', 'a-token-of-somebody-else'],
  ])('the metrics are not shown with %s', async (_which, key) => {
    expect(await server.call('GET', '/metrics', { key })).toMatchObject({
      status: 401,
      body: { name: 'validation_error', message: expect.stringContaining('METRICS_TOKEN') },
    });
  });

  it('the metrics are shown to the own machine alone where no token is set, and to no proxy on it', async () => {
    const local = await startHttpServer({}, ['127.0.0.1']);
    const ask = async (headers: Readonly<Record<string, string>>) =>
      (await local.call('GET', '/metrics', { key: null, headers })).status;
    const forwarded = {
      'x-forwarded-for': '127.0.0.1',
      forwarded: 'for=192.0.2.1',
      via: '1.1 proxy',
      'x-real-ip': '::1',
    };
    const asked = Object.entries(forwarded).map(([name, value]) => ask({ [name]: value }));
    expect(await Promise.all([ask({}), ...asked])).toEqual([200, 401, 401, 401, 401]);
    const { port } = new URL(local.url);
    const statusFor = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get({ port, path: '/metrics', headers: { host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        }).on('error', reject);
      });
    expect(await Promise.all(['localhost:3000', '[::1]', 'mail.example.com'].map(statusFor))).toEqual([200, 200, 401]);
    await local.close();
  });

  it('the metrics are shown with the token', async () => {
    const { status, body } = await server.call('GET', '/metrics', { key: 'a-token-of-the-operator' });
    expect([status, body]).toEqual([200, expect.stringContaining('posthorn_')]);
  });
});
