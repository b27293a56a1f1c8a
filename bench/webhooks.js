// Measures webhooks: `npm run bench:webhooks`. Mails are accepted and delivered at a steady pace while 20 endpoints are sent
// what happens to them; five of these are dead or stall. Each run ends with a proof: every message is at each healthy
// endpoint, signed, and each repeat has its first id. `-- --messages 2000` makes a short run; docs/benchmarks.md has the rest.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEngines } from './engines.js';
import { ask, percentile, startChild, startLoad, startServer } from './processes.js';
import { measurePast } from './webhook-past.js';
import { call, patiently, sendPaced } from './webhook-load.js';

const { values: flags } = parseArgs({
  options: {
    messages: { type: 'string', default: '50000' },
    'shared-messages': { type: 'string', default: '2000' },
    rate: { type: 'string', default: '300' },
    'shared-rate': { type: 'string', default: '40' },
    only: { type: 'string' },
    kill: { type: 'boolean', default: false },
    past: { type: 'string' },
  },
});

const kinds = [
  ...Array.from({ length: 15 }, () => 'healthy'),
  'refuses',
  'never answers',
  'answers 500',
  'breaks off',
  'drips',
];
const types = ['email.sent', 'email.delivered'];
/** What one mail makes. */
const messagesAMail = kinds.length * types.length;
const warmUpMails = 40;
const killEveryMs = 5_000;
/**
 * Without a message more for so long, the run has failed. On a busy machine two attempts at one may take too long, and the third comes
 * five minutes later.
 */
const patienceMs = 420_000;
const healthyP99Ms = 2_000;
const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-webhooks-'));
let failed = false;

/** Servers on one set of engines, by role; `host` and `port` of the one that is asked. */
async function startEmbedded(load) {
  const dataDir = mkdtempSync(join(folder, 'embedded-'));
  const start = () => startServer(dataDir, { ...load.environment, ALLOW_PRIVATE_FETCH: '1' });
  const servers = { 'every role': await start() };
  return {
    name: 'embedded',
    dataDir,
    servers,
    api: () => servers['every role'],
    killed: 'every role',
    async restart(role) {
      await servers[role].kill();
      servers[role] = await start();
    },
    async stop() {
      await servers['every role'].stop();
    },
  };
}

async function startShared(load) {
  const engines = await startEngines();
  const dirs = new Map();
  const start = (role) => {
    if (!dirs.has(role)) dirs.set(role, mkdtempSync(join(folder, `${role}-`)));
    const common = { ...engines.environment, ...load.environment };
    return startServer(dirs.get(role), {
      ...common,
      MASTER_KEY: '0'.repeat(64),
      ALLOW_PRIVATE_FETCH: '1',
      POSTHORN_ROLES: role,
    });
  };
  const servers = {};
  for (const role of ['projections', 'api', 'delivery', 'webhooks']) servers[role] = await start(role);
  return {
    name: `shared, on ${engines.described}`,
    servers,
    api: () => servers.api,
    killed: 'webhooks',
    async restart(role) {
      await servers[role].kill();
      servers[role] = await start(role);
    },
    async stop() {
      await Promise.all(Object.values(servers).map((server) => server.stop()));
      engines.stop();
    },
  };
}

const cpuOf = ({ servers }) =>
  Object.fromEntries(Object.entries(servers).map(([role, server]) => [role, server.cpuSeconds()]));

/** Processor time of each process since then, in ms for each of so many. */
function spent(set, before, count) {
  const after = cpuOf(set);
  return Object.fromEntries(Object.keys(after).map((role) => [role, ((after[role] - before[role]) * 1_000) / count]));
}

async function registerAll(set, sink) {
  const ports = await sink({ ask: 'listen', kinds });
  for (const [index, port] of ports.entries()) {
    const endpoint = `http://127.0.0.1:${port}/${index}`;
    const registration = { endpoint, events: types };
    const { signing_secret: secret } = await patiently(() => call(set.api(), 'POST', '/webhooks', registration));
    await sink({ ask: 'secret', index, secret });
  }
}

/** Waits for these mails, so that endpoints registered afterwards get no messages about them. */
async function untilDelivered(set, ids) {
  for (const id of ids) {
    const isDelivered = async () => (await call(set.api(), 'GET', `/emails/${id}`)).last_event === 'delivered';
    while (!(await patiently(isDelivered))) await wait(100);
  }
}

/** When every healthy endpoint has this many. */
async function untilAll(sink, count) {
  for (let before = -1, since = Date.now(); ; ) {
    const counts = await sink({ ask: 'counts' });
    const healthy = counts.filter((_, index) => kinds[index] === 'healthy');
    if (healthy.every((each) => each >= count)) return;
    const sum = healthy.reduce((all, each) => all + each, 0);
    if (sum > before) since = Date.now();
    before = sum;
    if (Date.now() - since > patienceMs) throw new Error(`nothing came for ${patienceMs} ms: ${healthy.join(' ')}`);
    await wait(100);
  }
}

