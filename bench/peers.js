// Compares SMTP in and out with Postfix + OpenDKIM and Haraka, run in turn on this machine: `npm run bench:peers`.
// The same messages, generator, sink, certificate and kind of key for all; every queue is flushed to disk.
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeCredentials, password, sender, user } from './peers/credentials.js';
import { startHaraka } from './peers/haraka.js';
import { startPostfix } from './peers/postfix.js';
import { startPosthorn } from './peers/posthorn.js';
import { cpuSeconds, residentMb } from './peers/process-tree.js';
import { ask, percentile, startChild } from './processes.js';

const systems = { posthorn: startPosthorn, postfix: startPostfix, haraka: startHaraka };
const wanted = (process.env.BENCH_SYSTEMS ?? 'posthorn,postfix,haraka').split(',');
const count = Number(process.env.BENCH_MAILS ?? 10_000);
const warmUp = Number(process.env.BENCH_WARM_UP ?? 2_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const sessions = 20;
const size = 10 * 1024;

/** A kept connection carries the aim; the other is there to be compared. */
const forms = [
  { form: 'STARTTLS and AUTH, kept sessions', tls: true, kept: true },
  { form: 'STARTTLS and AUTH, one mail a session', tls: true, kept: false },
  { form: 'AUTH in clear, kept sessions', tls: false, kept: true },
  { form: 'AUTH in clear, one mail a session', tls: false, kept: false },
].filter((_, index) => (process.env.BENCH_FORMS ?? '0,1,2,3').split(',').includes(String(index)));

async function untilReceived(sink, total) {
  for (let before = -1, still = 0; ; ) {
    const { count: now, lastAt } = await ask(sink, 'count');
    if (now >= total) return lastAt;
    still = now === before ? still + 1 : 0;
    if (still > 600) throw new Error(`only ${now} of ${total} arrived`);
    before = now;
    await wait(50);
  }
}

/** One run of one system: its own sink and folder, a warm-up, then the mails. */
async function measure(start, { tls, kept }) {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-peers-'));
  chmodSync(folder, 0o755);
  const { child: sink, first } = await startChild('sink.js');
  const { child: load } = await startChild('peers/smtp-load.js');
  const system = await start({
    folder,
    sinkPort: first.port,
    credentials: makeCredentials(folder),
    tls,
  });
  try {
    const order = {
      host: '127.0.0.1',
      port: system.port,
      tls,
      user,
      pass: password,
      sender,
      size,
      sessions,
      kept,
    };
    const generate = async (from, mails) => {
      const result = await ask(load, { ...order, first: from, count: mails });
      if (result.failures.length > 0) throw new Error(`${system.name}: ${result.failures[0]}`);
      return result;
    };
    await generate(0, warmUp);
    await untilReceived(sink, warmUp);
    const before = cpuSeconds(system.roots);
    let peakMb = 0;
    const watch = setInterval(() => {
      peakMb = Math.max(peakMb, residentMb(system.roots));
      // The kernel walks every page for it, on the cores that are measured.
    }, 4_000);
    const { started, elapsedMs, latencies } = await generate(warmUp, count);
    const lastAt = await untilReceived(sink, warmUp + count);
    clearInterval(watch);
    const cpuMs = ((cpuSeconds(system.roots) - before) * 1000) / count;
    const { received, signed } = await ask(sink, 'all');
    if (received.length !== warmUp + count || received.some(([, times]) => times !== 1))
      throw new Error(`${system.name}: not every mail exactly once`);
    if (signed !== received.length) throw new Error(`${system.name}: ${signed} of ${received.length} are signed`);
    return {
      name: system.name,
      accepted: Math.round((count / elapsedMs) * 1000),
      delivered: Math.round((count / (lastAt - started)) * 1000),
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      cpuMs,
      peakMb,
    };
  } finally {
    await system.stop();
    sink.disconnect();
    load.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
}

const median = (runs, field) => runs.map((run) => run[field]).sort((a, b) => a - b)[Math.floor(runs.length / 2)];

console.log(`${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}; ${count} mails of ${size} octets,`);
console.log(`${sessions} sessions, DKIM RSA-2048, ${rounds} rounds in turn; the middle one of each figure\n`);
for (const { form, tls, kept } of forms) {
  const runs = new Map(wanted.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of wanted) {
      const run = await measure(systems[name], { tls, kept });
      runs.get(name).push(run);
      console.error(`${form}: ${run.name}: ${run.accepted}/s in, ${run.delivered}/s delivered`);
    }
  }
  console.log(form);
  console.table(
    [...runs.values()].map((of) => ({
      system: of[0].name,
      'accepted per s': median(of, 'accepted'),
      'delivered per s': median(of, 'delivered'),
      'p50 ms': Number(median(of, 'p50').toFixed(1)),
      'p99 ms': Number(median(of, 'p99').toFixed(1)),
      'CPU ms a mail': Number(median(of, 'cpuMs').toFixed(2)),
      'peak MB': median(of, 'peakMb'),
    })),
  );
}
