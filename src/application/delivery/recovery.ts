import { email } from '../../domain/email/email.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { type PendingClaim, pendingClaims, type PendingDocument } from '../../projections/pending/pending.document.js';
import type { DocumentShape, ReadStore } from '../ports/read-store.js';
import { factPatience, handle } from '../shared/handle.js';
import type { DeliveryPorts } from './delivery-ports.js';

const pageSize = 500;
/** Claims in work together: a log that commits what has queued up takes them in one go, and nothing is sent before they are done. */
const claimsAtOnce = 100;

export interface RecoveryDependencies {
  readonly ports: Pick<
    DeliveryPorts,
    'store' | 'codec' | 'keys' | 'ids' | 'clock' | 'serialise' | 'workers' | 'settings' | 'jitter' | 'onAttempt'
  >;
  readonly readStore: Pick<ReadStore, 'list'>;
  readonly pending: DocumentShape;
  /**
   * Of the last restore or migration, ISO 8601. Claims of before it were copied: their workers may live elsewhere, and what became of
   * them is known there.
   */
  readonly copiedAt: string | null;
}

/**
 * Every open claim of a worker that has ended becomes an unknown outcome; answers how many. Past its deadline no process
 * works on a claim any more, not even this one.
 */
export async function recoverClaims(dependencies: RecoveryDependencies): Promise<number> {
  const { readStore, pending } = dependencies;
  let recovered = 0;
  let after: { value: string; id: string } | undefined;
  for (;;) {
    const query = { equals: { claimed: 1 }, orderBy: 'id', direction: 'asc', limit: pageSize } as const;
    const page = await readStore.list(pending, after === undefined ? query : { ...query, after });
    const last = page.documents.at(-1);
    if (last !== undefined) after = { value: last.id, id: last.id };
    const claims = page.documents.flatMap(({ document }) => {
      // The read store keeps what the projection of this shape wrote.
      const mail = document as PendingDocument;
      return pendingClaims(mail.email).map((claim) => ({ mail, claim }));
    });
    for (let start = 0; start < claims.length; start += claimsAtOnce) {
      const together = claims.slice(start, start + claimsAtOnce);
      const recorded = await Promise.all(together.map(({ mail, claim }) => recover(dependencies, mail, claim)));
      recovered += recorded.filter(Boolean).length;
    }
    if (!page.hasMore) return recovered;
  }
}

/** False where a worker may still be at it, or where it was recorded already. */
async function recover(
  dependencies: RecoveryDependencies,
  mail: PendingDocument,
  { attemptId, worker, deadline }: PendingClaim,
): Promise<boolean> {
  const { ports } = dependencies;
  const own = worker === ports.workers.own().id;
  const copied = isCopied(dependencies, deadline);
  const gone = !own && !copied && ports.workers.hasEnded(worker);
  if (!gone && Date.parse(deadline) > ports.clock.now()) return false;
  // Sent again at once only where a process died: our own lost attempt waits its turn, and so does a copied one.
  return recordUnknown(ports, mail, attemptId, own || copied ? 'worker' : 'recovery');
}

/** A claim made before the copy ends before any that was made after it. */
function isCopied({ ports, copiedAt }: RecoveryDependencies, deadline: string): boolean {
  const { afterDotTimeoutMs, claimMarginMs } = ports.settings;
  return copiedAt !== null && Date.parse(deadline) < Date.parse(copiedAt) + afterDotTimeoutMs + claimMarginMs;
}

/** False where it was recorded already. */
async function recordUnknown(
  ports: RecoveryDependencies['ports'],
  mail: PendingDocument,
  attemptId: string,
  recordedBy: 'worker' | 'recovery',
): Promise<boolean> {
  const { policy } = ports.settings;
  const nowMs = ports.clock.now();
  const handled = await handle(
    ports,
    email,
    streamName('email', mail.id),
    { type: 'RecordOutcomeUnknown', attemptId, recordedBy, replies: [], policy, nowMs, jitter: ports.jitter() },
    {
      context: { teamId: mail.teamId, actor: { kind: 'system', id: 'recovery' }, correlationId: attemptId },
      region: mail.region,
    },
    { patience: factPatience },
  );
  const recorded = 'events' in handled && handled.events.length > 0;
  if (recorded) ports.onAttempt('unknown');
  return recorded;
}
