import { pendingRows } from '../../projections/pending/pending.document.js';
import { pendingProjection } from '../../projections/pending/pending.projection.js';
import type { Receiver } from '../delivery/delivery-result.js';
import type { ReadStoreReader } from '../ports/read-store.js';

/** `untried`: no receiver is known yet. */
export type QueueReceiver = Receiver | 'untried';

export interface QueueFigures {
  /** In emails. */
  readonly due: number;
  readonly later: number;
  readonly claimed: number;
  readonly oldestDueMs: number;
  /** In recipients, of the emails that are due the longest. */
  readonly receivers: ReadonlyMap<QueueReceiver, { readonly due: number; readonly oldestDueMs: number }>;
}

/** More are not counted: it would cost more than it says. */
const mostCounted = 1_000_000;
/** The oldest emails tell which receiver holds the queue up. */
const mostRead = 1_000;

/** What waits to be sent. `receiverOf`: whom a set of hosts belongs to. */
export async function queueFigures(
  readStore: Pick<ReadStoreReader, 'count' | 'list'>,
  receiverOf: (mxSet: string) => QueueReceiver,
  nowMs: number,
): Promise<QueueFigures> {
  const now = new Date(nowMs).toISOString();
  const count = (equals: Readonly<Record<string, string | number>>, atMost?: string): Promise<number> =>
    readStore.count(pendingProjection, equals, {
      orderBy: 'dueAt',
      most: mostCounted,
      ...(atMost === undefined ? {} : { atMost }),
    });
  const [due, waiting, claimed] = await Promise.all([
    count({ state: 'due' }, now),
    count({ state: 'due' }),
    count({ claimed: 1 }),
  ]);
  const query = { equals: { state: 'due' }, orderBy: 'dueAt', direction: 'asc', limit: mostRead } as const;
  const { documents } = due === 0 ? { documents: [] } : await readStore.list(pendingProjection, query);
  const receivers = new Map<QueueReceiver, { due: number; oldestDueMs: number }>();
  let oldestDueMs = 0;
  for (const { document } of documents) {
    for (const { mxSet, dueAt, recipients } of pendingRows(document)) {
      if (dueAt === '' || dueAt > now) continue;
      const receiver = mxSet === null ? 'untried' : receiverOf(mxSet);
      const before = receivers.get(receiver) ?? { due: 0, oldestDueMs: 0 };
      const waitedMs = nowMs - Date.parse(dueAt);
      const longest = Math.max(before.oldestDueMs, waitedMs);
      receivers.set(receiver, { due: before.due + recipients.size, oldestDueMs: longest });
      oldestDueMs = Math.max(oldestDueMs, waitedMs);
    }
  }
  return { due, later: waiting - due, claimed, oldestDueMs, receivers };
}
