import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type CrashClient, crashClient, type CrashRequest } from './crash-client.js';
import { type LoggedMails, loggedMails } from './crash-log.js';
import { type CrashServer, crashServer, portForServer } from './crash-server.js';
import { type CrashSink, startCrashSink } from './crash-sink.js';
import { temporaryFolder } from './server.js';

export type CrashKind = 'single' | 'batch' | 'unkeyed';

export interface CrashPlan {
  readonly seed: number;
  /** Keyed single mails, keyed batches, single mails without a key, or all three in turn. */
  readonly kind: CrashKind | 'mixed';
  /** How many requests must get their 200. */
  readonly requests: number;
  readonly connections: number;
  /** Kills between the first and the last accept. */
  readonly kills: number;
  /** More kills, each while the server is starting again. */
  readonly killsAtStart: number;
}

export interface CrashResult extends LoggedMails {
  /** The mails of each request, as its 200 named them. */
  readonly answers: readonly (readonly string[])[];
  /** The same requests once more at the end, each that has a key. */
  readonly repeated: readonly (readonly string[])[];
  /** How many requests had been answered at each kill. */
  readonly answeredAtKills: readonly number[];
  /** Attempts without an answer (or with 503 or 409, not yet): each of them may have been accepted all the same. */
  readonly failures: number;
  /** What `GET /emails` lists, and the state of each. */
  readonly listed: ReadonlyMap<string, string>;
  /** The subject of each that is listed, which names its request: {@link subjectOf}. */
  readonly subjects: ReadonlyMap<string, string>;
  /** How often each mail arrived. */
  readonly received: ReadonlyMap<string, number>;
}

export const mailsPerBatch = 10;

/** What the request with this number is: of ten in turn one is a batch, and two have no key. */
export function kindOf({ kind }: Pick<CrashPlan, 'kind'>, index: number): CrashKind {
  if (kind !== 'mixed') return kind;
  const place = index % 10;
  if (place === 0) return 'batch';
  return place === 3 || place === 7 ? 'unkeyed' : 'single';
}

/** What a mail of a request is about: it names both. */
export const subjectOf = (index: number, mail: number): string => `Order ${index}/${mail}`;
export const senderDomain = 'mail.example.com';
export const key = 're_the_key_of_the_crash_tests_01';
/** Without a mail more at the receiver for this long, the run has failed. */
const patienceMs = 120_000;

/** Runs the plan against the built server, and throws where a kill missed or the server ended by itself. */
export async function crashRun(plan: CrashPlan): Promise<CrashResult> {
  const random = seeded(plan.seed);
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  const sink = await startCrashSink();
  const port = await portForServer(random);
  const server = crashServer(folder, {
    HOST: '127.0.0.1',
    PORT: String(port),
    BOOTSTRAP_API_KEY: key,
    DELIVERY_MODE: 'relay',
    RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    PREVERIFIED_DOMAINS: senderDomain,
    RETRY_SCHEDULE_STANDARD: '1',
    POSTHORN_TEST_MAX_UNKNOWN_OUTCOMES: '100',
    LOG_LEVEL: 'warn',
  });
  const clients = Array.from({ length: plan.connections }, () => crashClient(port, key));
  try {
    server.start();
    const result = await Promise.race([run(plan, random, { server, sink, clients, port }), server.failure]);
    const exitCode = await server.stop();
    if (exitCode !== 0) throw new Error(`the server's orderly end was ${exitCode}:\n${server.log()}`);
    return { ...result, ...loggedMails(join(folder, 'data', 'eventlog.sqlite')) };
  } finally {
    for (const client of clients) client.close();
    sink.close();
    await server.kill().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Stage {
  readonly server: CrashServer;
  readonly sink: CrashSink;
  readonly clients: readonly CrashClient[];
  readonly port: number;
}

async function run(
  plan: CrashPlan,
  random: () => number,
  { server, sink, clients, port }: Stage,
): Promise<Omit<CrashResult, keyof LoggedMails>> {
  const progress = watchedCount();
  let failures = 0;
  const [answers, answeredAtKills] = await Promise.all([
    sendAll(clients, plan, progress.add, () => (failures += 1)),
    killAtRandom(plan, random, server, progress),
  ]);
  const ids = answers.flat();
  await untilReceived(sink, ids, server.log);
  const listed = await untilSettled(port, ids.length);
  const subjects = await subjectsOf(port);
  const repeated = await sendAll(
    clients,
    plan,
    () => undefined,
    () => undefined,
    (index) => kindOf(plan, index) !== 'unkeyed',
  );
  const received = new Map([...(await sink.received())].map(([messageId, times]) => [mailOf(messageId), times]));
  return { answers, repeated, answeredAtKills, failures, listed, subjects, received };
}

/** Each connection takes the next request that is wanted as soon as its last one has been answered. */
export async function sendAll(
  clients: readonly CrashClient[],
  plan: Pick<CrashPlan, 'seed' | 'kind' | 'requests'>,
  onAnswer: () => void,
  onFailure: () => void,
  isWanted: (index: number) => boolean = () => true,
): Promise<readonly (readonly string[])[]> {
  const answers: (readonly string[])[] = [];
  let next = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (next < plan.requests) {
        const index = next;
        next += 1;
        if (!isWanted(index)) continue;
        answers[index] = await client.send(requestOf(plan, index), onFailure);
        onAnswer();
      }
    }),
  );
  return answers;
}

