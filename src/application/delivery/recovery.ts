import { email } from '../../domain/email/email.js';
import { prolonged } from '../../domain/shared/retries/email-retries.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { type PendingClaim, pendingClaims, type PendingDocument } from '../../projections/pending/pending.document.js';
import type { DocumentShape, ReadStore } from '../ports/read-store.js';
import { factPatience, handle } from '../shared/handle.js';
import type { DeliveryPorts } from './delivery-ports.js';

const pageSize = 500;
/**
 * Claims in work together: a log that commits what has queued up takes them in one go, and nothing is sent before they
 * are done.
 */
const claimsAtOnce = 100;

export interface RecoveryDependencies {
  readonly ports: Pick<
    DeliveryPorts,
    'store' | 'codec' | 'keys' | 'ids' | 'clock' | 'serialise' | 'workers' | 'settings' | 'jitter' | 'onAttempt'
  >;
  readonly readStore: Pick<ReadStore, 'list'>;
  readonly pending: DocumentShape;
  /**
   * Time of the last restore or migration, ISO 8601; null when there was none. Older claims were copied: their workers
   * may run elsewhere, and the outcome is known there.
   */
  readonly copiedAt: string | null;
  /** Since when this process has seen each open claim, on its monotonic clock; kept from one look to the next. */
  readonly watchedSinceMs: Map<string, number>;
}

/**
 * Every open claim of a worker that has ended becomes an unknown outcome; answers how many. So does one that was
 * watched for as long as a claim lives, also of this process: its deadline has passed then, whatever the clocks of the
 * two machines say. Times of day are not compared: where ours is fast, a worker that still waits for its reply would be
 * taken for dead and the mail sent twice.
 */
export async function recoverClaims(dependencies: RecoveryDependencies): Promise<number> {
  const { readStore, pending, watchedSinceMs } = dependencies;
  const open = new Set<string>();
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
    for (const { claim } of claims) open.add(claim.attemptId);
    for (let start = 0; start < claims.length; start += claimsAtOnce) {
      const together = claims.slice(start, start + claimsAtOnce);
      const recorded = await Promise.all(together.map(({ mail, claim }) => recover(dependencies, mail, claim)));
      recovered += recorded.filter(Boolean).length;
    }
    if (!page.hasMore) break;
  }
  for (const attemptId of watchedSinceMs.keys()) if (!open.has(attemptId)) watchedSinceMs.delete(attemptId);
  return recovered;
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
  if (!gone && !outlives(dependencies, attemptId)) return false;
  // Sent again at once only where a process died: our own lost attempt waits its turn, and so does a copied one.
  return recordUnknown(ports, mail, attemptId, own || copied ? 'worker' : 'recovery');
}

/** Whether the claim was watched for longer than its worker works on it. */
function outlives({ ports, watchedSinceMs }: RecoveryDependencies, attemptId: string): boolean {
  const { afterDotTimeoutMs, claimMarginMs } = ports.settings;
  const nowMs = ports.clock.monotonicMs();
  const sinceMs = watchedSinceMs.get(attemptId) ?? nowMs;
  watchedSinceMs.set(attemptId, sinceMs);
  return nowMs - sinceMs >= afterDotTimeoutMs + claimMarginMs;
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
  const nowMs = ports.clock.now();
  const policy = prolonged(ports.settings.policy, nowMs - ports.clock.settledNow());
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
