import { answerOf, ask, rowsOf } from '../e2e/cli/setup.js';
import { posthornAt } from '../e2e/delivery/setup.js';
import { fillAudience } from './audience-story.js';
import { eventually } from './gate.js';
import { startWebhookReceiver } from './webhook-receiver.js';
import type { RunningServer } from './server.js';
import { aheadBy } from './shifted-server.js';
import type { SmtpSink, SinkScript } from './smtp-sink.js';

const dayMs = 86_400_000;

/** Nobody has this address. */
export const sinkScript: SinkScript = {
  rcpt: (address) => (address.includes('nobody') ? '550 5.1.1 no such user' : '250 2.1.5 ok'),
};

/** Environment of an installation that keeps emails for 30 days and hands them to the sink. */
export const environmentWith = ({ port }: SmtpSink): Readonly<Record<string, string>> => ({
  DELIVERY_MODE: 'relay',
  RELAY_URL: `smtp://127.0.0.1:${port}`,
  PREVERIFIED_DOMAINS: 'mail.example.com',
  RETENTION_DAYS: '30',
  POSTHORN_TEST_SEAL_EVERY_MS: '1000',
  ALLOW_PRIVATE_FETCH: '1',
});

const mail = (to: string, rest: object = {}) => ({
  from: 'a@mail.example.com',
  to,
  subject: `For ${to}`,
  text: 'The engine weaves.',
  ...rest,
});

async function sendKeyed(server: RunningServer): Promise<string> {
  const answer = await fetch(`${server.url}/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json', 'idempotency-key': 'again' },
    body: JSON.stringify(mail('keyed@example.com')),
  });
  return ((await answer.json()) as { id: string }).id;
}

/** An installation in a folder, with a mail in each state, and how to ask for all of it. */
export interface Filled {
  /** Goes out an hour after {@link env}'s now. */
  readonly scheduled: string;
  readonly delivered: string;
  /** Settings and clock as at the end. */
  readonly env: Readonly<Record<string, string>>;
  /** The same, two hours later. */
  readonly laterEnv: Readonly<Record<string, string>>;
  answers(server: RunningServer): Promise<object>;
  /** Ids of the requests that were logged last, the newest first. */
  logged(server: RunningServer): Promise<readonly string[]>;
}

/**
 * Fills an empty folder and leaves it: mails delivered (with a large body), bounced, erased and scheduled; one that was
 * retired, whose day's figures are closed; and a keyed one whose submission was removed softly and goes on. One
 * endpoint was told of the bounce, and again by a replay. One of everything that the audience has.
 */
export async function fillInstallation(
  start: (env: Readonly<Record<string, string>>) => Promise<RunningServer>,
  dataDir: string,
  given: Readonly<Record<string, string>>,
): Promise<Filled> {
  const day = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
  const first = await start(given);
  const early = posthornAt(first);
  const retired = await early.send(mail('early@example.com'));
  await early.until(retired, 'delivered');
  await early.until(await sendKeyed(first), 'delivered');
  await first.stop();

  const env = { ...given, ...aheadBy(40 * dayMs) };
  const server = await start(env);
  const gone = async (): Promise<boolean> => (await ask(server, server.key, `/emails/${retired}`)).status === 404;
  await eventually(gone);
  const removed = "SELECT 1 FROM removed_streams WHERE stream LIKE 'submission-%'";
  await eventually(() => rowsOf(dataDir, 'eventlog.sqlite', removed).length > 0);
  const api = posthornAt(server);
  const { webhookId, told } = await listenForBounces(server);
  const again = await sendKeyed(server);
  const delivered = await api.send(mail('ada@example.com', { html: 'x'.repeat(300_000) }));
  const bounced = await api.send(mail('nobody@example.com'));
  const erased = await api.send(mail('forget.me@example.com'));
  for (const id of [again, delivered, erased]) await api.until(id, 'delivered');
  await api.until(bounced, 'bounced');
  await told();
  const scheduledAt = new Date(Date.now() + 40 * dayMs + 3_600_000).toISOString();
  const scheduled = await api.send(mail('later@example.com', { scheduled_at: scheduledAt }));
  await answerOf(dataDir, ['erase', '--yes', 'forget.me@example.com']);
  await eventually(async () => !JSON.stringify(await api.email(erased)).includes('forget.me'));
  // Last: an erasure destroys the files of all imports.
  const audience = await fillAudience(server, 'a@mail.example.com', 'kept@example.com');
  await server.stop();

  const figures = `/emails/metrics?start_date=${day(-1)}&end_date=${day(2)}`;
  const mails = [again, delivered, bounced, erased, scheduled];
  return {
    scheduled,
    delivered,
    env,
    laterEnv: { ...given, ...aheadBy(40 * dayMs + 7_200_000) },
    async answers(asked) {
      await eventually(async () => (await posthornAt(asked).email(scheduled)).last_event === 'scheduled');
      const bodies = ['/emails?limit=100', '/domains', figures].map(
        async (path) => (await ask(asked, asked.key, path)).body,
      );
      return {
        lists: await Promise.all(bodies),
        mails: await Promise.all(mails.map(async (id) => posthornAt(asked).email(id))),
        webhooks: await webhooksAt(asked, webhookId),
        audience: await audience(asked),
        retired: (await ask(asked, asked.key, `/emails/${retired}`)).status,
      };
    },
    async logged(asked) {
      const { body } = await ask(asked, asked.key, '/logs?limit=100');
      return (body as { data: { id: string }[] }).data.map(({ id }) => id);
    },
  };
}

/**
 * An endpoint that takes what it is sent, until it was told of a bounce twice: live, and by a replay that has ended.
 */
async function listenForBounces(server: RunningServer) {
  const receiver = await startWebhookReceiver();
  const post = async (path: string, body: object): Promise<string> =>
    ((await ask(server, server.key, path, body)).body as { id: string }).id;
  const webhookId = await post('/webhooks', { endpoint: receiver.url('/bounces'), events: ['email.bounced'] });
  return {
    webhookId,
    async told() {
      await receiver.until('/bounces', 1);
      const replayId = await post(`/webhooks/${webhookId}/replay`, { since: '2020-01-01' });
      const replay = async () => (await ask(server, server.key, `/webhooks/${webhookId}/replays/${replayId}`)).body;
      await eventually(async () => ((await replay()) as { status: string }).status === 'completed');
      receiver.close();
    },
  };
}

/** The endpoint with its secret, its replays, and what it was sent, with each attempt. */
async function webhooksAt(server: RunningServer, webhookId: string): Promise<readonly unknown[]> {
  const shown = async (path: string) => (await ask(server, server.key, `/webhooks/${webhookId}${path}`)).body;
  const requests = async () => (await ask(server, server.key, `/webhook-requests?webhook_id=${webhookId}`)).body;
  await eventually(async () => ((await requests()) as { data: readonly unknown[] }).data.length === 2);
  return Promise.all([shown(''), shown('/events'), shown('/replays'), requests()]);
}
