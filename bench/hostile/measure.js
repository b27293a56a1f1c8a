import { readFileSync } from 'node:fs';

/** Resident memory of a server while something runs: the highest figure in MB. */
export async function highestMemory(server, run) {
  let highest = server.residentMb();
  const timer = setInterval(() => (highest = Math.max(highest, server.residentMb())), 100);
  try {
    return { result: await run(), highest };
  } finally {
    clearInterval(timer);
  }
}

/** The longest stall of a server that touches this span of time, from the file that its preload writes. */
export function longestStall(file, fromMs, toMs) {
  const stalls = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' ').map(Number))
    .map(([endedAt, ms, waitedMs]) => ({ endedAt, ms, waitedMs }))
    .filter(({ endedAt, ms }) => endedAt >= fromMs && endedAt - ms <= toMs);
  return stalls.reduce((longest, stall) => (stall.ms > longest.ms ? stall : longest), { ms: 0, waitedMs: 0 });
}
