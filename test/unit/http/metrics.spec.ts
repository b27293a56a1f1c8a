import type { GetEmailMetrics } from '../../../src/application/metrics/get-email-metrics.js';
import { type HttpServer, startHttpServer } from '../../support/http-server.js';

const id = '0198c0de-0000-7000-8000-000000000002';
let server: HttpServer;
const asked: GetEmailMetrics['request'][] = [];
beforeAll(async () => {
  server = await startHttpServer();
  server.application.metrics = ({ request }) => {
    asked.push(request);
    return { totals: {}, rows: undefined };
  };
});
afterAll(() => server.close());

async function ask(query: string) {
  asked.length = 0;
  const { status } = await server.call('GET', `/emails/metrics?${query}`);
  return { status, request: asked[0] };
}

describe('the parameters of GET /emails/metrics', () => {
  it('come separated by commas, repeated, or both, and each counts once', async () => {
    const { status, request } = await ask(
      `metrics=sent,delivered&metrics=failed&metrics=sent&dimensions=period,domain&domain_id=${id}&domain_id=${id.toUpperCase()}`,
    );
    expect(status).toBe(200);
    expect(request).toMatchObject({
      metrics: ['sent', 'delivered', 'failed'],
      dimensions: ['period', 'domain'],
      domainIds: [id],
      emailIds: undefined,
    });
  });

  it('are days and times of the zone, unless they bring their own', async () => {
    const { request } = await ask('start_date=2026-01-01&end_date=2026-01-02T12:00&timezone=America/New_York');
    expect(request).toMatchObject({
      fromMs: Date.parse('2026-01-01T05:00Z'),
      untilMs: Date.parse('2026-01-02T17:00Z'),
      timeZone: 'America/New_York',
      granularity: 'daily',
    });
    const own = await ask('start_date=2026-01-01T00:00:00Z&end_date=2026-01-01T12:00:00%2B02:00&timezone=Asia/Tokyo');
    expect(own.request).toMatchObject({
      fromMs: Date.parse('2026-01-01T00:00Z'),
      untilMs: Date.parse('2026-01-01T10:00Z'),
    });
  });

  it('end now at the latest, and begin six days before the end', async () => {
    const { request } = await ask('end_date=2999-01-01');
    const none = await ask('');
    expect(request?.untilMs).toBeLessThan(Date.parse('2900-01-01'));
    for (const range of [request, none.request]) {
      expect((range?.untilMs ?? 0) - (range?.fromMs ?? 0)).toBe(6 * 86_400_000);
    }
  });

  it.each([
    ['start_date', 'start_date=yesterday'],
    ['start_date', 'start_date=2026-02-30'],
    ['start_date', 'start_date=2026-01-02&end_date=2026-01-01'],
    ['start_date', 'start_date=2999-01-01'],
    ['end_date', 'end_date=2026-01-01&end_date=2026-01-02'],
    ['timezone', 'timezone=Mars/Olympus'],
    ['timezone', 'timezone=%2B02:00'],
    ['granularity', 'granularity=yearly'],
    ['granularity', 'granularity=daily,weekly'],
    ['metrics', 'metrics=sent,lost'],
    ['dimensions', 'dimensions=team'],
    ['domain_id', 'domain_id=example.com'],
    ['email_id', `email_id=${Array.from({ length: 101 }, (_, n) => id.slice(0, -3) + (100 + n)).join()}`],
    ['broadcast_id', 'broadcast_id=1'],
    ['email_id', `email_id=${id}&broadcast_id=${id}`],
    ['broadcast_id', `dimensions=email&broadcast_id=${id}`],
    ['dimensions=broadcast', 'dimensions=email,broadcast'],
  ])('%s is named where it is wrong: %s', async (parameter, query) => {
    const { status, body } = await server.call('GET', `/emails/metrics?${query}`);
    expect([status, body]).toMatchObject([422, { name: 'validation_error' }]);
    expect((body as { message: string }).message).toContain(`\`${parameter}\``);
  });

  it.each([
    ['too-many-periods', '`start_date`'],
    ['too-many-emails', '`start_date`'],
    ['too-many-rows', '`dimensions`'],
  ] as const)('a refusal is 422: %s', async (refused, parameter) => {
    const before = server.application.metrics;
    server.application.metrics = () => ({ refused });
    const { status, body } = await server.call('GET', '/emails/metrics');
    server.application.metrics = before;
    expect([status, (body as { message: string }).message]).toEqual([422, expect.stringContaining(parameter)]);
  });
});
