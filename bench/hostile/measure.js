import { readFileSync } from 'node:fs';

/** Resident memory of a server while something runs: the highest figure in MB. */
export async function highestMemory(server, run) {
  let highest = 0;
  const look = () => {
    if (server.isAlive()) highest = Math.max(highest, server.residentMb());
  };
  look();
  const timer = setInterval(look, 100);
  try {
    return { result: await run(), highest };
  } finally {
    clearInterval(timer);
  }
}

/**
 * Of the stalls of a server that touch this span of time, from the file that its preload writes: how long the longest was, and the
 * most processor time that one took. The rest of it the thread waited for a core.
 */
export function longestStall(file, fromMs, toMs) {
  const stalls = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' ').map(Number))
    .filter(([endedAt, ms]) => endedAt >= fromMs && endedAt - ms <= toMs);
  return {
    ms: Math.max(0, ...stalls.map(([, ms]) => ms)),
    busyMs: Math.max(0, ...stalls.map(([, , usedMs]) => usedMs)),
  };
}
