import { dayAt, dayBefore, monthOf } from '../../domain/shared/utc-calendar.js';
import { type UsageDocument, usageProjection } from '../../projections/usage/usage.projection.js';
import type { EventStore } from '../ports/event-store.js';
import type { ReadStore } from '../ports/read-store.js';
import type { WhenProcessed } from '../shared/own-writes.js';

/** What reads the `usage` projection. */
export interface UsagePorts {
  readonly store: Pick<EventStore, 'head'>;
  readonly readStore: Pick<ReadStore, 'list'>;
  readonly whenProcessed: WhenProcessed;
}

/** Recipients accepted so far in the UTC day and in the UTC month. */
export interface UsageFigures {
  readonly daily: number;
  readonly monthly: number;
}

/** More rows than a month has days. */
const monthRows = 40;

/** As far as the projection has come. */
export async function usageAt(
  { readStore }: Pick<UsagePorts, 'readStore'>,
  teamId: string,
  atMs: number,
): Promise<UsageFigures> {
  const today = dayAt(atMs);
  const month = monthOf(today);
  const query = {
    equals: { teamId },
    orderBy: 'day',
    direction: 'desc',
    until: `${month}-01`,
    limit: monthRows,
  } as const;
  const days = documentsOf(await readStore.list(usageProjection, query)).filter(({ day }) => monthOf(day) === month);
  return {
    daily: days.find(({ day }) => day === today)?.recipients ?? 0,
    monthly: days.reduce((sum, { recipients }) => sum + recipients, 0),
  };
}

/** Whether the projection contains everything that was in the log when this was asked. */
export async function usageCaughtUp(
  { store, whenProcessed }: Pick<UsagePorts, 'store' | 'whenProcessed'>,
  timeoutMs: number,
): Promise<boolean> {
  const head = await store.head();
  return head === undefined || whenProcessed(usageProjection.name, head, timeoutMs);
}

const closedThroughPatienceMs = 5_000;

/**
 * The last UTC day up to which every day's usage of this team is a fact of its own, so that mails accepted on it or
 * before may go without changing a figure. Undefined when there are none yet, or they are not known because the
 * projection lags.
 */
export async function usageClosedThrough(ports: UsagePorts, teamId: string): Promise<string | undefined> {
  if (!(await usageCaughtUp(ports, closedThroughPatienceMs))) return undefined;
  const { readStore } = ports;
  const by = { orderBy: 'day', limit: 1 } as const;
  const [firstOpen, lastClosed] = await Promise.all([
    readStore.list(usageProjection, { ...by, equals: { teamId, closed: 0 }, direction: 'asc' }),
    readStore.list(usageProjection, { ...by, equals: { teamId, closed: 1 }, direction: 'desc' }),
  ]);
  const [open] = documentsOf(firstOpen);
  const [closed] = documentsOf(lastClosed);
  if (closed === undefined || open === undefined || closed.day < open.day) return closed?.day;
  return dayBefore(open.day);
}

export function documentsOf({ documents }: Awaited<ReturnType<ReadStore['list']>>): readonly UsageDocument[] {
  // The read store keeps what the projection of this shape wrote.
  return documents.map(({ document }) => document as UsageDocument);
}
