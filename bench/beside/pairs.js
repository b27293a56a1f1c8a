import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { counting, look, processorTime } from '../ledger/look.js';
import { startLoad } from '../processes.js';

const warmUp = 900;
const emails = 300;
const windows = 10;
/** A server is idle once it takes less in so long: what follows an email is counted with it. */
const idle = { lookMs: 100, seconds: 0.009, looks: 2 };

/**
 * Ratios of processor time an email, of the first server over the second: both accept and deliver the same number of
 * emails at the same moment, window by window. `form`: one of the ledger's; of a server, `root`: its checkout, and
 * `environment`: what it is started with besides.
 */
export async function pairsOf(form, servers) {
  const sides = [];
  try {
    for (const server of servers) sides.push(await start(await form(), server));
    for (let sent = 0; sent < warmUp; sent += emails) await Promise.all(sides.map(sendWindow));
    const before = await Promise.all(sides.map(({ looks }) => looks()));
    const ratios = [];
    for (let window = 0; window < windows; window += 1) {
      const [here, there] = await Promise.all(sides.map(secondsOfWindow));
      ratios.push(here / there);
    }
    ratios.sort((one, other) => one - other);
    const after = await Promise.all(sides.map(({ looks }) => looks()));
    const threads = sides.map((_, side) => microsecondsOf(before[side], after[side]));
    return { median: ratios[ratios.length >> 1], range: [ratios[0], ratios.at(-1)], threads };
  } finally {
    for (const side of sides) await side.stop();
  }
}

async function start(form, { root, environment: own = {} }) {
  const { startServer } = await import(join(root, 'bench/processes.js'));
  const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-beside-data-'));
  const load = await startLoad();
  const counts = join(dataDir, 'counts.json');
  const { environment, flags } = counting('time', counts);
  const server = await startServer(
    dataDir,
    { ...load.environment, ...form.environment, ...environment, ...own },
    flags,
  );
  return {
    ...{ form, load, server, sent: 0 },
    looks: () => look(server.pid, counts),
    async stop() {
      await server.stop();
      load.stop();
      form.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function sendWindow(side) {
  await side.form.prepare?.(side.server, emails);
  await send(side);
}

async function send(side) {
  await side.form.send(side.load, side.server, emails);
  side.sent += emails;
  await side.load.untilReceived(side.sent);
}

async function secondsOfWindow(side) {
  await side.form.prepare?.(side.server, emails);
  const before = await idleSeconds(side.server.pid);
  await send(side);
  return (await idleSeconds(side.server.pid)) - before;
}

function microsecondsOf(before, after) {
  const sums = {};
  for (const [sign, threads] of [
    [-1, before],
    [1, after],
  ])
    for (const { name, counts } of threads)
      sums[name] = (sums[name] ?? 0) + (sign * counts[processorTime]) / (windows * emails);
  return sums;
}

/** Processor time so far, once it has done what it was given. */
async function idleSeconds(pid) {
  let last = secondsOf(pid);
  for (let looks = 0; looks < idle.looks; ) {
    await wait(idle.lookMs);
    const now = secondsOf(pid);
    looks = now - last < idle.seconds ? looks + 1 : 0;
    last = now;
  }
  return last;
}

/** In nanoseconds by the kernel, where the usual figures are in hundredths of a second. */
function secondsOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => {
    try {
      return sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
    } catch {
      // It has ended since.
      return sum;
    }
  }, 0);
}
