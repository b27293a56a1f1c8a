import { createServer } from 'node:net';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Who listens on a TCP port, as `process 4711 (node)`, read from /proc (Linux). @returns undefined elsewhere, and for
 * the process of another user.
 */
function processOnPort(port: number): string | undefined {
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

/** Where a process is to listen, and the setting that says so. */
export interface ListeningPlace<Setting extends string = string> {
  readonly setting: Setting;
  readonly port: number;
  readonly host: string;
  /** The setting that says the host. */
  readonly hostSetting: 'HOST' | 'SMTP_HOST';
}

/** A port or an address cannot be listened on. The message names its setting and says what to do. */
export class PortNotTaken<Setting extends string = string> extends Error {
  readonly code = 'port-not-taken';

  constructor(
    readonly place: ListeningPlace<Setting>,
    cause: NodeJS.ErrnoException,
  ) {
    super(sentenceFor(place, cause.code), { cause });
  }
}

function sentenceFor({ setting, port, host, hostSetting }: ListeningPlace, code: string | undefined): string {
  const otherHost = `Set ${hostSetting} to an address of this machine, such as 127.0.0.1, or to 0.0.0.0 for all of them.`;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} (${setting}) is in use by ${processOnPort(port) ?? 'another process'}. Stop it or set ${setting}${setting === 'PORT' ? '' : ' to another port or to off'}.`;
    case 'EACCES':
    case 'EPERM':
      return `Port ${port} (${setting}) needs a privilege that this process does not have. Set ${setting} to a port from 1024 up, or give the process CAP_NET_BIND_SERVICE.`;
    case 'EADDRNOTAVAIL':
      return `${host} (${hostSetting}) is not an address of this machine. ${otherHost}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NODATA':
      return `${host} (${hostSetting}) is a name that has no address here. ${otherHost}`;
    case 'EAFNOSUPPORT':
      return `${host} (${hostSetting}) is an IPv6 address, and this machine has no IPv6. ${otherHost}`;
    default:
      return `Port ${port} (${setting}) on ${host} (${hostSetting}) cannot be listened on (${code ?? 'unknown failure'}). Set ${setting} or ${hostSetting}.`;
  }
}

/** Listens there for a moment. Throws {@link PortNotTaken}. */
export async function requireFree(place: ListeningPlace): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new PortNotTaken(place, error)));
    server.listen(place.port, place.host, () => server.close(() => resolve()));
  });
}

/** Whether this machine can send from an address of its own, which a family that it lacks is not either. */
export async function isOwnAddress(address: string): Promise<boolean> {
  const server = createServer();
  return await new Promise((resolve) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT'),
    );
    server.listen(0, address, () => server.close(() => resolve(true)));
  });
}
