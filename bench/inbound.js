// Email from other servers, beside Postfix with mailboxes (virtual, Maildir), both without checks of senders:
// `npm run bench:inbound`. In turn, with one generator; each email is on disk before its 250. Both count until all is
// filed: in a Maildir, and in the list of received emails.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startReceivingPostfix } from './peers/postfix.js';
import { startReceivingPosthorn } from './peers/posthorn.js';
import { cpuSeconds, residentMb } from './peers/process-tree.js';
import { ask, percentile, sender, startChild } from './processes.js';

const count = Number(process.env.BENCH_MAILS ?? 5_000);
const warmUp = Number(process.env.BENCH_WARM_UP ?? 1_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const sessions = 20;
const size = 10 * 1024;
const domain = 'receiving.example.com';
const systems = [startReceivingPosthorn, startReceivingPostfix];

/** Until what is left to do costs next to nothing. */
async function untilQuiet(roots) {
  for (let before = cpuSeconds(roots); ; ) {
    await wait(1_000);
    const now = cpuSeconds(roots);
    if (now - before < 0.06) return;
    before = now;
  }
}

async function measure(start, kept) {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-inbound-'));
  chmodSync(folder, 0o755);
  const { child: load } = await startChild('peers/smtp-load.js');
  const system = await start({ folder, domain });
  try {
    const order = { host: '127.0.0.1', port: system.port, tls: false, sender, to: domain, size, sessions, kept };
    const generate = async (first, emails) => {
      const result = await ask(load, { ...order, first, count: emails });
      if (result.failures.length > 0) throw new Error(`${system.name}: ${result.failures[0]}`);
      return result;
    };
    await generate(0, warmUp);
    await untilQuiet(system.roots);
    const before = cpuSeconds(system.roots);
    const { elapsedMs, latencies } = await generate(warmUp, count);
    await untilQuiet(system.roots);
    const cpuMs = ((cpuSeconds(system.roots) - before) * 1_000) / count;
    const filed = await system.received();
    if (filed !== warmUp + count) throw new Error(`${system.name}: ${filed} of ${warmUp + count} are filed`);
    const peakMb = residentMb(system.roots);
    return { name: system.name, rate: (count / elapsedMs) * 1_000, p99: percentile(latencies, 0.99), cpuMs, peakMb };
  } finally {
    await system.stop();
    load.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
}

const median = (runs, field) => runs.map((run) => run[field]).sort((a, b) => a - b)[Math.floor(runs.length / 2)];

console.log(`${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}; ${count} emails of ${size} octets,`);
console.log(`${sessions} sessions, ${rounds} rounds in turn; the middle one of each figure\n`);
for (const kept of [true, false]) {
  const runs = systems.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, start] of systems.entries()) runs[index].push(await measure(start, kept));
  console.log(kept ? 'Kept sessions' : 'One email a session');
  console.table(
    runs.map((of) => ({
      system: of[0].name,
      'received per s': Math.round(median(of, 'rate')),
      'p99 ms': Number(median(of, 'p99').toFixed(1)),
      'CPU ms an email': Number(median(of, 'cpuMs').toFixed(2)),
      'MB at the end': median(of, 'peakMb'),
    })),
  );
}
