import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CrashClient, crashClient, type CrashRequest } from './crash-client.js';
import { lastWordCounter, type LoggedRecipient, loggedRecipients } from './crash-log.js';
import { key, seeded, senderDomain, wait } from './crash-run.js';
import { type CrashServer, crashServer, portForServer } from './crash-server.js';
import { temporaryFolder } from './server.js';
import { type SmartRoute, startSmartReceivers } from './smart-receivers.js';
import { type SinkLine, sinkLines } from './smart-sink.js';
import { eventually } from './wait-for.js';

export interface SmartPlan {
  readonly seed: number;
  readonly mails: number;
  readonly route: SmartRoute;
  /**
   * SIGKILL of the whole server so long after it began to deliver, again and again until every recipient has a last
   * word; null: never.
   */
  readonly killEveryMs: number | null;
}

interface ShownRecipient {
  readonly address: string;
  /** What `GET /emails/{id}` says of it at the end. */
  readonly status: string;
}

export interface SmartResult {
  /** By the mail's id, in the order of the recipients' numbers. */
  readonly shown: ReadonlyMap<string, readonly ShownRecipient[]>;
  readonly logged: ReadonlyMap<string, readonly LoggedRecipient[]>;
  readonly sink: readonly SinkLine[];
  readonly faults: ReadonlyMap<string, number>;
  readonly kills: number;
  readonly tookMs: number;
}

const connections = 20;
/** Without another last word for this long, the run has failed. */
const patienceMs = 120_000;

