// The probe from outside: what starts a server with it, and what asks it for the counts of all threads.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { cpuSecondsOf } from '../processes.js';

const probe = new URL('probe.js', import.meta.url).href;
const lookEveryMs = 50;
/** As the probe calls it. */
export const processorTime = 'us of processor time';

/** `counts`: what is counted; `time` alone slows nothing. `file`: where counts are written when they are asked for. */
export const counting = (counts, file) => ({
  environment: { LEDGER_COUNTS: counts, LEDGER_FILE: file },
  flags: [`--import=${probe}`],
});

/** The name of each thread, and its counts so far. */
export async function look(pid, file) {
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await wait(lookEveryMs);
  const threads = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  const ofThreads = threads.reduce((sum, { counts }) => sum + counts[processorTime], 0);
  // The thread pool, which signs, and V8's own, which compile and collect garbage.
  return [...threads, { name: 'pool', counts: { [processorTime]: cpuSecondsOf(pid) * 1e6 - ofThreads } }];
}
