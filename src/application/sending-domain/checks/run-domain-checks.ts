import { streamName } from '../../../domain/shared/stream-name.js';
import type { Checking, DomainDocument } from '../../../projections/domains/domains.document.js';
import { eachInTurn } from '../../shared/process-manager/run-process-manager.js';
import type { DocumentShape, ListQuery, ReadStore } from '../../ports/read-store.js';
import { every } from '../../shared/every.js';
import { checkDomain, type CheckDomainDependencies } from './check-domain.js';

export interface DomainChecksDependencies extends CheckDomainDependencies {
  readonly readStore: Pick<ReadStore, 'list'>;
  readonly domains: DocumentShape;
  /** Between two checks of a domain whose proof is awaited, or was lost. */
  readonly pendingEveryMs: number;
  /** Between two checks of a verified domain. */
  readonly verifiedEveryMs: number;
}

/** A check that somebody asked for begins within about this time. */
const awaitedEveryMs = 1_000;
const longestSweepMs = 60_000;
const pageSize = 500;
/** Domains checked at once: DNS is waited for most of the time. */
const checkedTogether = 8;

/**
 * Keeps what is known of every domain's records current until the signal aborts. The read model says where to look, the
 * domain's own stream what is true of it.
 */
export async function runDomainChecks(
  dependencies: DomainChecksDependencies,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const { ports, pendingEveryMs, verifiedEveryMs } = dependencies;
  /** When a check last began, of those that are checked again and again: one that found nothing new leaves no trace. */
  const begun = new Map<string, number>();

  async function checkDue(checking: Checking, everyMs: number): Promise<void> {
    const now = ports.clock.now();
    const due = (await domainsThat(dependencies, checking)).filter(({ id, verification: { lastCheckedAt } }) => {
      const last = Math.max(begun.get(id) ?? 0, lastCheckedAt === null ? 0 : Date.parse(lastCheckedAt));
      return now - last >= everyMs;
    });
    for (const { id } of due) begun.set(id, now);
    await checkTogether(due, false);
  }

  async function checkTogether(domains: readonly DomainDocument[], onlyIfAwaited: boolean): Promise<void> {
    const rest = [...domains];
    const lane = () =>
      eachInTurn(taking(rest), async ({ id }) => {
        if (!signal.aborted) await checkDomain(dependencies, streamName('domain', id), onlyIfAwaited);
      });
    await Promise.all(Array.from({ length: checkedTogether }, lane));
  }

  async function sweep(): Promise<void> {
    await checkDue('pending', pendingEveryMs);
    await checkDue('standing', verifiedEveryMs);
  }

  const sweepEveryMs = Math.min(longestSweepMs, pendingEveryMs / 2, verifiedEveryMs / 2);
  await Promise.all([
    every(
      awaitedEveryMs,
      signal,
      async () => checkTogether(await domainsThat(dependencies, 'awaited'), true),
      onFailure,
    ),
    every(sweepEveryMs, signal, sweep, onFailure),
  ]);
}

function* taking<Item>(rest: Item[]): Generator<Item> {
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) yield next;
}

async function domainsThat(
  { readStore, domains }: Pick<DomainChecksDependencies, 'readStore' | 'domains'>,
  checking: Checking,
): Promise<readonly DomainDocument[]> {
  const found: DomainDocument[] = [];
  const query = { equals: { checking }, orderBy: 'id', direction: 'asc', limit: pageSize } as const;
  let after: ListQuery['after'];
  for (;;) {
    const page = await readStore.list(domains, after === undefined ? query : { ...query, after });
    // The shape is that of the `domains` projection.
    found.push(...page.documents.map(({ document }) => document as DomainDocument));
    const last = page.documents.at(-1);
    if (!page.hasMore || last === undefined) return found;
    after = { value: last.id, id: last.id };
  }
}
