import type { Socket } from 'node:net';
import { networkOf } from '../security/auth-failures.js';
import type { SmtpLimits } from './limits.js';

/** How many connections there are, in all and from each address. */
export interface Admission {
  /** Counts a connection until the answered function is called; undefined where there are too many. */
  admit(socket: Socket): (() => void) | undefined;
  open(): number;
  /** Resolves when the last has gone. */
  emptied(): Promise<void>;
  destroyAll(): void;
}

export function createAdmission({
  maxConnections,
  maxConnectionsPerAddress,
}: Pick<SmtpLimits, 'maxConnections' | 'maxConnectionsPerAddress'>): Admission {
  const sockets = new Set<Socket>();
  const counts = new Map<string, number>();
  let waiting: (() => void)[] = [];

  function leave(socket: Socket, network: string): void {
    if (!sockets.delete(socket)) return;
    const left = (counts.get(network) ?? 1) - 1;
    if (left === 0) counts.delete(network);
    else counts.set(network, left);
    if (sockets.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  }

  return {
    admit(socket) {
      const network = networkOf(socket.remoteAddress ?? '');
      const count = counts.get(network) ?? 0;
      if (sockets.size >= maxConnections || count >= maxConnectionsPerAddress) return undefined;
      sockets.add(socket);
      counts.set(network, count + 1);
      return () => leave(socket, network);
    },
    open: () => sockets.size,
    emptied: () => (sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    destroyAll() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
