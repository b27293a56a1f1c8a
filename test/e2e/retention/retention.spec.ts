import { rmSync } from 'node:fs';
import { emailMetrics } from '../../support/answers.js';
import { eventually } from '../../support/gate.js';
import { type RunningServer, startServer, temporaryFolder } from '../../support/server.js';
import { aheadBy } from '../../support/shifted-server.js';
import { answerOf, ask, deliver, filesWith, mail, personal, rowsOf } from '../cli/setup.js';

const dayMs = 86_400_000;
const secrets = [personal.address, personal.subject, 'ada.lovelace', mail.text];

const typesOf = (dataDir: string, stream: string) =>
  rowsOf<{ type: string }>(dataDir, 'eventlog.sqlite', `SELECT type FROM events WHERE stream = '${stream}'`).map(
    ({ type }) => type,
  );
/** Retirements of emails and keys: the request log removes its own hours. */
const retirements = (dataDir: string) =>
  rowsOf<{ data: string }>(dataDir, 'eventlog.sqlite', "SELECT data FROM events WHERE type = 'StreamRetired'")
    .map(({ data }) => JSON.parse(data) as { stream: string; mode: string })
    .filter(({ stream }) => !stream.startsWith('requestlog-'));

const timeIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const metricsOf = async (server: RunningServer, query: Readonly<Record<string, string>>) => {
  const { body } = await ask(server, server.key, `/emails/metrics?${new URLSearchParams(query)}`);
  const { totals, data } = emailMetrics.parse(body);
  return { totals, data };
};

describe('a server with RETENTION_DAYS', () => {
  const running: RunningServer[] = [];
  let dataDir: string;
  const start = async (aheadDays: number, retentionDays: string) => {
    const env = { ...aheadBy(aheadDays * dayMs), RETENTION_DAYS: retentionDays, POSTHORN_TEST_SEAL_EVERY_MS: '1000' };
    const server = await startServer({ dataDir, env });
    running.push(server);
    return server;
  };
  beforeEach(() => {
    dataDir = temporaryFolder();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.kill()));
    rmSync(dataDir, { recursive: true });
  });

  it('leaves no byte of a mail in any file, and a log that verifies and replays', async () => {
    const first = await start(0, '30');
    const old = await deliver(first);
    const range = { start_date: timeIn(-1), end_date: timeIn(1), dimensions: 'domain,period' };
    const figuresOf = (server: RunningServer) => metricsOf(server, range);
    await eventually(async () => (await figuresOf(first)).totals.delivered === 1);
    const before = await figuresOf(first);
    await first.stop();

    const second = await start(20, '30');
    const young = await deliver(second, { ...mail, to: 'delivered@resend.dev', subject: 'Younger', text: 'Later.' });
    expect(await ask(second, second.key, `/emails/${old}`)).toMatchObject({ status: 200 });
    await second.stop();

    const third = await start(32, '30');
    await eventually(async () => (await ask(third, third.key, `/emails/${old}`)).status === 404);
    await eventually(() => filesWith(dataDir, secrets).length === 0);
    const { body: list } = await ask(third, third.key, '/emails');
    expect((list as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual([young]);
    expect(await ask(third, third.key, `/emails/${young}`)).toMatchObject({ body: { subject: 'Younger' } });
    expect(await ask(third, third.key, `/dashboard-api/emails/${young}/captured`)).toMatchObject({
      body: { data: [{ subject: 'Younger' }] },
    });
    expect(retirements(dataDir)).toMatchObject([{ stream: `email-${old}`, mode: 'tombstone' }]);
    expect(typesOf(dataDir, `email-${old}`)).toEqual([]);
    expect(await answerOf(dataDir, ['replay', '--compare'])).toMatchObject({ difference: null });
    expect(await figuresOf(third)).toEqual(before);
    const metrics = await (await fetch(`${third.url}/metrics`)).text();
    expect(metrics).toContain('posthorn_streams_retired_total{kind="email"} 1');
    expect(await third.stop()).toBe(0);

    expect(await answerOf(dataDir, ['verify'])).toMatchObject({ ok: true });
    await answerOf(dataDir, ['replay']);
    expect(filesWith(dataDir, secrets)).toEqual([]);

    const fourth = await start(33, '30');
    expect(await figuresOf(fourth)).toEqual(before);
    expect(await metricsOf(fourth, { ...range, dimensions: 'email' })).toMatchObject({
      totals: before.totals,
      data: [],
    });
  }, 480_000);

  it('forgets a key three days after its use, and takes it again', async () => {
    const send = async (server: RunningServer) => {
      const answer = await fetch(`${server.url}/emails`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.key}`,
          'content-type': 'application/json',
          'idempotency-key': 'used-again',
        },
        body: JSON.stringify(mail),
      });
      return ((await answer.json()) as { id: string }).id;
    };
    const first = await start(0, '30');
    const id = await send(first);
    await first.stop();
    const second = await start(3.01, '30');
    await eventually(() => retirements(dataDir).some(({ mode }) => mode === 'soft'));
    await eventually(
      () => rowsOf(dataDir, 'eventlog.sqlite', "SELECT 1 FROM events WHERE category = 'submission'").length === 0,
    );
    const again = await send(second);
    expect(again).not.toBe(id);
    expect(await send(second)).toBe(again);
    expect(await ask(second, second.key, `/emails/${id}`)).toMatchObject({ body: { subject: mail.subject } });
    expect(await second.stop()).toBe(0);
    expect(await answerOf(dataDir, ['verify'])).toMatchObject({ ok: true });
  }, 480_000);
});
