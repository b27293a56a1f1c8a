import { jest } from '@jest/globals';
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type RunningServer, startServer, temporaryFolder } from '../../support/server.js';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js';
import { headerOf, posthornAt } from './setup.js';

jest.setTimeout(120_000);

let dataDir: string;
let sink: SmtpSink;
const running = new Set<RunningServer>();

beforeEach(async () => {
  dataDir = temporaryFolder();
  // A receiver that takes its time keeps mails on their way for a while.
  sink = await startSmtpSink({ data: () => delay(20).then(() => '354 go ahead') });
});
afterEach(async () => {
  for (const server of running) await server.kill();
  running.clear();
  await sink.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<RunningServer> {
  const env = {
    LOG_LEVEL: 'warn',
    DELIVERY_MODE: 'relay',
    RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    PREVERIFIED_DOMAINS: 'mail.example.com',
  };
  const server = await startServer({ dataDir, env });
  running.add(server);
  return server;
}

const mailAt = (scheduledAt: string, number = 0) => ({
  from: 'a@mail.example.com',
  to: `r${number}@example.com`,
  subject: 'Later',
  text: 'Hi',
  scheduled_at: scheduledAt,
});
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

it('a mail leaves when it is due, and not before', async () => {
  const posthorn = posthornAt(await start());
  const dueAt = Date.now() + 4_000;
  const id = await posthorn.send(mailAt(new Date(dueAt).toISOString()));
  await sink.until(() => sink.messages.length === 1);
  expect(Date.now()).toBeGreaterThanOrEqual(dueAt);
  const [sent] = sink.messages;
  expect(Math.floor(dueAt / 1000) * 1000).toBe(Date.parse(headerOf(sent?.raw ?? Buffer.alloc(0), 'date') ?? ''));
  await posthorn.until(id, 'delivered');
  const claim = (await posthorn.timeline(id)).find(({ type }) => type === 'DeliveryAttemptStarted');
  const latenessMs = Date.parse(claim?.created_at ?? '') - dueAt;
  expect(latenessMs).toBeGreaterThanOrEqual(0);
});

it('a mail that waits is there after a restart, and leaves when it is brought forward', async () => {
  const first = await start();
  const id = await posthornAt(first).send(mailAt('in 10 days'));
  const stopped = await posthornAt(first).send(mailAt('in 10 days', 1));
  expect(await posthornAt(first).call('POST', `/emails/${stopped}/cancel`)).toMatchObject({ status: 200 });
  running.delete(first);
  await first.kill();
  const posthorn = posthornAt(await start());
  expect(await posthorn.email(id)).toMatchObject({ last_event: 'scheduled' });
  const moved = await posthorn.call('PATCH', `/emails/${id}`, { scheduled_at: inMs(500) });
  expect(moved).toMatchObject({ status: 200, body: { object: 'email', id } });
  await posthorn.until(id, 'delivered');
  expect(sink.messages.map(({ recipients }) => recipients)).toEqual([['r0@example.com']]);
  expect(await posthorn.email(stopped)).toMatchObject({ last_event: 'canceled' });
});
