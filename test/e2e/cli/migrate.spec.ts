import { jest } from '@jest/globals';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../support/gate.js';
import { type RunningServer, temporaryFolder } from '../../support/server.js';
import { aheadBy } from '../../support/shifted-server.js';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js';
import { posthornAt } from '../delivery/setup.js';
import { answerOf, ask, posthorn, rowsOf, serversOfTheTest } from './setup.js';

jest.setTimeout(480_000);

interface Summary {
  readonly outcome: string;
  readonly events: number;
  readonly keyRows: number;
  readonly destroyedKeys: number;
  readonly bodies: number;
}

const dayMs = 86_400_000;
const large = 'x'.repeat(300_000);

const count = (dataDir: string, file: string, table: string, where = 'true') =>
  rowsOf<{ n: number }>(dataDir, file, `SELECT count(*) AS n FROM ${table} WHERE ${where}`)[0]?.n ?? -1;

describe('migrate from folder to folder', () => {
  const start = serversOfTheTest();
  let root: string;
  let from: string;
  let to: string;
  let sink: SmtpSink;
  beforeEach(async () => {
    root = temporaryFolder();
    from = join(root, 'from');
    to = join(root, 'to');
    sink = await startSmtpSink({
      rcpt: (address) => (address.includes('nobody') ? '550 5.1.1 no such user' : '250 2.1.5 ok'),
    });
  });
  afterEach(async () => {
    await sink.close();
    rmSync(root, { recursive: true });
  });

  const env = () => ({
    DELIVERY_MODE: 'relay',
    RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    PREVERIFIED_DOMAINS: 'mail.example.com',
    RETENTION_DAYS: '30',
    SEAL_EVERY_SECONDS: '1',
  });
  const mail = (to: string, rest: object = {}) => ({
    from: 'a@mail.example.com',
    to,
    subject: `For ${to}`,
    text: 'The engine weaves.',
    ...rest,
  });
  const places = () => ['--from', `embedded:${from}`, '--to', `embedded:${to}`];
  const migrate = () => answerOf<Summary>(root, ['migrate', ...places()]);
  const keyed = async (server: RunningServer, key: string, body: object) => {
    const answer = await fetch(`${server.url}/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.key}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { id: string }).id;
  };

  it('takes everything along, and the target answers as the source did', async () => {
    const first = await start(from, env());
    const old = posthornAt(first);
    const retired = await old.send(mail('early@example.com'));
    await old.until(retired, 'delivered');
    await keyed(first, 'again', mail('keyed@example.com'));
    const range = `start_date=${new Date(Date.now() - dayMs).toISOString()}&end_date=${new Date(Date.now() + 2 * dayMs).toISOString()}`;
    const figures = async (server: RunningServer) => {
      const { body } = await ask(server, server.key, `/emails/metrics?${range}`);
      return (body as { totals: unknown }).totals;
    };
    await eventually(async () => JSON.stringify(await figures(first)).includes('"delivered":2'));
    const early = await figures(first);
    await first.stop();

    const shifted = { ...env(), ...aheadBy(40 * dayMs) };
    const second = await start(from, shifted);
    await eventually(async () => (await ask(second, second.key, `/emails/${retired}`)).status === 404);
    // Its submission went softly and goes on.
    await eventually(() => count(from, 'eventlog.sqlite', 'removed_streams', "mode = 'soft'") === 1);
    const api = posthornAt(second);
    const again = await keyed(second, 'again', mail('keyed@example.com'));
    const delivered = await api.send(mail('ada@example.com', { html: large }));
    const bounced = await api.send(mail('nobody@example.com'));
    const erased = await api.send(mail('forget.me@example.com'));
    for (const id of [again, delivered, erased]) await api.until(id, 'delivered');
    await api.until(bounced, 'bounced');
    const scheduledAt = new Date(Date.now() + 40 * dayMs + 3_600_000).toISOString();
    const scheduled = await api.send(mail('later@example.com', { scheduled_at: scheduledAt }));
    await answerOf(from, ['erase', 'forget.me@example.com']);
    await eventually(async () => !JSON.stringify(await api.email(erased)).includes('forget.me'));
    const asked = ['/emails?limit=100', '/domains', `/emails/metrics?${range}`];
    const mails = [again, delivered, bounced, erased, scheduled];
    const logged = async (server: RunningServer) => {
      const { body } = await ask(server, server.key, '/logs?limit=100');
      return (body as { data: { id: string }[] }).data.map(({ id }) => id);
    };
    const answers = async (server: RunningServer) => ({
      lists: await Promise.all(asked.map(async (path) => (await ask(server, server.key, path)).body)),
      mails: await Promise.all(mails.map(async (id) => posthornAt(server).email(id))),
      retired: (await ask(server, server.key, `/emails/${retired}`)).status,
    });
    expect(await figures(second)).toEqual(early);
    const sentBefore = sink.messages.length;
    await second.stop();
    // What was asked last is among the logs too, written behind.
    const third = await start(from, { ...shifted, POSTHORN_ROLES: 'api,projections', REQUEST_LOG_DAYS: '30' });
    const before = await answers(third);
    const logs = await logged(third);
    await third.stop();

    const summary = await migrate();
    expect(summary).toMatchObject({ outcome: 'moved' });
    expect(summary.events).toBe(count(from, 'eventlog.sqlite', 'events'));
    expect(summary.keyRows).toBe(count(from, 'vault.sqlite', 'key_rows'));
    expect(summary.destroyedKeys).toBe(count(from, 'vault.sqlite', 'destroyed_keys'));
    expect(summary.bodies).toBe(count(from, 'vault.sqlite', 'blobs'));
    for (const table of ['key_rows', 'destroyed_keys', 'blobs', 'secrets']) {
      const own = table === 'secrets' ? 1 : 0;
      expect(count(to, 'vault.sqlite', table)).toBe(count(from, 'vault.sqlite', table) + own);
    }
    expect(await answerOf(to, ['verify'])).toMatchObject({ ok: true });
    expect(await migrate()).toMatchObject({ outcome: 'moved-before' });

    const refused = await start(from, env()).catch(String);
    expect(refused).toContain('ended with 78');
    expect(refused).toContain('was moved to other engines');

    const server = await start(to, shifted);
    await eventually(async () => (await posthornAt(server).email(scheduled)).last_event === 'scheduled');
    expect(await answers(server)).toEqual(before);
    // Its own questions are among them too.
    const logsAfter = await logged(server);
    expect(logs.slice(0, 50).filter((id) => !logsAfter.includes(id))).toEqual([]);
    expect(sink.messages.length).toBe(sentBefore);
    await server.stop();

    const later = await start(to, { ...env(), ...aheadBy(40 * dayMs + 2 * 3_600_000) });
    await posthornAt(later).until(scheduled, 'delivered');
    expect(sink.messages.length).toBe(sentBefore + 1);
    expect(await figures(later)).toEqual(early);
    await later.stop();
    expect(await answerOf(to, ['verify'])).toMatchObject({ ok: true });
    expect(await answerOf(to, ['replay', '--compare'])).toMatchObject({ difference: null });
    expect(await posthorn(to, ['audit', delivered])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('because of DeliveryAttemptStarted'),
    });
  });
});
