import { email } from '../../domain/email/email.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { PendingDocument } from '../../projections/pending/pending.document.js';
import type { DocumentShape, ReadStore } from '../ports/read-store.js';
import { factPatience, handle } from '../shared/handle.js';
import type { DeliveryPorts } from './delivery-ports.js';

const pageSize = 500;

export interface RecoveryDependencies {
  readonly ports: Pick<
    DeliveryPorts,
    'store' | 'codec' | 'keys' | 'ids' | 'clock' | 'serialise' | 'settings' | 'jitter' | 'onAttempt'
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
 * Every open claim of a worker that is gone becomes an unknown outcome; answers how many. Past its deadline nobody works
 * on a claim any more, not even this process. `replaced`: this process provably took the place of every other worker
 * (it holds the lock), so that theirs need not be waited for.
 */
export async function recoverClaims(dependencies: RecoveryDependencies, replaced: boolean): Promise<number> {
  const { ports, readStore, pending } = dependencies;
  let recovered = 0;
  let after: { value: string; id: string } | undefined;
  for (;;) {
    const query = { equals: { claimed: 1 }, orderBy: 'id', direction: 'asc', limit: pageSize } as const;
    const page = await readStore.list(pending, after === undefined ? query : { ...query, after });
    for (const { id, document } of page.documents) {
      after = { value: id, id };
      const row = document as PendingDocument;
      for (const claim of row.claims) {
        const own = claim.worker === ports.settings.worker;
        const copied = isCopied(dependencies, claim.deadline);
        const gone = replaced && !own && !copied;
        if (!gone && Date.parse(claim.deadline) > ports.clock.now()) continue;
        // Sent again at once only where a process died: our own lost attempt waits its turn, and so does a copied one.
        if (await recordUnknown(ports, row, claim.attemptId, own || copied ? 'worker' : 'recovery')) recovered += 1;
      }
    }
    if (!page.hasMore) return recovered;
  }
}

/** A claim made before the copy ends before any that was made after it. */
function isCopied({ ports, copiedAt }: RecoveryDependencies, deadline: string): boolean {
  const { afterDotTimeoutMs, claimMarginMs } = ports.settings;
  return copiedAt !== null && Date.parse(deadline) < Date.parse(copiedAt) + afterDotTimeoutMs + claimMarginMs;
}

/** False where it was recorded already: a claim stands in the row of each destination that it names. */
async function recordUnknown(
  ports: RecoveryDependencies['ports'],
  row: PendingDocument,
  attemptId: string,
  recordedBy: 'worker' | 'recovery',
): Promise<boolean> {
  const { policy } = ports.settings;
  const nowMs = ports.clock.now();
  const handled = await handle(
    ports,
    email,
    streamName('email', row.emailId),
    { type: 'RecordOutcomeUnknown', attemptId, recordedBy, policy, nowMs, jitter: ports.jitter() },
    {
      context: { teamId: row.teamId, actor: { kind: 'system', id: 'recovery' }, correlationId: attemptId },
      region: row.region,
    },
    { patience: factPatience },
  );
  const recorded = 'events' in handled && handled.events.length > 0;
  if (recorded) ports.onAttempt('unknown');
  return recorded;
}
