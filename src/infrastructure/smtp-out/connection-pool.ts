import { setMaxListeners } from 'node:events';
import type { TlsDemand } from '../../application/ports/mail-transport.js';
import type { ConnectionLimit } from './connection-limit.js';
import type { SmtpConnection } from './smtp-connection.js';

export interface PoolSettings {
  readonly limit: ConnectionLimit;
  readonly maxMailsPerConnection: number;
  readonly idleTimeoutMs: number;
  /** It runs on this machine: whatever a domain demands, its connections are good enough. */
  readonly onThisMachine: boolean;
  /** It was good enough when it was opened, and is not any more. */
  readonly isOutdated: (connection: SmtpConnection) => boolean;
  /** Rejects when no connection can be had. The signal cuts the connection, ready or not. */
  readonly open: (wanted: Needed, cut: AbortSignal) => Promise<SmtpConnection>;
}

export interface Wanted {
  /** How the mail must travel: a connection that is not safe enough is left, and another one opened in its place. */
  readonly demand?: TlsDemand;
  /** A connection that was not used yet, where one may be opened. */
  readonly fresh?: boolean;
  /** The domain of its recipients. */
  readonly domain?: string;
}

export type Needed = Required<Omit<Wanted, 'fresh'>>;

/** The pool takes no more work. */
export class PoolClosed extends Error {
  readonly code = 'pool-closed';
}

interface Waiter {
  readonly demand: TlsDemand;
  /** A connection that was in use until now, or undefined: the place of one that is gone. */
  resolve(connection: SmtpConnection | undefined): void;
  reject(error: PoolClosed): void;
}

/** The kept connections to one destination. They are given out in the order of asking. */
export class ConnectionPool {
  /** Places taken: by connections, by those being opened, and by waiters about to open one. */
  private places = 0;
  private readonly idle = new Map<SmtpConnection, NodeJS.Timeout>();
  private readonly busy = new Set<SmtpConnection>();
  private readonly waiters: Waiter[] = [];
  private onceIdle: () => void = () => undefined;
  private closed = false;
  private readonly cut = new AbortController();

  constructor(private readonly settings: PoolSettings) {
    setMaxListeners(0, this.cut.signal);
  }

  /** Not in use, and nothing is kept open. */
  get isEmpty(): boolean {
    return this.places === 0 && this.waiters.length === 0;
  }

  /** Transactions that have a connection, or wait for one. */
  get demand(): number {
    return this.busy.size + this.waiters.length;
  }

  /** A transaction is under way. */
  get isBusy(): boolean {
    return this.busy.size > 0;
  }

  /** Every place is taken. */
  get isFull(): boolean {
    return this.places >= this.settings.limit.current();
  }

  /** Every connection taken must be released. */
  async take({ demand = 'opportunistic', fresh = false, domain = '' }: Wanted = {}): Promise<SmtpConnection> {
    if (this.closed) throw new PoolClosed('the pool is closed');
    const kept = fresh ? undefined : this.takeIdle(demand);
    if (kept !== undefined) return kept;
    this.makeRoom();
    if (!this.isFull) {
      this.places += 1;
      return this.open({ demand, domain });
    }
    const handed = await new Promise<SmtpConnection | undefined>((resolve, reject) => {
      this.waiters.push({ demand, resolve, reject });
    });
    return handed ?? this.open({ demand, domain });
  }

  /** The limit may have grown: the next that waits for a place gets it. */
  admit(): void {
    while (!this.isFull && this.waiters.length > 0) {
      this.places += 1;
      this.waiters.shift()?.resolve(undefined);
    }
  }

  release(connection: SmtpConnection): void {
    this.busy.delete(connection);
    const { maxMailsPerConnection, isOutdated } = this.settings;
    const most = Math.min(maxMailsPerConnection, connection.extensions.limits.mails ?? Number.POSITIVE_INFINITY);
    const used = connection.transactions >= most || connection.isOneOff || isOutdated(connection);
    if (this.closed || used || this.places > this.settings.limit.current()) connection.quit();
    if (connection.isAlive) this.keep(connection);
    if (this.busy.size === 0) this.onceIdle();
  }

  /** Takes no more work, waits for what is under way, at most `graceMs`, and cuts what is left. */
  async close(graceMs: number): Promise<void> {
    this.closed = true;
    for (const { reject } of this.waiters.splice(0)) reject(new PoolClosed('the pool is closed'));
    for (const connection of [...this.idle.keys()]) connection.quit();
    await this.allReleased(graceMs);
    this.cut.abort();
  }

  private allReleased(graceMs: number): Promise<void> {
    if (this.busy.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.onceIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private keep(connection: SmtpConnection): void {
    const [next] = this.waiters;
    if (next !== undefined && !this.suits(connection, next.demand)) {
      // Its place goes to the next that waits.
      connection.quit();
      return;
    }
    const waiter = this.waiters.shift();
    if (waiter !== undefined) {
      this.busy.add(connection);
      waiter.resolve(connection);
      return;
    }
    this.idle.set(
      connection,
      setTimeout(() => connection.quit(), this.settings.idleTimeoutMs),
    );
  }

  /** The one used last: its receiver is the least likely to have given up on it. */
  private takeIdle(demand: TlsDemand): SmtpConnection | undefined {
    const connection = [...this.idle.keys()].findLast((kept) => this.suits(kept, demand));
    if (connection === undefined) return undefined;
    clearTimeout(this.idle.get(connection));
    this.idle.delete(connection);
    this.busy.add(connection);
    return connection;
  }

  private suits(connection: SmtpConnection, demand: TlsDemand): boolean {
    const { onThisMachine, isOutdated } = this.settings;
    if (isOutdated(connection)) return false;
    return demand === 'opportunistic' || demand === 'any' || onThisMachine || connection.tls?.authorized === true;
  }

  private makeRoom(): void {
    const [oldest] = this.idle.keys();
    if (oldest !== undefined && this.isFull) oldest.quit();
  }

  /** Into a place already taken. */
  private async open(wanted: Needed): Promise<SmtpConnection> {
    let connection: SmtpConnection;
    try {
      connection = await this.settings.open(wanted, this.cut.signal);
      connection.isOneOff = wanted.demand === 'any';
    } catch (error) {
      this.leave();
      throw error;
    }
    connection.onLost = () => {
      clearTimeout(this.idle.get(connection));
      this.idle.delete(connection);
      this.leave();
    };
    if (this.closed) {
      connection.quit();
      throw new PoolClosed('the pool is closed');
    }
    this.busy.add(connection);
    if (!connection.isAlive) this.leave();
    return connection;
  }

  private leave(): void {
    this.places -= 1;
    this.admit();
  }
}
