import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Who listens on a TCP port, as `process 4711 (node)`, read from /proc (Linux). @returns undefined elsewhere, and for
 * the process of another user.
 */
export function processOnPort(port: number): string | undefined {
  const inodes = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => listenersIn(table, port)));
  if (inodes.size === 0) return undefined;
  const pid = within('/proc').find((name) => /^\d+$/.test(name) && holdsOneOf(name, inodes));
  if (pid === undefined) return undefined;
  return `process ${pid} (${attempt(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()) ?? 'unknown'})`;
}

/** State 0A is LISTEN, see proc(5). */
function listenersIn(table: string, port: number): readonly string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  const rows = attempt(() => readFileSync(table, 'utf8').split('\n').slice(1)) ?? [];
  return rows.flatMap((row) => {
    const [, local, , state, , , , , , inode] = row.trim().split(/\s+/);
    return state === '0A' && inode !== undefined && local?.endsWith(`:${wanted}`) === true ? [inode] : [];
  });
}

function holdsOneOf(pid: string, inodes: ReadonlySet<string>): boolean {
  return within(`/proc/${pid}/fd`).some((descriptor) => {
    const target = attempt(() => readlinkSync(`/proc/${pid}/fd/${descriptor}`)) ?? '';
    return inodes.has(/^socket:\[(\d+)\]$/.exec(target)?.[1] ?? '');
  });
}

const within = (folder: string): readonly string[] => attempt(() => readdirSync(folder)) ?? [];

/** Processes end while they are looked at, and those of other users are closed. */
function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
