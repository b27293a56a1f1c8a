// What one email costs a server, counted inside it by the probe: differences of two looks, divided by the emails between.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startLoad } from '../processes.js';

const probe = new URL('probe.js', import.meta.url).href;
/** Until everything that follows a delivery has been written. */
const settledAfterMs = 3_000;
const lookEveryMs = 50;

/**
 * Counts of each thread, by its name, for one email that is accepted and delivered. `startServer`: of the checkout that is
 * measured; `counts`: what the probe counts.
 */
export async function countOne(startServer, form, { counts, warmUp, emails }) {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-ledger-'));
  const file = join(folder, 'counts.json');
  const load = await startLoad();
  const { environment, send, stop } = await form();
  const counting = { LEDGER_COUNTS: counts, LEDGER_FILE: file };
  const server = await startServer(join(folder), { ...load.environment, ...environment, ...counting }, [
    `--import=${probe}`,
  ]);
  try {
    let sent = 0;
    const sendAll = async (count) => {
      await send(load, server, count);
      sent += count;
      await load.untilReceived(sent);
      await wait(settledAfterMs);
    };
    await sendAll(warmUp);
    const before = await look(server.pid, file);
    await sendAll(emails);
    return perEmail(before, await look(server.pid, file), emails);
  } finally {
    await server.stop();
    load.stop();
    stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function look(pid, file) {
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await wait(lookEveryMs);
  const threads = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return threads;
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
