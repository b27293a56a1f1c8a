import type { MxRoute, Route } from '../../application/ports/mail-transport.js';
import { AdaptiveLimit, type ConnectionLimit, fixedLimit } from './connection-limit.js';
import { ConnectionPool, type PoolSettings } from './connection-pool.js';
import { defaultMaxMailsPerConnection, type Destination, type DialSettings } from './destination.js';
import { dial } from './dial.js';
import { type MxSettings, openMx } from './open-mx.js';
import { limitsOf } from './providers.js';
import { ReceiverHabits } from './receiver-habits.js';
import type { SmtpConnection } from './smtp-connection.js';

export interface DestinationPool {
  readonly pool: ConnectionPool;
  readonly limit: ConnectionLimit;
  /** A few connections for what is answered late, so that nothing else waits for it. */
  readonly patient: ConnectionPool;
  /** How many may wait there: each holds its message, and a place among the jobs. */
  readonly mostPatient: number;
  readonly habits: ReceiverHabits;
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
/** Receivers count connections: some take no more than four of one address. */
const patientConnections = 2;
const mostPatient = 20;

export function createDestinationPools(settings: PoolsSettings): DestinationPools {
  const { destinations, mx, idleTimeoutMs, forgetAfterMs } = settings;
  const isOutdated = ({ tls, host }: SmtpConnection): boolean => tls === null && settings.tlsMemory.isAsked(host);
  const named = new Map(Object.entries(destinations).map(([name, peer]) => [name, namedPool(peer)]));
  const learned = new Map<string, DestinationPool & { usedAtMs: number }>();
  const forgetting = setInterval(() => {
    for (const [mxSet, { pool, patient, usedAtMs }] of learned) {
      if (pool.isEmpty && patient.isEmpty && performance.now() - usedAtMs > forgetAfterMs) learned.delete(mxSet);
    }
  }, forgetAfterMs / 2);

  function namedPool(peer: Destination): DestinationPool {
    const limit = fixedLimit(peer.maxConnections);
    return poolsOf(peer.host, limit, Math.min(mostPatient, peer.maxConnections), {
      maxMailsPerConnection: peer.maxMailsPerConnection ?? defaultMaxMailsPerConnection,
      onThisMachine: peer.onThisMachine === true,
      open: ({ demand }, cut) => dial(peer, demand, settings, cut),
    });
  }

  function poolsOf(
    host: string,
    limit: ConnectionLimit,
    most: number,
    connections: Pick<PoolSettings, 'maxMailsPerConnection' | 'onThisMachine' | 'open'>,
  ): DestinationPool {
    const common = { ...connections, idleTimeoutMs, isOutdated };
    return {
      host,
      limit,
      pool: new ConnectionPool({ ...common, limit }),
      patient: new ConnectionPool({ ...common, limit: fixedLimit(patientConnections) }),
      mostPatient: most,
      habits: new ReceiverHabits(),
    };
  }

  function mxPool({ hosts }: MxRoute, receivers: MxSettings): DestinationPool & { usedAtMs: number } {
    const { startConnections, maxConnections, mailsPerConnection } = limitsOf(hosts);
    const limit = new AdaptiveLimit({ start: startConnections, max: maxConnections });
    const pools = poolsOf(hosts[0]?.[0] ?? '', limit, mostPatient, {
      maxMailsPerConnection: mailsPerConnection,
      onThisMachine: false,
      open: (wanted, cut) => openMx(hosts, wanted, receivers, settings, cut),
    });
    return { ...pools, usedAtMs: 0 };
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
    concurrency(mxSet) {
      const known = named.get(mxSet) ?? learned.get(mxSet);
      // What waits for a late answer leaves the others their room.
      return known === undefined ? unknownConcurrency : known.limit.current() + known.patient.demand;
    },
    size: () => named.size + learned.size,
    async close(graceMs) {
      clearInterval(forgetting);
      const all = [...named.values(), ...learned.values()].flatMap(({ pool, patient }) => [pool, patient]);
      await Promise.all(all.map((pool) => pool.close(graceMs)));
    },
  };
}
