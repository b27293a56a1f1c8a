import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const mebibyte = 1024 * 1024;
const root = '/sys/fs/cgroup';

/** Where each version of cgroups keeps what. Swap would only make a server that is too large slow. */
const versions = [
  {
    parent: join(root, 'memory'),
    isThere: () => existsSync(join(root, 'memory/memory.limit_in_bytes')),
    limit: 'memory.limit_in_bytes',
    withSwap: 'memory.memsw.limit_in_bytes',
    swapOf: (bytes) => bytes,
    kills: 'memory.oom_control',
    anonymous: 'rss',
  },
  {
    parent: root,
    isThere: () =>
      existsSync(join(root, 'cgroup.subtree_control')) &&
      readFileSync(join(root, 'cgroup.subtree_control'), 'utf8').includes('memory'),
    limit: 'memory.max',
    withSwap: 'memory.swap.max',
    swapOf: () => 0,
    kills: 'memory.events',
    anonymous: 'anon',
  },
];

/** A group of processes that the kernel gives so much memory, as a container; null where this machine, or this user, cannot make one. */
export function makeMemoryGroup(megabytes) {
  const version = versions.find(({ isThere }) => isThere());
  if (version === undefined) return null;
  const folder = join(version.parent, `posthorn-bench-${process.pid}`);
  const at = (file) => join(folder, file);
  const bytes = megabytes * mebibyte;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(at(version.limit), String(bytes));
    if (existsSync(at(version.withSwap))) writeFileSync(at(version.withSwap), String(version.swapOf(bytes)));
  } catch {
    if (existsSync(folder)) rmdirSync(folder);
    return null;
  }
  const figure = (file, name) =>
    Number(new RegExp(`^${name} (\\d+)`, 'm').exec(readFileSync(at(file), 'utf8'))?.[1] ?? 0);
  return {
    /** What starts a program in it: before the words of the program's own command. */
    under: ['sh', '-c', `echo $$ > ${at('cgroup.procs')} && exec "$@"`, 'sh'],
    /** Memory that the kernel cannot take back, as it can what is only a copy of a file. */
    anonymousMb: () => Math.round(figure('memory.stat', version.anonymous) / mebibyte),
    kills: () => figure(version.kills, 'oom_kill'),
    remove: () => rmdirSync(folder),
  };
}
