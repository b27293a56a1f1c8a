import { createServer } from 'node:net';
import { processOnPort } from './process-on-port.js';

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