/**
 * Each kill waits for its share of the answers, and then for a moment that chance chooses: the mails of the last
 * moments are at every stage of being accepted and delivered.
 */
async function killAtRandom(
  plan: CrashPlan,
  random: () => number,
  server: CrashServer,
  progress: WatchedCount,
): Promise<readonly number[]> {
  const answeredAtKills: number[] = [];
  for (let kill = 1; kill <= plan.kills; kill += 1) {
    const share = (kill - 0.5 * random()) / (plan.kills + 1);
    // At least one answer of this life of the server: it is never killed before it serves, unless that is the plan.
    const least = (answeredAtKills.at(-1) ?? 0) + 1;
    await progress.reaches(Math.max(Math.floor(share * plan.requests), least));
    await wait(random() * 20);
    const answered = progress.value();
    if (answered >= plan.requests) throw new Error(`kill ${kill} missed: every request had been answered`);
    await server.kill();
    answeredAtKills.push(answered);
    server.start();
    if (kill <= plan.killsAtStart) {
      await wait(random() * 1500);
      await server.kill();
      server.start();
    }
  }
  return answeredAtKills;
}

function requestOf(plan: Pick<CrashPlan, 'seed' | 'kind'>, index: number): CrashRequest {
  const kind = kindOf(plan, index);
  const mail = (number: number) => ({
    from: `Shop <shop@${senderDomain}>`,
    to: `customer${index}.${number}@shop${(index + number) % 7}.example.net`,
    subject: subjectOf(index, number),
    text: `Thank you for order ${index}/${number}.`,
  });
  return {
    path: kind === 'batch' ? '/emails/batch' : '/emails',
    payload: JSON.stringify(kind === 'batch' ? Array.from({ length: mailsPerBatch }, (_, i) => mail(i)) : mail(0)),
    ...(kind === 'unkeyed' ? {} : { idempotencyKey: `order/${plan.seed}/${index}` }),
  };
}

export async function untilReceived(
  sink: CrashSink,
  ids: readonly string[],
  log: (missing: readonly string[]) => string | Promise<string>,
): Promise<void> {
  let most = -1;
  let lastProgress = performance.now();
  for (;;) {
    const received = await sink.received();
    const missing = ids.filter((id) => !received.has(`${id}@${senderDomain}`));
    if (missing.length === 0) return;
    if (received.size > most) {
      most = received.size;
      lastProgress = performance.now();
    }
    if (performance.now() - lastProgress > patienceMs) {
      throw new Error(`${missing.length} mails never arrived, ${missing[0]} among them:\n${await log(missing)}`);
    }
    await wait(100);
  }
}

/** Every mail as the API lists it, when nothing is under way any more. */
export async function untilSettled(port: number, atLeast: number): Promise<ReadonlyMap<string, string>> {
  const underWay = new Set(['queued', 'sent', 'delivery_delayed']);
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const listed = await listAll(port);
    const open = [...listed].filter(([, state]) => underWay.has(state));
    if (open.length === 0 && listed.size >= atLeast) return listed;
    if (performance.now() > deadline) {
      throw new Error(`${listed.size} mails are listed, ${open.length} of them open, such as ${open[0]?.join(' ')}`);
    }
    await wait(100);
  }
}

async function listAll(port: number): Promise<ReadonlyMap<string, string>> {
  return new Map((await listRows(port)).map(({ id, last_event }) => [id, last_event]));
}

async function subjectsOf(port: number): Promise<ReadonlyMap<string, string>> {
  return new Map((await listRows(port)).map(({ id, subject }) => [id, subject]));
}

interface ListedRow {
  readonly id: string;
  readonly last_event: string;
  readonly subject: string;
}

async function listRows(port: number): Promise<readonly ListedRow[]> {
  const rows: ListedRow[] = [];
  let after = '';
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/emails?limit=100${after}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (answer.status === 503) {
      await wait(100);
      continue;
    }
    // The documented answer; the suite over the client library checks its shape.
    const page = (await answer.json()) as { has_more: boolean; data: ListedRow[] };
    rows.push(...page.data);
    if (!page.has_more) return rows;
    after = `&after=${page.data.at(-1)?.id}`;
  }
}

export const mailOf = (messageId: string): string => messageId.slice(0, messageId.indexOf('@'));
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface WatchedCount {
  add(): void;
  value(): number;
  reaches(wanted: number): Promise<void>;
}

export function watchedCount(): WatchedCount {
  let count = 0;
  const waiting = new Set<{ readonly wanted: number; readonly resolve: () => void }>();
  return {
    add() {
      count += 1;
      for (const waiter of waiting) {
        if (count < waiter.wanted) continue;
        waiting.delete(waiter);
        waiter.resolve();
      }
    },
    value: () => count,
    reaches: (wanted) =>
      new Promise((resolve) => void (count >= wanted ? resolve() : waiting.add({ wanted, resolve }))),
  };
}

/** mulberry32: the same numbers from 0 to 1 for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
