import { setMaxListeners } from 'node:events';
import type { SmtpConnection } from './smtp-connection.js';

export interface PoolSettings {
  readonly maxConnections: number;
  readonly maxMailsPerConnection: number;
  readonly idleTimeoutMs: number;
  /** Rejects when no connection can be had. The signal cuts the connection, ready or not. */
  readonly open: (cut: AbortSignal) => Promise<SmtpConnection>;
}

/** The pool takes no more work. */
export class PoolClosed extends Error {
  readonly code = 'pool-closed';
}

interface Waiter {
  /** A connection that was in use until now, or undefined: the place of one that is gone. */
  resolve(connection: SmtpConnection | undefined): void;
  reject(error: PoolClosed): void;
}

/** The kept connections to one destination. Whoever waits gets one in the order of asking. */
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

  /** `fresh` asks for a connection that nobody used yet, where one may be opened. Every one taken must be released. */
  async take({ fresh = false } = {}): Promise<SmtpConnection> {
    if (this.closed) throw new PoolClosed('the pool is closed');
    if (fresh) this.makeRoom();
    const kept = fresh ? undefined : this.takeIdle();
    if (kept !== undefined) return kept;
    if (this.places < this.settings.maxConnections) {
      this.places += 1;
      return this.open();
    }
    const handed = await new Promise<SmtpConnection | undefined>((resolve, reject) => {
      this.waiters.push({ resolve, reject });
    });
    return handed ?? this.open();
  }

  release(connection: SmtpConnection): void {
    this.busy.delete(connection);
    if (this.closed || connection.transactions >= this.settings.maxMailsPerConnection) connection.quit();
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
  private takeIdle(): SmtpConnection | undefined {
    const connection = [...this.idle.keys()].at(-1);
    if (connection === undefined) return undefined;
    clearTimeout(this.idle.get(connection));
    this.idle.delete(connection);
    this.busy.add(connection);
    return connection;
  }

  private makeRoom(): void {
    const [oldest] = this.idle.keys();
    if (oldest !== undefined && this.places >= this.settings.maxConnections) oldest.quit();
  }

  /** Into a place already taken. */
  private async open(): Promise<SmtpConnection> {
    let connection: SmtpConnection;
    try {
      connection = await this.settings.open(this.cut.signal);
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
    const waiter = this.waiters.shift();
    if (waiter === undefined) this.places -= 1;
    else waiter.resolve(undefined);
  }
}
