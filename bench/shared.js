// Measures several processes on shared engines: `npm run bench:shared`. One process for each role; the engines run on
// the same machine and share its cores, so the figures say what works, and little of what real engines give.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEngines } from './engines.js';
import { apiKey, ask, startChild, startServer } from './processes.js';

const single = Number(process.env.BENCH_SINGLE ?? 3_000);
const batches = Number(process.env.BENCH_BATCHES ?? 30);
const sender = 'bench.example.com';
const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-shared-'));
const accepted = [];
const rows = [];
let number = 0;

const engines = await startEngines();
const { child: generator } = await startChild('generator.js');
const { child: sink, first } = await startChild('sink.js');
const start = (role, more = {}) =>
  startServer(mkdtempSync(join(folder, `${role}-`)), {
    ...engines.environment,
    MASTER_KEY: '0'.repeat(64),
    DELIVERY_MODE: 'relay',
    RELAY_URL: `smtp://127.0.0.1:${first.port}`,
    PREVERIFIED_DOMAINS: sender,
    POSTHORN_ROLES: role,
    ...more,
  });

async function generate(server, count, batch, connections) {
  const { host, port } = server;
  const order = { host, port, key: apiKey, count, batch, connections, sender, first: number };
  number += count * batch;
  const result = await ask(generator, order);
  if (Object.keys(result.failures).length > 0) throw new Error(`requests failed: ${JSON.stringify(result.failures)}`);
  accepted.push(...result.ids);
  return result;
}

async function untilReceived(count) {
  for (let before = -1, still = 0; ; ) {
    const { count: now, lastAt } = await ask(sink, 'count');
    if (now >= count) return lastAt;
    still = now === before ? still + 1 : 0;
    if (still > 600) throw new Error(`only ${now} of ${count} arrived`);
    before = now;
    await wait(100);
  }
}

function row(what, mails, elapsedMs, latencies) {
  const at = (share) => (latencies?.[Math.floor((latencies.length - 1) * share)] ?? Number.NaN).toFixed(1);
  const times = latencies === undefined ? {} : { 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'p99 ms': at(0.99) };
  rows.push({ what, 'per s': Math.round((mails / elapsedMs) * 1000), ...times });
}

const servers = [];
try {
  const projections = await start('projections');
  const api = await start('api');
  servers.push(projections, api);
  await generate(api, 200, 1, 50);
  const one = await generate(api, single, 1, 50);
  row('accepted, single, 50 connections', single, one.elapsedMs, one.latencies);
  const many = await generate(api, batches, 100, 4);
  row('accepted, batches of 100, 4 connections', batches * 100, many.elapsedMs, many.latencies);
  const backlog = accepted.length;
  const drainStart = Date.now();
  servers.push(await start('delivery'));
  row('delivered, backlog, one delivering process', backlog, (await untilReceived(backlog)) - drainStart);
  console.log(`\n${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}; on ${engines.described}\n`);
  console.table(rows);
  const { received } = await ask(sink, 'all');
  const counts = new Map(received);
  if (accepted.some((id) => counts.get(id) !== 1) || received.length !== accepted.length)
    throw new Error('a mail did not arrive exactly once');
  console.log(`verified: ${accepted.length} mails accepted, each at the receiver exactly once`);
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  generator.disconnect();
  sink.disconnect();
  engines.stop();
  rmSync(folder, { recursive: true, force: true });
}
