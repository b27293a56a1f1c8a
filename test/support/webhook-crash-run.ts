import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../src/infrastructure/sqlite/database.js';
import { crashClient } from './crash-client.js';
import { key, seeded, wait } from './crash-run.js';
import { type CrashServer, crashServer, portForServer } from './crash-server.js';
import { temporaryFolder } from './server.js';
import { waitFor, type WaitLimits } from './wait-for.js';
import {
  type Reaction,
  type ReceivedWebhook,
  startWebhookReceiver,
  verifiedBy,
  type WebhookReceiver,
} from './webhook-receiver.js';

export interface WebhookCrashPlan {
  readonly seed: number;
  /** Accepted between two kills. */
  readonly mailsPerLife: number;
  /** One for each kill: how long after the last accept. Chance adds up to as much again. */
  readonly killsAfterMs: readonly number[];
  /** For the messages of the last life. */
  readonly patienceMs: number;
}

export interface WebhookCrashResult {
  /** By the log: what each endpoint is owed. */
  readonly owed: readonly string[];
  readonly endpoints: readonly WebhookCrashEndpoint[];
  /** Why requests were not accepted by the reference library. */
  readonly faults: readonly unknown[];
}

interface WebhookCrashEndpoint {
  readonly path: string;
  /** Every request that came, each with a signature that fits, as `<type> <id of the mail>` and the message's id. */
  readonly received: readonly { readonly about: string; readonly id: string }[];
}

const types = ['email.sent', 'email.delivered'];
const paths = ['/well', '/fails-at-first', '/hangs-up', '/stalls'];
const connections = 10;

