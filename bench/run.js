// Measures the built server on this machine: `npm run bench`. Every commit is flushed; generator and receiver are
// processes of their own; all traffic is on loopback. Ends with a check that each accepted mail arrived exactly once.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { apiKey, ask, cli, startChild, startServer } from './processes.js';

const single = Number(process.env.BENCH_SINGLE ?? 15_000);
const batches = Number(process.env.BENCH_BATCHES ?? 300);
const endToEnd = Number(process.env.BENCH_DELIVER ?? 10_000);
const warmUp = 1_000;
const sender = 'bench.example.com';
const rows = [];
const accepted = [];
let number = 0;

const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

function row(what, perSecond, latencies, notes) {
  const at = (share) => (latencies ? percentile(latencies, share).toFixed(1) : '');
  rows.push({ what, 'per s': Math.round(perSecond), 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'p99 ms': at(0.99), notes });
}

async function generate(generator, server, count, batch, connections) {
  const { host, port } = server;
  const order = { host, port, key: apiKey, count, batch, connections, sender, first: number };
  number += count * batch;
  const result = await ask(generator, order);
  if (Object.keys(result.failures).length > 0) throw new Error(`requests failed: ${JSON.stringify(result.failures)}`);
  accepted.push(...result.ids);
  return result;
}

async function untilReceived(sink, count) {
  for (let before = -1, still = 0; ; ) {
    const { count: now, lastAt } = await ask(sink, 'count');
    if (now >= count) return lastAt;
    still = now === before ? still + 1 : 0;
    if (still > 300) throw new Error(`only ${now} of ${count} arrived`);
    before = now;
    await wait(100);
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));
const { child: generator } = await startChild('generator.js');
const { child: sink, first } = await startChild('sink.js');
const relay = {
  DELIVERY_MODE: 'relay',
  RELAY_URL: `smtp://127.0.0.1:${first.port}`,
  PREVERIFIED_DOMAINS: sender,
};

try {
  // Accepting alone.
  let server = await startServer(dataDir, { ...relay, POSTHORN_ROLES: 'api,projections' });
  await generate(generator, server, warmUp, 1, 50);
  let cpu = server.cpuSeconds();
  const one = await generate(generator, server, single, 1, 50);
  const cpuPer = (mails) => `${Math.round(((server.cpuSeconds() - cpu) / mails) * 1e6)} us CPU a mail`;
  row('accepted, single, 50 connections', (single / one.elapsedMs) * 1000, one.latencies, cpuPer(single));
  cpu = server.cpuSeconds();
  const many = await generate(generator, server, batches, 100, 8);
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
  const backlog = accepted.length;
  const drainStart = Date.now();
  server = await startServer(dataDir, relay);
  cpu = server.cpuSeconds();
  const drained = await untilReceived(sink, backlog);
  row('delivered, backlog', (backlog / (drained - drainStart)) * 1000, undefined, cpuPer(backlog));

  // Everything at once.
  cpu = server.cpuSeconds();
  const both = await generate(generator, server, endToEnd, 1, 50);
  const lastAt = await untilReceived(sink, accepted.length);
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

  // Proof: each accepted id at the receiver exactly once.
  const { received } = await ask(sink, 'all');
  const counts = new Map(received);
  const wrong = accepted.filter((id) => counts.get(id) !== 1);
  const strangers = received.length - accepted.length;
  if (wrong.length > 0 || strangers !== 0)
    throw new Error(`${wrong.length} mails not exactly once, ${strangers} strangers`);
  console.log(`verified: ${accepted.length} mails accepted, each at the receiver exactly once`);
} finally {
  generator.disconnect();
  sink.disconnect();
  rmSync(dataDir, { recursive: true, force: true });
}