/** Sends the mails through the built server to the smart sink, and answers when every recipient has a last word. */
export async function smartRun(plan: SmartPlan): Promise<SmartResult> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  const logFile = join(folder, 'sink.log');
  const { seed, route } = plan;
  const receivers = await startSmartReceivers({ route, seed, logFile });
  const port = await portForServer(seeded(seed));
  const server = crashServer(folder, {
    HOST: '127.0.0.1',
    PORT: String(port),
    BOOTSTRAP_API_KEY: key,
    ...receivers.env,
    PREVERIFIED_DOMAINS: senderDomain,
    ...shortDelays,
    LOG_LEVEL: 'error',
  });
  const clients = Array.from({ length: connections }, () => crashClient(port, key));
  const over = new AbortController();
  const eventLog = join(folder, 'data', 'eventlog.sqlite');
  try {
    const startedAt = performance.now();
    server.start();
    const kills = await Promise.race([
      run(plan, receivers.domains, { server, clients, port, eventLog, over }),
      server.failure,
    ]);
    const tookMs = performance.now() - startedAt;
    const shown = await showAll(clients, port, [...loggedRecipients(eventLog).keys()]);
    const exitCode = await server.stop();
    if (exitCode !== 0) throw new Error(`the server's orderly end was ${exitCode}:\n${server.log()}`);
    const faults = await receivers.faults();
    return { shown, logged: loggedRecipients(eventLog), sink: sinkLines(logFile), faults, kills, tookMs };
  } finally {
    over.abort();
    for (const client of clients) client.close();
    await receivers.close();
    await server.kill().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** So short that minutes of trouble end in seconds; long enough that a busy machine is no receiver's fault. */
const shortDelays = {
  POSTHORN_TEST_CONNECT_TIMEOUT_MS: '2000',
  POSTHORN_TEST_GREETING_TIMEOUT_MS: '2000',
  POSTHORN_TEST_COMMAND_TIMEOUT_MS: '2000',
  AFTER_DOT_TIMEOUT_MS: '2000',
  POSTHORN_TEST_CLAIM_MARGIN_MS: '1000',
  RETRY_SCHEDULE_STANDARD: '1,2',
  POSTHORN_TEST_MAX_UNKNOWN_OUTCOMES: '100',
  // What broke once is tried again: it breaks for others too.
  POSTHORN_TEST_TLS_BROKEN_MS: '1000',
};

interface Stage {
  readonly server: CrashServer;
  readonly clients: readonly CrashClient[];
  readonly port: number;
  readonly eventLog: string;
  readonly over: AbortController;
}

/** How often the server was killed. */
async function run(
  plan: SmartPlan,
  domains: readonly string[],
  { server, clients, port, eventLog, over }: Stage,
): Promise<number> {
  const killing = killAgainAndAgain(plan, { server, port, eventLog, over });
  const requests = Array.from({ length: plan.mails }, (_, number) => requestOf(plan, domains, number));
  const recipients = requests.reduce((sum, { recipients }) => sum + recipients, 0);
  await Promise.race([sendEach(clients, requests), killing]);
  const settledByNow = lastWordCounter(eventLog);
  let most = -1;
  let lastProgress = performance.now();
  for (;;) {
    const settled = settledByNow();
    if (settled >= recipients) break;
    if (settled > most) {
      most = settled;
      lastProgress = performance.now();
    }
    if (performance.now() - lastProgress > patienceMs) {
      throw new Error(`${recipients - settled} recipients never had a last word:\n${server.log()}`);
    }
    await Promise.race([wait(250), killing]);
  }
  over.abort();
  const kills = await killing;
  // The last kill may have been a moment ago: the log had every last word, and the server is only starting.
  await untilReady(port);
  return kills;
}

/** Ends when it is told to; a server that it has killed may still be starting. */
async function killAgainAndAgain(
  { killEveryMs }: SmartPlan,
  { server, port, eventLog, over: { signal } }: Omit<Stage, 'clients'>,
): Promise<number> {
  const settledByNow = lastWordCounter(eventLog);
  let kills = 0;
  const told = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  for (;;) {
    await untilReady(port, signal);
    if (killEveryMs === null) await told;
    else {
      // On a machine with much else to do a start takes longer than that: a server that is only ever starting delivers
      // nothing.
      const before = settledByNow();
      await eventually(() => signal.aborted || settledByNow() !== before, { limitMs: patienceMs });
      await sleep(killEveryMs, undefined, { signal }).catch(() => undefined);
    }
    if (signal.aborted) return kills;
    await server.kill();
    kills += 1;
    server.start();
  }
}

async function untilReady(port: number, over?: AbortSignal): Promise<void> {
  const ready = async (): Promise<boolean> =>
    over?.aborted === true || (await fetch(`http://127.0.0.1:${port}/health/ready`)).status === 200;
  await eventually(ready, { limitMs: patienceMs });
}

async function sendEach(clients: readonly CrashClient[], requests: readonly CrashRequest[]): Promise<void> {
  let next = 0;
  await Promise.all(
    clients.map(async (client) => {
      for (;;) {
        const request = requests[next];
        if (request === undefined) return;
        next += 1;
        await client.send(request, () => undefined);
      }
    }),
  );
}

/** Each mail has a sender of its own and one to three recipients, at one to three domains. */
function requestOf(
  { seed }: SmartPlan,
  domains: readonly string[],
  number: number,
): CrashRequest & { readonly recipients: number } {
  const recipients = 1 + (number % 3);
  const to = Array.from({ length: recipients }, (_, index) => {
    const domain = domains[(number % 2 === 0 ? number : number + index) % domains.length];
    return `customer${number}-${index}@${domain}`;
  });
  return {
    path: '/emails',
    idempotencyKey: `order/${seed}/${number}`,
    recipients,
    payload: JSON.stringify({
      from: `Shop <shop-${number}@${senderDomain}>`,
      to,
      subject: `Order ${number}`,
      text: `Thank you for order ${number}.`,
    }),
  };
}

async function showAll(
  clients: readonly unknown[],
  port: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly ShownRecipient[]>> {
  const shown = new Map<string, readonly ShownRecipient[]>();
  const left = [...ids];
  await Promise.all(
    clients.map(async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        const answer = await fetch(`http://127.0.0.1:${port}/emails/${id}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        // The documented answer; the suites of the API check its shape.
        const { recipients } = (await answer.json()) as { recipients: ShownRecipient[] };
        shown.set(id, recipients);
      }
    }),
  );
  return shown;
}
