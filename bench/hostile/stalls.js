// Loaded before the server by the bench alone (`node --import`): writes each stall of the main event loop to the file that
// STALLS_FILE names, one line each: when it ended (ms since 1970), how long it was, and for how much of that the thread had a
// processor, both in ms. On a busy machine it waits for one, and so do the helpers of the garbage collector, which it waits for.
import { appendFileSync, openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const tickMs = 10;
const leastMs = 20;

function timeOnProcessor() {
  let file;
  try {
    file = openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    // Not Linux, or a kernel without these figures.
    return () => performance.now();
  }
  const text = Buffer.alloc(128);
  return () => Number(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)).split(' ')[0]) / 1e6;
}

if (isMainThread && process.env.STALLS_FILE !== undefined) {
  const usedMs = timeOnProcessor();
  let tickedAt = performance.now();
  let usedBefore = usedMs();
  setInterval(() => {
    const stalled = performance.now() - tickedAt - tickMs;
    const used = usedMs();
    if (stalled >= leastMs) {
      const line = [Date.now(), stalled.toFixed(0), (used - usedBefore).toFixed(0)].join(' ');
      appendFileSync(process.env.STALLS_FILE, `${line}\n`);
    }
    tickedAt = performance.now();
    usedBefore = used;
  }, tickMs).unref();
}