/** Mails to a server that is killed again and again, with endpoints that take everything, fail, hang up and stall. */
export async function webhookCrashRun(plan: WebhookCrashPlan): Promise<WebhookCrashResult> {
  const random = seeded(plan.seed);
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  const receiver = await startWebhookReceiver();
  const endpoints = misbehavingEndpoints(receiver, random);
  const port = await portForServer(random);
  const server = crashServer(folder, {
    HOST: '127.0.0.1',
    PORT: String(port),
    BOOTSTRAP_API_KEY: key,
    ALLOW_PRIVATE_FETCH: '1',
    POSTHORN_TEST_MAX_UNKNOWN_OUTCOMES: '100',
    LOG_LEVEL: 'warn',
  });
  try {
    server.start();
    const result = await Promise.race([run(plan, random, { server, endpoints, port, folder }), server.failure]);
    const exitCode = await server.stop();
    if (exitCode !== 0) throw new Error(`the server's orderly end was ${exitCode}:\n${server.log()}`);
    return result;
  } finally {
    receiver.close();
    await server.kill().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Stage {
  readonly server: CrashServer;
  readonly endpoints: Endpoints;
  readonly port: number;
  readonly folder: string;
}

/** Four endpoints at a receiver: one takes everything, the others fail, hang up and stall. */
export interface Endpoints {
  /** At the server that listens on this port. */
  register(port: number, key: string): Promise<void>;
  /** From now on every request is answered in the end. */
  calm(): void;
  /** Once each has had all that the log says it is owed, of this team's emails or of all. */
  settled(log: string, owed: number, limits: WaitLimits, teamId?: string): Promise<WebhookCrashResult>;
}

export function misbehavingEndpoints(receiver: WebhookReceiver, random: () => number): Endpoints {
  const stalls = { forEver: true };
  const arrivals: Arrivals = { secrets: new Map(), verified: new Map(), faults: [] };
  misbehave(receiver, random, stalls, arrivals);
  return {
    async register(port, key) {
      for (const path of paths) arrivals.secrets.set(path, await register(port, key, receiver.url(path)));
    },
    calm() {
      stalls.forEver = false;
    },
    async settled(log, owed, limits, teamId) {
      await waitFor(
        () => owedBy(log, teamId).length,
        (length) => length >= owed,
        limits,
      );
      const all = owedBy(log, teamId);
      for (const path of paths) {
        await waitFor(
          () => new Set(arrivals.verified.get(path)?.map(({ about }) => about)).size,
          (size) => size >= all.length,
          limits,
        );
      }
      return {
        owed: all,
        endpoints: paths.map((path) => ({ path, received: arrivals.verified.get(path) ?? [] })),
        faults: arrivals.faults,
      };
    },
  };
}

/** What came, verified as it came: the reference library refuses what was signed five minutes ago. By path. */
interface Arrivals {
  readonly secrets: Map<string, string>;
  readonly verified: Map<string, { readonly about: string; readonly id: string }[]>;
  readonly faults: unknown[];
}

/** Until the last kill some requests are never answered: their messages are open when it comes. */
interface Stalls {
  forEver: boolean;
}

function misbehave(receiver: WebhookReceiver, random: () => number, stalls: Stalls, arrivals: Arrivals): void {
  const seen = new Set<string>();
  const on = (path: string, react: Reaction): void =>
    receiver.on(path, (response, message, request) => {
      note(arrivals, message);
      react(response, message, request);
    });
  on('/well', (response) => response.end('ok'));
  on('/fails-at-first', (response, { id }) => {
    const isFirst = !seen.has(id);
    seen.add(id);
    response.writeHead(isFirst && random() < 0.3 ? 500 : 200).end();
  });
  on('/hangs-up', (response) => void (random() < 0.2 ? response.destroy() : response.end('ok')));
  on('/stalls', (response) => {
    if (!stalls.forEver || random() > 0.1) setTimeout(() => response.end('ok'), random() * 200);
  });
}

function note({ secrets, verified, faults }: Arrivals, message: ReceivedWebhook): void {
  try {
    verifiedBy(secrets.get(message.path) ?? '', message);
    verified.set(message.path, [...(verified.get(message.path) ?? []), { about: aboutOf(message), id: message.id }]);
  } catch (error) {
    faults.push(error);
  }
}

async function run(plan: WebhookCrashPlan, random: () => number, stage: Stage): Promise<WebhookCrashResult> {
  const { server, endpoints, port, folder } = stage;
  await endpoints.register(port, key);
  for (const [life, killAfterMs] of plan.killsAfterMs.entries()) {
    await sendMails(plan, { port, key }, life);
    await wait(killAfterMs * (1 + random()));
    await server.kill();
    server.start();
  }
  endpoints.calm();
  await sendMails(plan, { port, key }, plan.killsAfterMs.length);
  const mails = plan.mailsPerLife * (plan.killsAfterMs.length + 1);
  const log = join(folder, 'data', 'eventlog.sqlite');
  const result = await endpoints.settled(log, 2 * mails, { limitMs: plan.patienceMs });
  expect(result.owed).toHaveLength(2 * mails);
  return result;
}

/** What the log says has happened, as {@link aboutOf} names it. */
function owedBy(path: string, teamId?: string): readonly string[] {
  const log = openDatabase(path, { readOnly: true });
  try {
    const events = log
      .prepare(
        `SELECT stream, type FROM events WHERE type IN ('EmailAccepted', 'EmailDelivered')
        AND (:teamId IS NULL OR json_extract(metadata, '$.teamId') = :teamId) ORDER BY position`,
      )
      .all({ ':teamId': teamId ?? null }) as unknown as { stream: string; type: string }[];
    return events.map(({ stream, type }) => {
      return `${type === 'EmailAccepted' ? 'email.sent' : 'email.delivered'} ${stream.slice('email-'.length)}`;
    });
  } finally {
    log.close();
  }
}

function aboutOf({ body }: ReceivedWebhook): string {
  // Our own payload.
  const { type, data } = JSON.parse(body) as { type: string; data: { email_id: string } };
  return `${type} ${data.email_id}`;
}

async function register(port: number, key: string, endpoint: string): Promise<string> {
  const answer = await waitFor(
    () =>
      fetch(`http://127.0.0.1:${port}/webhooks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ endpoint, events: types }),
      }),
    ({ status }) => status !== 503,
  );
  if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { signing_secret: string }).signing_secret;
}

/** Resolves once all of this life of the server are accepted. */
export async function sendMails(
  { seed, mailsPerLife }: Pick<WebhookCrashPlan, 'seed' | 'mailsPerLife'>,
  { port, key }: { readonly port: number; readonly key: string },
  life: number,
): Promise<void> {
  let next = 0;
  const send = async (): Promise<void> => {
    const client = crashClient(port, key);
    while (next < mailsPerLife) {
      const number = next;
      next += 1;
      const mail = { from: 'Shop <onboarding@resend.dev>', to: 'delivered@resend.dev', subject: `${life}`, text: 'Hi' };
      const idempotencyKey = `webhooks/${seed}/${life}/${number}`;
      await client.send({ path: '/emails', payload: JSON.stringify(mail), idempotencyKey }, () => undefined);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: connections }, send));
}

/** What must hold after every run, whatever was killed when. */
export function expectEveryMessageUnderOneId({ owed, endpoints, faults }: WebhookCrashResult): void {
  expect(faults).toEqual([]);
  const ids = new Set<string>();
  for (const { received } of endpoints) {
    const known = new Map<string, string>();
    for (const { about, id } of received) {
      expect(known.get(about) ?? id).toBe(id);
      known.set(about, id);
    }
    expect([...known.keys()].toSorted()).toEqual(owed.toSorted());
    for (const id of known.values()) ids.add(id);
  }
  expect(ids.size).toBe(owed.length * endpoints.length);
}

/** One line about what the run has met. */
export function webhookCrashSummary({ owed, endpoints }: WebhookCrashResult): string {
  const repeats = endpoints.map(({ path, received }) => `${path} ${received.length - owed.length}`);
  return `${owed.length} messages to each endpoint; beyond the first attempt: ${repeats.join(', ')}`;
}
