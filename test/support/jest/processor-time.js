import { readdirSync, readFileSync } from 'node:fs';
import { groupBy } from './group-by.js';

// What `getconf CLK_TCK` says on every Linux that Node runs on.
const msPerTick = 10;

/**
 * Processor time in ms of a process, of its children that have ended, and of what runs below it. Undefined where there is no
 * `/proc`, or no such process.
 */
export function processorMsOf(pid) {
  const processes = readProcesses();
  const root = processes.get(pid);
  if (root === undefined) return undefined;
  const childrenOf = groupBy(processes.values(), ({ parent }) => parent);
  const sum = (one) => one.ms + (childrenOf.get(one.pid) ?? []).reduce((ms, child) => ms + sum(child), 0);
  return sum(root);
}

/** Milliseconds in which the processors worked, or were lent to other machines, since this one started. */
export function busyMs() {
  const line = read('/proc/stat')?.split('\n', 1)[0];
  if (line === undefined) return undefined;
  const [user, nice, system, , , irq, softIrq, steal] = line.split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softIrq + steal) * msPerTick;
}

function readProcesses() {
  const processes = new Map();
  let names = [];
  try {
    names = readdirSync('/proc');
  } catch {
    return processes;
  }
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    if (stat === undefined) continue;
    // proc_pid_stat(5): the name in parentheses may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    processes.set(Number(name), { pid: Number(name), parent: Number(fields[1]), ms: ticks * msPerTick });
  }
  return processes;
}

/** A process may end meanwhile. */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
