import * as answers from '../support/answers.js';
import { addTeam } from '../support/second-team.js';
import { waitFor } from '../support/wait-for.js';
import { useWebhookReceiver } from '../support/webhook-receiver.js';
import { dataOf, small, useTeam } from './setup.js';

const { client, call, server } = useTeam();
const receiver = useWebhookReceiver();

const page = (id: string, rest: string): string => `/dashboard-api/webhooks/${id}/${rest}`;

async function register(path: string) {
  return dataOf(await client().webhooks.create({ endpoint: receiver().url(path), events: ['email.sent'] })).id;
}

const rowsOf = async (id: string) =>
  answers.endpointMessageList.parse((await call('GET', page(id, 'messages'))).body).data;
const untilSettled = (id: string, messages: number) =>
  waitFor(
    () => rowsOf(id),
    (rows) => rows.length === messages && rows.every(({ status }) => status !== 'attempting'),
  );
const failedIn = async (id: string, query = '') =>
  answers.failedMessages.parse((await call('GET', page(id, `failed-messages${query}`))).body);
const replayIn = async (id: string, query = '') =>
  answers.replayCount.parse((await call('GET', page(id, `replay-count${query}`))).body);
const sumsOf = async (id: string, range: string) => {
  const { periods } = answers.endpointFigures.parse((await call('GET', page(id, `figures?range=${range}`))).body);
  const sum = (key: 'attempts' | 'delivered') => periods.reduce((total, period) => total + period[key], 0);
  return { periods, attempts: sum('attempts'), delivered: sum('delivered') };
};

describe('what the page says of an endpoint', () => {
  it('lists messages with their recipients and how long the last answer took', async () => {
    const id = await register('/rows');
    for (const to of ['delivered+one@resend.dev', 'delivered+two@resend.dev'])
      dataOf(await client().emails.send({ ...small, to }));
    const rows = await untilSettled(id, 2);
    expect(rows.map(({ to }) => to)).toEqual([['delivered+two@resend.dev'], ['delivered+one@resend.dev']]);
    for (const { duration_ms: ms, http_status_code: status } of rows) {
      expect(status).toBe(200);
      expect(ms).toBeGreaterThan(0);
    }
  });

  it('counts attempts by period, with how long the answers took', async () => {
    const id = await register('/figures');
    expect(await sumsOf(id, '24h')).toMatchObject({ attempts: 0, periods: { length: 24 } });
    dataOf(await client().emails.send(small));
    await untilSettled(id, 1);
    // Gone: not tried again.
    receiver().statusOf.set('/figures', 410);
    dataOf(await client().emails.send(small));
    await untilSettled(id, 2);
    for (const [range, length] of [
      ['24h', 24],
      ['7d', 28],
    ] as const) {
      const { periods, ...sums } = await waitFor(
        () => sumsOf(id, range),
        ({ attempts }) => attempts === 2,
      );
      expect(sums).toEqual({ attempts: 2, delivered: 1 });
      expect(periods).toHaveLength(length);
      expect(periods.some(({ median_ms: median, p95_ms: p95 }) => (median ?? 0) > 0 && (p95 ?? 0) > 0)).toBe(true);
      expect(periods[0]).toMatchObject({ attempts: 0, median_ms: null, p95_ms: null });
    }
    expect(await call('GET', page(id, 'figures?range=1y'))).toMatchObject({ status: 422 });
  });

  it('says before a replay how many messages it would send', async () => {
    dataOf(await client().emails.send(small));
    const since = new Date().toISOString();
    const id = await register('/counted');
    expect(await failedIn(id)).toMatchObject({ count: 0, exact: true, first_at: null });
    receiver().statusOf.set('/counted', 410);
    dataOf(await client().emails.send(small));
    const [message] = await untilSettled(id, 1);
    expect(await failedIn(id)).toMatchObject({ count: 1, exact: true, first_at: message?.created_at });
    // The first of all that failed is said whatever the range is.
    const later = '?since=2999-01-01';
    expect(await failedIn(id, later)).toMatchObject({ count: 0, exact: true, first_at: message?.created_at });
    expect(await failedIn(id, '?until=2020-01-01')).toMatchObject({ count: 0 });
    const range = `?since=${encodeURIComponent(since)}`;
    expect(await replayIn(id, range)).toMatchObject({ count: 1, complete: true });
    expect((await replayIn(id)).count).toBeGreaterThanOrEqual(2);
    expect(await replayIn(id, later)).toMatchObject({ count: 0, complete: true });
  });

  it('is unknown to other teams', async () => {
    const id = await register('/own');
    const key = await addTeam(server(), 'Strangers of figures');
    for (const rest of ['messages', 'figures', 'failed-messages', 'replay-count'])
      expect(await call('GET', page(id, rest), { key })).toMatchObject({ status: 404 });
  });
});
