// What one email costs a server, counted inside it by the probe: differences of two looks, divided by the emails between.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startLoad } from '../processes.js';
import { counting, look } from './look.js';

/** Until everything that follows a delivery has been written. */
const settledAfterMs = 3_000;

/** Whether system calls can be counted here. */
export const canTrace = spawnSync('strace', ['-V']).status === 0;

/**
 * Counts of each thread, by its name, for one email that is accepted and delivered, and the most memory that was
 * resident. `startServer`: of the checkout that is measured; `counts`: what is counted.
 */
export async function countOne(startServer, form, { counts, warmUp, emails }) {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-ledger-'));
  const file = join(folder, 'counts.json');
  const load = await startLoad();
  const { environment, isDelivered = true, prepare, send, stop } = await form();
  const probe = counting(counts, file);
  const settings = { ...load.environment, ...environment, ...probe.environment };
  const server = await startServer(folder, settings, probe.flags);
  try {
    let sent = 0;
    const sendAll = async (count) => {
      await send(load, server, count);
      sent += count;
      if (isDelivered) await load.untilReceived(sent);
      await wait(settledAfterMs);
    };
    await prepare?.(server, warmUp);
    await sendAll(warmUp);
    await prepare?.(server, emails);
    await wait(settledAfterMs);
    const calls = counts === 'syscalls' ? traceCalls(server.pid, join(folder, 'calls')) : undefined;
    const before = await look(server.pid, file);
    await sendAll(emails);
    const threads = perEmail(before, await look(server.pid, file), emails);
    if (calls !== undefined) threads.set('process', await calls.perEmail(emails));
    return { threads, peakMb: peakMb(server.pid) };
  } finally {
    await server.stop();
    load.stop();
    stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Counts the system calls of all threads until it is asked for them. */
function traceCalls(pid, output) {
  const tracer = spawn('strace', ['-f', '-c', '-U', 'calls,name', '-o', output, '-p', pid], { stdio: 'ignore' });
  return {
    async perEmail(emails) {
      tracer.kill('SIGINT');
      await once(tracer, 'exit');
      const lines = [...readFileSync(output, 'utf8').matchAll(/^\s*(\d+)\s+(\w+)\s*$/gm)];
      const calls = lines.filter(([, , name]) => name !== 'total');
      return new Map(calls.map(([, count, name]) => [`system call ${name}`, count / emails]));
    },
  };
}
/** Threads of one name together: there are several that read html. */
function perEmail(before, after, emails) {
  const threads = new Map();
  for (const [sign, looks] of [
    [-1, before],
    [1, after],
  ]) {
    for (const { name, counts } of looks) {
      const sums = threads.get(name) ?? new Map();
      threads.set(name, sums);
      for (const [what, number] of Object.entries(counts))
        sums.set(what, (sums.get(what) ?? 0) + (sign * number) / emails);
    }
  }
  return threads;
}

function peakMb(pid) {
  return Math.round(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1] / 1024);
}
