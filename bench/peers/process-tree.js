// What a server of several processes costs, from /proc.
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

function stat(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) };
}

/** The processes and all that descend from them, those that have ended counted with their parents. */
function tree(roots) {
  const stats = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      stats.set(Number(name), stat(name));
    } catch {
      // It has ended since the folder was read.
    }
  }
  const members = new Set(roots);
  for (let size = 0; size !== members.size; ) {
    size = members.size;
    for (const [pid, { parent }] of stats) if (members.has(parent)) members.add(pid);
  }
  return [...members].flatMap((pid) => (stats.has(pid) ? [{ pid, ...stats.get(pid) }] : []));
}

/** Of user and system, since each began. */
export const cpuSeconds = (roots) => tree(roots).reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond;

/** Proportional set size: what processes share is counted once. */
export function residentMb(roots) {
  let kilobytes = 0;
  for (const { pid } of tree(roots)) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // It has ended since.
    }
  }
  return Math.round(kilobytes / 1024);
}
