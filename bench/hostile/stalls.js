// Loaded before the server by the bench alone (`node --import`): writes each stall of the main event loop to the file that
// STALLS_FILE names, one line each: when it ended (ms since 1970), how long it was, and for how much of that the thread only
// waited for a processor, both in ms.
import { appendFileSync, openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const tickMs = 10;
const leastMs = 20;

function waitedForProcessor() {
  let file;
  try {
    file = openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    // Not Linux, or a kernel without these figures.
    return () => 0;
  }
  const text = Buffer.alloc(128);
  return () => Number(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)).split(' ')[1]) / 1e6;
}

if (isMainThread && process.env.STALLS_FILE !== undefined) {
  const waitedMs = waitedForProcessor();
  let tickedAt = performance.now();
  let waitedBefore = waitedMs();
  setInterval(() => {
    const stalled = performance.now() - tickedAt - tickMs;
    const waited = waitedMs();
    if (stalled >= leastMs) {
      const line = [Date.now(), stalled.toFixed(0), (waited - waitedBefore).toFixed(0)].join(' ');
      appendFileSync(process.env.STALLS_FILE, `${line}\n`);
    }
    tickedAt = performance.now();
    waitedBefore = waited;
  }, tickMs).unref();
}
