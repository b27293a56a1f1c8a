// Measures the built server on this machine: `npm run bench`. Every commit is flushed; generator and receiver are
// processes of their own; all traffic is on loopback. Ends with a check that each accepted mail arrived exactly once.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli, percentile, startLoad, startServer } from './processes.js';

const single = Number(process.env.BENCH_SINGLE ?? 15_000);
const batches = Number(process.env.BENCH_BATCHES ?? 300);
const endToEnd = Number(process.env.BENCH_DELIVER ?? 10_000);
const warmUp = 1_000;
const rows = [];

function row(what, perSecond, latencies, notes) {
  const at = (share) => (latencies ? percentile(latencies, share).toFixed(1) : '');
  rows.push({ what, 'per s': Math.round(perSecond), 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'p99 ms': at(0.99), notes });
}

const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));
const load = await startLoad();

try {
  // Accepting alone.
  let server = await startServer(dataDir, { ...load.environment, POSTHORN_ROLES: 'api,projections' });
  await load.generate(server, { count: warmUp });
  let cpu = server.cpuSeconds();
  const one = await load.generate(server, { count: single });
  const cpuPer = (mails) => `${Math.round(((server.cpuSeconds() - cpu) / mails) * 1e6)} us CPU a mail`;
  row('accepted, single, 50 connections', (single / one.elapsedMs) * 1000, one.latencies, cpuPer(single));
  cpu = server.cpuSeconds();
  const many = await load.generate(server, { count: batches, batch: 100, connections: 8 });
  const inBatches = batches * 100;
  row(
    'accepted, batches of 100, 8 connections',
    (inBatches / many.elapsedMs) * 1000,
    many.latencies,
    cpuPer(inBatches),
  );
  const acceptMb = server.residentMb();
  await server.stop();

  // The backlog, with nothing else to do.
  const backlog = load.accepted.length;
  const drainStart = Date.now();
  server = await startServer(dataDir, load.environment);
  cpu = server.cpuSeconds();
  const drained = await load.untilReceived(backlog);
  row('delivered, backlog', (backlog / (drained - drainStart)) * 1000, undefined, cpuPer(backlog));

  // Everything at once.
  cpu = server.cpuSeconds();
  const both = await load.generate(server, { count: endToEnd });
  const lastAt = await load.untilReceived(load.accepted.length);
  row('accepted while delivering', (endToEnd / both.elapsedMs) * 1000, both.latencies, '');
  row('delivered, end to end', (endToEnd / (lastAt - both.started)) * 1000, undefined, cpuPer(endToEnd));
  rows.push({
    what: 'resident memory, MB',
    'per s': '',
    notes: `accepting ${acceptMb}, delivering ${server.residentMb()}`,
  });
  await server.stop();

  // Rebuilding every read model.
  for (const { projection, events, eventsPerSecond } of cli(dataDir, 'replay').projections ?? []) {
    row(`replayed events, ${projection}`, eventsPerSecond, undefined, `${events} events`);
  }

  console.log(`\n${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}\n`);
  console.table(rows);

  await load.verify();
} finally {
  load.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
