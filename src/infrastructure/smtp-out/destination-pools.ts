import type { MxRoute, Route } from '../../application/ports/mail-transport.js';
import { AdaptiveLimit, type ConnectionLimit, fixedLimit } from './connection-limit.js';
import { ConnectionPool } from './connection-pool.js';
import { defaultMaxMailsPerConnection, type Destination, type DialSettings } from './destination.js';
import { dial } from './dial.js';
import { type MxSettings, openMx } from './open-mx.js';
import { limitsOf } from './providers.js';

export interface DestinationPool {
  readonly pool: ConnectionPool;
  readonly limit: ConnectionLimit;
  /** As the log names it where nothing better is known. */
  readonly host: string;
}

export interface PoolsSettings extends DialSettings {
  /** Those of this installation. */
  readonly destinations: Readonly<Partial<Record<'catcher' | 'relay', Destination>>>;
  /** For routes that name their hosts; without it there are none. */
  readonly mx?: MxSettings;
  /** Unused connections are closed after this long: before the receiver does it. */
  readonly idleTimeoutMs: number;
  /** What was learned of an MX set without mail is forgotten after this long. */
  readonly forgetAfterMs: number;
}

/** A pool for each destination. Those of MX sets come and go with the mail. */
export interface DestinationPools {
  /** @returns undefined when the route leads nowhere that is known here. */
  of(route: Route): DestinationPool | undefined;
  /** How many connections the set may have now, or would begin with. */
  concurrency(mxSet: string): number;
  size(): number;
  close(graceMs: number): Promise<void>;
}

/** What an MX set without mail so far begins with, as far as its hosts are not known. */
const unknownConcurrency = 2;

export function createDestinationPools(settings: PoolsSettings): DestinationPools {
  const { destinations, mx, idleTimeoutMs, forgetAfterMs } = settings;
  const named = new Map(Object.entries(destinations).map(([name, peer]) => [name, namedPool(peer)]));
  const learned = new Map<string, DestinationPool & { usedAtMs: number }>();
  const forgetting = setInterval(() => {
    for (const [mxSet, { pool, usedAtMs }] of learned) {
      if (pool.isEmpty && performance.now() - usedAtMs > forgetAfterMs) learned.delete(mxSet);
    }
  }, forgetAfterMs / 2);

  function namedPool(peer: Destination): DestinationPool {
    const limit = fixedLimit(peer.maxConnections);
    const pool = new ConnectionPool({
      limit,
      maxMailsPerConnection: peer.maxMailsPerConnection ?? defaultMaxMailsPerConnection,
      idleTimeoutMs,
      onThisMachine: peer.onThisMachine === true,
      open: (demand, cut) => dial(peer, demand, settings, cut),
    });
    return { pool, limit, host: peer.host };
  }

  function mxPool({ hosts }: MxRoute, receivers: MxSettings): DestinationPool & { usedAtMs: number } {
    const { startConnections, maxConnections, mailsPerConnection } = limitsOf(hosts);
    const limit = new AdaptiveLimit({ start: startConnections, max: maxConnections });
    const pool = new ConnectionPool({
      limit,
      maxMailsPerConnection: mailsPerConnection,
      idleTimeoutMs,
      onThisMachine: false,
      open: (demand, cut) => openMx(hosts, demand, receivers, settings, cut),
    });
    return { pool, limit, host: hosts[0]?.[0] ?? '', usedAtMs: 0 };
  }

  return {
    of(route) {
      if (route.kind !== 'mx') return named.get(route.kind);
      if (mx === undefined) return undefined;
      const known = learned.get(route.mxSet) ?? mxPool(route, mx);
      known.usedAtMs = performance.now();
      learned.set(route.mxSet, known);
      return known;
    },
    concurrency: (mxSet) => (named.get(mxSet) ?? learned.get(mxSet))?.limit.current() ?? unknownConcurrency,
    size: () => named.size + learned.size,
    async close(graceMs) {
      clearInterval(forgetting);
      await Promise.all([...named.values(), ...learned.values()].map(({ pool }) => pool.close(graceMs)));
    },
  };
}