/** Kills the sending process again and again until it is ended. */
function keepKilling(set) {
  const ending = new AbortController();
  let kills = 0;
  const done = (async () => {
    while (!ending.signal.aborted) {
      await wait(killEveryMs, undefined, { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) return;
      kills += 1;
      await set.restart(set.killed);
    }
  })();
  return async () => {
    ending.abort();
    await done;
    return kills;
  };
}

function printClasses({ endpoints }) {
  const at = (sorted, share) => Math.round(percentile(sorted, share));
  const rows = [...new Set(kinds)].map((kind) => {
    const own = endpoints.filter((endpoint) => endpoint.kind === kind);
    const sum = (what) => own.reduce((all, endpoint) => all + endpoint[what], 0);
    const worst = (share) => Math.max(...own.map(({ lateMs }) => at(lateMs, share)));
    return {
      class: kind,
      endpoints: own.length,
      requests: sum('requests'),
      repeats: sum('repeats'),
      'p50 ms': worst(0.5),
      'p95 ms': worst(0.95),
      'p99 ms': worst(0.99),
      'max ms': worst(1),
    };
  });
  console.log('\nfrom the event to its first arrival, of the slowest endpoint of each class');
  console.table(rows);
}

function prove({ wrong, endpoints }, ids) {
  const sum = (what, of = endpoints) => of.reduce((all, endpoint) => all + endpoint[what], 0);
  const healthy = endpoints.filter(({ kind }) => kind === 'healthy');
  const missing = sum('missing', healthy);
  const faults = [wrong, missing, sum('changedIds'), sum('strangers')];
  console.log(
    `${ids.length} mails: ${missing} messages missing at a healthy endpoint, ${wrong} wrongly signed, ` +
      `${sum('strangers')} strangers, ${sum('repeats')} repeats, ${sum('changedIds')} of them with another id`,
  );
  if (faults.some((count) => count > 0)) failed = true;
}

async function measure(startSet, { messages, rate }) {
  const load = await startLoad();
  const { child } = await startChild('webhook-sink.js');
  const sink = async (question) => (await ask(child, question)).answer;
  const mails = Math.max(1, Math.round(messages / messagesAMail));
  const pace = { mails, perSecond: rate / messagesAMail };
  const set = await startSet(load);
  try {
    const early = await sendPaced(set.api, { mails: warmUpMails, perSecond: 20 });
    let before = cpuOf(set);
    const fewer = { ...pace, mails: Math.min(mails, 300) };
    early.push(...(await sendPaced(set.api, fewer)));
    const without = spent(set, before, fewer.mails);
    await untilDelivered(set, early);

    await registerAll(set, sink);
    before = cpuOf(set);
    const stopKilling = flags.kill ? keepKilling(set) : undefined;
    const ids = await sendPaced(set.api, pace);
    await untilAll(sink, ids.length * types.length);
    const kills = await stopKilling?.();
    const expected = ids.flatMap((id) => types.map((type) => `${id} ${type}`));
    const result = await sink({ ask: 'result', expected });
    console.log(`\n${set.name}: ${mails * messagesAMail} messages, ${rate} a second`);
    if (kills === undefined) printSpent(set, { before, without, mails, result });
    else console.log(`${set.killed}: killed ${kills} times, every ${killEveryMs / 1_000} s`);
    printClasses(result);
    prove(result, ids);
    const late = result.endpoints.some(
      ({ kind, lateMs }) => kind === 'healthy' && percentile(lateMs, 0.99) > healthyP99Ms,
    );
    if (kills === undefined && late) failed = true;
  } finally {
    await set.stop();
    load.stop();
    child.disconnect();
  }
}

/** Embedded: the log is filled beside its server. */
async function pastOf(events) {
  const load = await startLoad();
  const { child } = await startChild('webhook-sink.js');
  const sink = async (question) => (await ask(child, question)).answer;
  const set = await startEmbedded(load);
  try {
    const { row, faults } = await measurePast({ server: set.api(), dataDir: set.dataDir, sink, events });
    console.log('\nembedded: a new endpoint asks for the past, while mails go on');
    console.table([row]);
    console.log(faults.length === 0 ? 'every old message arrived once, in order, verified' : faults.join(', '));
    if (faults.length > 0) failed = true;
  } finally {
    await set.stop();
    load.stop();
    child.disconnect();
  }
}

/** What a message takes is what a mail takes more than without endpoints, by the requests that were made for it. */
function printSpent(set, { before, without, mails, result }) {
  const requests = result.endpoints.reduce((all, endpoint) => all + endpoint.requests, 0);
  const withThem = spent(set, before, mails);
  console.table(
    Object.entries(set.servers).map(([role, server]) => ({
      process: role,
      'ms a mail, no endpoint': without[role].toFixed(2),
      'ms a mail, 20 endpoints': withThem[role].toFixed(2),
      'ms a request': (((withThem[role] - without[role]) * mails) / requests).toFixed(3),
      'MB resident': server.residentMb(),
    })),
  );
}

console.log(`${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}`);
try {
  if (flags.past !== undefined) await pastOf(Number(flags.past));
  else {
    const [messages, rate] = [Number(flags.messages), Number(flags.rate)];
    if (flags.only !== 'shared') await measure(startEmbedded, { messages, rate });
    const shared = { messages: Number(flags['shared-messages']), rate: Number(flags['shared-rate']) };
    if (flags.only !== 'embedded') await measure(startShared, shared);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
