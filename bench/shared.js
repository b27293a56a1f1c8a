// Measures several processes on shared engines: `npm run bench:shared`. One process for each role; the engines run on
// the same machine and share its cores, so the figures say what works, and little of what real engines give.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngines } from './engines.js';
import { importContacts } from './imports.js';
import { percentile, startLoad, startServer } from './processes.js';

const single = Number(process.env.BENCH_SINGLE ?? 3_000);
const batches = Number(process.env.BENCH_BATCHES ?? 30);
const contacts = Number(process.env.BENCH_CONTACTS ?? 2_000);
const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-shared-'));
const rows = [];

const engines = await startEngines();
const load = await startLoad();
const start = (role, more = {}) =>
  startServer(mkdtempSync(join(folder, `${role}-`)), {
    ...engines.environment,
    MASTER_KEY: '0'.repeat(64),
    ...load.environment,
    POSTHORN_ROLES: role,
    ...more,
  });

function row(what, mails, elapsedMs, latencies) {
  const at = (share) => percentile(latencies, share).toFixed(1);
  const times = latencies === undefined ? {} : { 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'p99 ms': at(0.99) };
  rows.push({ what, 'per s': Math.round((mails / elapsedMs) * 1000), ...times });
}

const servers = [];
try {
  const projections = await start('projections');
  const api = await start('api');
  servers.push(projections, api);
  await load.generate(api, { count: 200 });
  const one = await load.generate(api, { count: single });
  row('accepted, single, 50 connections', single, one.elapsedMs, one.latencies);
  const many = await load.generate(api, { count: batches, batch: 100, connections: 4 });
  row('accepted, batches of 100, 4 connections', batches * 100, many.elapsedMs, many.latencies);
  row('contacts imported', contacts, await importContacts(`http://${api.host}:${api.port}`, contacts));
  const backlog = load.accepted.length;
  const drainStart = Date.now();
  servers.push(await start('delivery'));
  row('delivered, backlog, one delivering process', backlog, (await load.untilReceived(backlog)) - drainStart);
  console.log(`\n${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}; on ${engines.described}\n`);
  console.table(rows);
  await load.verify();
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  load.stop();
  engines.stop();
  rmSync(folder, { recursive: true, force: true });
}
