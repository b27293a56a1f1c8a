// Counts what one mail asks of the shared engines, by call, and what it costs our own processes: `npm run bench:calls`. Counts do not
// depend on the machine. The embedded processes run the same mails, so that the processor's time can be compared within one run.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEngines } from './engines.js';
import { apiKey, startLoad, startServer } from './processes.js';
import { startWire } from './wire.js';

const mails = Number(process.env.BENCH_MAILS ?? 1_000);
const delayMs = Number(process.env.BENCH_DELAY_MS ?? 0);
const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-calls-'));
const urls = { eventstoredb: 'EVENTSTOREDB_URL', mongodb: 'MONGODB_URL', redis: 'REDIS_URL' };

const engines = await startEngines();
const wires = {};
for (const [engine, name] of Object.entries(urls)) wires[engine] = await startWire(engines.environment[name], delayMs);
const environment = Object.fromEntries(Object.entries(urls).map(([engine, name]) => [name, wires[engine].url]));
/** For what still follows from the last step. */
const longestRestSeconds = 15;
const table = [];

try {
  await measure('shared', (load) => sharedSet(load));
  await measure('embedded', async (load) => [await start('all', settings(load))]);
  print();
} finally {
  for (const wire of Object.values(wires)) wire.stop();
  engines.stop();
  rmSync(folder, { recursive: true, force: true });
}

function start(role, more) {
  return startServer(mkdtempSync(join(folder, `${role}-`)), more);
}

/** What is deferred comes again soon. */
function settings(load) {
  return { ...load.environment, RETRY_SCHEDULE_STANDARD: '2' };
}

async function sharedSet(load) {
  const of = (role) =>
    start(role, { ...environment, MASTER_KEY: '0'.repeat(64), ...settings(load), POSTHORN_ROLES: role });
  const servers = [];
  for (const role of ['projections', 'api', 'delivery']) servers.push(await of(role));
  // The one that is asked is first.
  return [servers[1], servers[0], servers[2]];
}

/** Each step from its request until everything that follows from it has come to rest. */
async function measure(set, startServers) {
  const load = await startLoad();
  const servers = await startServers(load);
  const [api] = servers;
  const [deferred, bounced] = [{ kind: 'deferred' }, { kind: 'bounced' }];
  const lists = ['/emails', '/domains', '/suppressions', '/api-keys', '/webhooks', '/logs', '/usage'];
  const steps = [
    ['mail, single requests', mails, () => load.generate(api, { count: mails, connections: 8 })],
    ['mail, batches of 100', mails, () => load.generate(api, { count: mails / 100, batch: 100, connections: 2 })],
    ['mail, deferred once', mails / 2, () => load.generate(api, { count: mails / 2, connections: 8, mails: deferred })],
    ['mail, bounced', mails / 2, () => load.generate(api, { count: mails / 2, connections: 8, mails: bounced })],
    ...lists.map((path) => [`GET ${path}`, 50, () => readTimes(api, path, 50)]),
  ];
  try {
    await load.generate(api, { count: 100 });
    await atRest(load, servers, 0);
    const idle = await step(servers, async () => wait(10_000));
    let refused = 0;
    for (const [what, count, act] of steps) {
      const taken = await step(servers, async () => {
        await act();
        if (what === 'mail, bounced') refused += count;
        await atRest(load, servers, refused);
      });
      note(set, what, count, taken, idle);
    }
    note(set, 'nothing, for a second', 10, idle);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    load.stop();
  }
}

async function readTimes({ host, port }, path, times) {
  for (let each = 0; each < times; each++) {
    const answer = await fetch(`http://${host}:${port}${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    await answer.arrayBuffer();
  }
}

/** Everything has arrived or was refused, the documents say so, and what follows from that is done as well. */
async function atRest(load, servers, refused) {
  const [{ host, port }] = servers;
  await load.untilReceived(load.accepted.length - refused);
  for (;;) {
    const url = `http://${host}:${port}/emails/metrics`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } });
    const { totals = {} } = await answer.json();
    const { delivered = load.accepted.length, bounced = 0 } = totals;
    if (delivered + bounced >= load.accepted.length) break;
    // Asked seldom: this is counted too, and on a small server it costs more than the mails.
    await wait(3_000);
  }
  for (let before = Number.POSITIVE_INFINITY, seconds = 0; seconds < longestRestSeconds; seconds++) {
    const asked = await callsDuring(servers, 1_000);
    // What is asked every few seconds makes one second busier than the next.
    if (seconds >= 2 && asked >= before) break;
    before = asked;
  }
}

async function callsDuring(servers, ms) {
  const calls = async () =>
    [...(await figures(servers))].reduce((sum, [name, value]) => sum + (/bytes$|^ms/.test(name) ? 0 : value), 0);
  const before = await calls();
  await wait(ms);
  return (await calls()) - before;
}

async function step(servers, act) {
  const before = await figures(servers);
  const begun = Date.now();
  await act();
  const elapsedMs = Date.now() - begun;
  const after = await figures(servers);
  const differences = [...after].map(([name, value]) => [name, value - (before.get(name) ?? 0)]);
  return { elapsedMs, figures: new Map(differences.filter(([, value]) => value !== 0)) };
}

/** What the processes counted since they began, and the bytes on the way. */
async function figures(servers) {
  const sum = new Map();
  const add = (name, value) => sum.set(name, (sum.get(name) ?? 0) + value);
  for (const server of servers) {
    add('ms of our processes', server.cpuSeconds() * 1_000);
    const text = await (await fetch(`http://${server.host}:${server.port}/metrics`)).text();
    const lines = text.matchAll(/^posthorn_engine_calls_total\{engine="(\w+)",call="([^"]+)"\} (\d+)/gm);
    for (const [, engine, call, times] of lines) add(`${engine} ${call}`, Number(times));
  }
  for (const [engine, wire] of Object.entries(wires)) {
    const { sent, received } = wire.bytes();
    add(`${engine} bytes`, sent + received);
  }
  return sum;
}

/** Without what they do when nothing is asked: its share of the time is taken off. */
function note(set, what, count, { elapsedMs, figures: taken }, idle) {
  const row = new Map();
  for (const [name, value] of taken) {
    const besides = idle === undefined ? 0 : ((idle.figures.get(name) ?? 0) * elapsedMs) / 10_000;
    row.set(name, Math.max(0, value - besides) / count);
  }
  table.push({ set, what, row });
}

function print() {
  console.log(
    `\n${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}; on ${engines.described}, ${delayMs} ms away\n`,
  );
  const whats = [...new Set(table.map(({ what }) => what))];
  for (const what of whats) {
    console.log(`\n${what}`);
    for (const { set, row } of table.filter((each) => each.what === what)) {
      const sums = {};
      for (const [name, value] of row) {
        const [engine, ...rest] = name.split(' ');
        if (engine in urls && rest[0] !== 'bytes' && rest.join(' ') !== 'subscription event')
          sums[engine] = (sums[engine] ?? 0) + value;
      }
      const all = Object.entries(sums).map(([engine, value]) => `${engine} ${value.toFixed(2)}`);
      console.log(
        `  ${set}: ${(row.get('ms of our processes') ?? 0).toFixed(2)} ms of our processes${all.length > 0 ? `; calls: ${all.join(', ')}` : ''}`,
      );
      const parts = [...row].filter(([name]) => name.split(' ')[0] in urls).sort(([a], [b]) => a.localeCompare(b));
      for (const [name, value] of parts)
        if (value >= 0.005) console.log(`      ${name.padEnd(36)} ${value.toFixed(2)}`);
    }
  }
}
