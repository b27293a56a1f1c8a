import type { MailTransport, OutgoingTransaction, TransactionResult } from '../../application/ports/mail-transport.js';
import { ConnectionPool, PoolClosed } from './connection-pool.js';
import { defaultMaxMailsPerConnection, type Destination, type DialSettings } from './destination.js';
import { dial } from './dial.js';
import { type Ending, NotConnected, repliesFor } from './smtp-failure.js';
import { type Outcome, transact } from './transaction.js';

export interface MailTransportSettings extends DialSettings {
  /** By MX set. */
  readonly destinations: Readonly<Record<string, Destination>>;
  /** Unused connections are closed after this long: before the receiver does it. */
  readonly idleTimeoutMs?: number;
}

const defaultIdleTimeoutMs = 60_000;

/** Mail over kept SMTP connections, a pool for each MX set. Connections are opened as they are needed. */
export function createMailTransport(settings: MailTransportSettings): MailTransport {
  const pools = new Map<string, { readonly pool: ConnectionPool; readonly destination: Destination }>();
  for (const [mxSet, destination] of Object.entries(settings.destinations)) {
    const pool = new ConnectionPool({
      maxConnections: destination.maxConnections,
      maxMailsPerConnection: destination.maxMailsPerConnection ?? defaultMaxMailsPerConnection,
      idleTimeoutMs: settings.idleTimeoutMs ?? defaultIdleTimeoutMs,
      open: (cut) => dial(destination, settings, cut),
    });
    pools.set(mxSet, { pool, destination });
  }
  let closing = false;

  return {
    async send(transaction) {
      const route = pools.get(transaction.route.mxSet);
      if (route === undefined) return notConnected(transaction, 'connect', noRoute, transaction.route.mxSet);
      try {
        const result = await sendOver(route.pool, transaction, settings);
        return closing ? withoutOwnFailures(result) : result;
      } catch (error) {
        if (error instanceof PoolClosed || closing) return withheld(transaction);
        if (error instanceof NotConnected) {
          return notConnected(transaction, error.step, error.ending, route.destination.host);
        }
        throw error;
      }
    },
    concurrency: (mxSet) => pools.get(mxSet)?.destination.maxConnections ?? 1,
    async close(graceMs) {
      closing = true;
      await Promise.all([...pools.values()].map(({ pool }) => pool.close(graceMs)));
    },
  };
}

async function sendOver(
  pool: ConnectionPool,
  transaction: OutgoingTransaction,
  settings: DialSettings,
): Promise<TransactionResult> {
  const first = await attempt(pool, transaction, settings, false);
  // A kept connection may have died unseen. Nothing was taken, and a fresh one shows whether the receiver is there.
  if (!first.neverBegun || !first.reused) return first.result;
  return (await attempt(pool, transaction, settings, true)).result;
}

async function attempt(
  pool: ConnectionPool,
  transaction: OutgoingTransaction,
  settings: DialSettings,
  fresh: boolean,
): Promise<Outcome & { readonly reused: boolean }> {
  const connection = await pool.take({ fresh });
  const reused = connection.transactions > 0;
  try {
    return { ...(await transact(connection, transaction, settings)), reused };
  } finally {
    pool.release(connection);
  }
}

const noRoute: Ending = { code: null, enhancedCode: null, text: 'no such route' };

function notConnected(
  { recipients }: OutgoingTransaction,
  step: NotConnected['step'],
  ending: Ending,
  host: string,
): TransactionResult {
  return { replies: repliesFor(recipients, step, ending, host), unknown: [], withheld: [] };
}

function withheld({ recipients }: OutgoingTransaction): TransactionResult {
  return { replies: [], unknown: [], withheld: recipients.flatMap((recipient) => recipient.recipients) };
}

/** What our own closing cut off before the dot is nobody's failure: it was not sent, and is due as before. */
function withoutOwnFailures(result: TransactionResult): TransactionResult {
  const cut = result.replies.filter(({ code }) => code === null);
  return {
    ...result,
    replies: result.replies.filter(({ code }) => code !== null),
    withheld: [...result.withheld, ...cut.flatMap(({ recipients }) => recipients)],
  };
}
