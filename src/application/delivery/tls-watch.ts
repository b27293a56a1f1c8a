import type { MailTransport, OutgoingTransaction, Route, TransactionResult } from '../ports/mail-transport.js';
import type { Clock } from '../ports/clock.js';
import { BoundedMap } from '../shared/bounded-map.js';

/** A receiver requires TLS, and there is none to be had with it. */
export interface TlsTrouble {
  /** As the log calls its set of hosts. */
  readonly mxSet: string;
  /** Only what we found ourselves: a receiver's own text may name a person. */
  readonly reason: string | null;
}

/** Each mail to it would say the same. */
const quietMs = 3_600_000;
const mostReceivers = 10_000;

/** The transport, with receivers reported that require TLS which fails: their mail is deferred until it works. */
export function watchingTls(
  transport: MailTransport,
  clock: Pick<Clock, 'monotonicMs'>,
  onTrouble: (trouble: TlsTrouble) => void,
): MailTransport {
  const reportedMs = new BoundedMap<string, number>(mostReceivers);

  function note(route: Route, tls: OutgoingTransaction['tls'], result: TransactionResult | undefined): void {
    // What a sender's domain demands is between the two of them; a relay is watched on its own.
    if (route.kind !== 'mx' || tls === 'enforced') return;
    const failed = result?.replies.find(({ step }) => step === 'starttls');
    if (failed === undefined) return;
    const nowMs = clock.monotonicMs();
    if (nowMs - (reportedMs.get(route.mxSet) ?? Number.NEGATIVE_INFINITY) < quietMs) return;
    reportedMs.set(route.mxSet, nowMs);
    onTrouble({ mxSet: route.mxSet, reason: failed.code === null ? failed.text : null });
  }

  return {
    async reach(transaction) {
      const result = await transport.reach(transaction);
      note(transaction.route, transaction.tls, result);
      return result;
    },
    async send(transaction) {
      const result = await transport.send(transaction);
      note(transaction.route, transaction.tls, result);
      return result;
    },
    concurrency: (mxSet) => transport.concurrency(mxSet),
    close: (graceMs) => transport.close(graceMs),
  };
}
