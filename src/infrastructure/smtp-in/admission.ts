import type { Socket } from 'node:net';
import { networkOf } from '../security/auth-failures.js';
import type { SmtpLimits } from './limits.js';

/** How many connections there are, in all and from each address. */
export class Admission {
  readonly #sockets = new Set<Socket>();
  readonly #counts = new Map<string, number>();
  #waiting: (() => void)[] = [];

  constructor(private readonly limits: Pick<SmtpLimits, 'maxConnections' | 'maxConnectionsPerAddress'>) {}

  /** Counts a connection until the answered function is called; undefined where there are too many. */
  admit(socket: Socket): (() => void) | undefined {
    const { maxConnections, maxConnectionsPerAddress } = this.limits;
    const network = networkOf(socket.remoteAddress ?? '');
    const count = this.#counts.get(network) ?? 0;
    if (this.#sockets.size >= maxConnections || count >= maxConnectionsPerAddress) return undefined;
    this.#sockets.add(socket);
    this.#counts.set(network, count + 1);
    return () => this.#leave(socket, network);
  }

  get open(): number {
    return this.#sockets.size;
  }

  /** Resolves when the last has gone. */
  emptied(): Promise<void> {
    return this.#sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #leave(socket: Socket, network: string): void {
    if (!this.#sockets.delete(socket)) return;
    const left = (this.#counts.get(network) ?? 1) - 1;
    if (left === 0) this.#counts.delete(network);
    else this.#counts.set(network, left);
    if (this.#sockets.size > 0) return;
    for (const resolve of this.#waiting) resolve();
    this.#waiting = [];
  }
}
