import type { GetUsageResult } from '../../../src/application/usage/get-usage.js';
import { usage as usageSchema } from '../../support/answers.js';
import { teamId } from '../../support/http-documents.js';
import { type HttpServer, sendingKey, startHttpServer } from '../../support/http-server.js';

const mail = { from: 'a@example.com', to: 'b@example.com', subject: 'Hello', text: 'Hi' };
const quotaFields = (headers: Headers) => [headers.get('x-resend-daily-quota'), headers.get('x-resend-monthly-quota')];
const used = async (team: string) => {
  if (team !== teamId) throw new Error('another team');
  return { daily: 12, monthly: 345 };
};

describe('quotas at the edge', () => {
  let server: HttpServer;
  afterEach(() => server.close());

  it('are shown on every answer of a route that sends, refusals included', async () => {
    server = await startHttpServer({ quotas: { limits: { daily: 100, monthly: 3000 }, used } });
    const sent = await server.call('POST', '/emails', { key: sendingKey, body: mail });
    const batch = await server.call('POST', '/emails/batch', { body: [mail] });
    const refused = await server.call('POST', '/emails', { body: {} });
    const listed = await server.call('GET', '/emails');
    const unknown = await server.call('POST', '/emails', { key: 're_nobody', body: mail });
    expect([sent, batch, refused, listed, unknown].map(({ status }) => status)).toEqual([200, 200, 422, 200, 401]);
    expect([sent, batch, refused, listed, unknown].map(({ headers }) => quotaFields(headers))).toEqual([
      ['12', '345'],
      ['12', '345'],
      ['12', '345'],
      [null, null],
      [null, null],
    ]);
  });

  it('are shown one by one, as they are on', async () => {
    server = await startHttpServer({ quotas: { limits: { daily: null, monthly: 3000 }, used } });
    const { headers } = await server.call('POST', '/emails', { body: mail });
    expect(quotaFields(headers)).toEqual([null, '345']);
  });

  it.each([
    ['daily', 'You have reached your daily email sending quota.'],
    ['monthly', 'You have reached your monthly email sending quota.'],
  ] as const)('answer 429 with the time until they begin anew: %s', async (quota, message) => {
    server = await startHttpServer();
    const refusal = { refused: `${quota}-quota-exceeded`, retryAfterSeconds: 4711 } as const;
    server.application.acceptEmail = () => refusal;
    server.application.acceptBatch = () => refusal;
    for (const [path, body] of [
      ['/emails', mail],
      ['/emails/batch', [mail]],
    ] as const) {
      const answer = await server.call('POST', path, { body });
      expect(answer.status).toBe(429);
      expect(answer.body).toEqual({ statusCode: 429, message, name: `${quota}_quota_exceeded` });
      expect(answer.headers.get('retry-after')).toBe('4711');
    }
  });
});

describe('GET /usage', () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await startHttpServer();
  });
  afterAll(() => server.close());

  const answer = (limits: { daily: number | null; monthly: number | null }): GetUsageResult => ({
    emails: {
      daily: { sent: 12, received: 3, limit: limits.daily, resetsAt: '2026-03-03T00:00:00.000Z' },
      monthly: { sent: 345, received: 40, limit: limits.monthly, resetsAt: '2026-04-01T00:00:00.000Z' },
    },
    domains: 2,
    contacts: 120,
    segments: 3,
    broadcasts: 4,
    requestsPerSecond: limits.daily === null ? null : 10,
  });

  it('says what is used and what may be used', async () => {
    server.application.usage = () => answer({ daily: 100, monthly: 3000 });
    const { status, body } = await server.call('GET', '/usage');
    expect(status).toBe(200);
    expect(usageSchema.parse(body)).toEqual({
      object: 'usage',
      emails: {
        daily: { used: 15, limit: 100, sent: 12, received: 3, resets_at: '2026-03-03 00:00:00.000000+00' },
        monthly: { used: 385, limit: 3000, sent: 345, received: 40, resets_at: '2026-04-01 00:00:00.000000+00' },
      },
      contacts: { used: 120, limit: 2_147_483_647 },
      segments: { used: 3, limit: 1_000 },
      broadcasts: { used: 4, limit: null },
      ai_credits: { used: 0, limit: null, next_increase_at: null },
      automation_runs: { used: 0, limit: 2_147_483_647, resets_at: '2026-04-01 00:00:00.000000+00' },
      domains: { used: 2, limit: null },
      rate_limit: { limit: 10, duration: '1s' },
    });
  });

  it('has a number where clients expect one, although there is no limit', async () => {
    server.application.usage = () => answer({ daily: null, monthly: null });
    const { body } = await server.call('GET', '/usage');
    expect(usageSchema.parse(body)).toMatchObject({
      emails: { daily: { limit: null }, monthly: { limit: 2_147_483_647 } },
      rate_limit: { limit: 2_147_483_647 },
    });
  });

  it('is for keys with full access', async () => {
    const { status, body } = await server.call('GET', '/usage', { key: sendingKey });
    expect({ status, body }).toMatchObject({ status: 401, body: { name: 'restricted_api_key' } });
  });
});
