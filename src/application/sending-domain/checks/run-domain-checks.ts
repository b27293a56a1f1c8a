import { streamName } from '../../../domain/shared/stream-name.js';
import type { Checking, DomainDocument } from '../../../projections/domains/domains.document.js';
import { domainsProjection } from '../../../projections/domains/domains.projection.js';
import { eachInTurn } from '../../shared/run-process-manager.js';
import type { ListQuery, ReadStore } from '../../ports/read-store.js';
import { every } from '../../shared/every.js';
import { checkDomain, type CheckDomainPorts } from './check-domain.js';

export type DomainChecksPorts = CheckDomainPorts & {
  readonly readStore: Pick<ReadStore, 'list'>;
  /** Between two checks of a domain whose proof is awaited, or is gone. */
  readonly pendingEveryMs: number;
  /** Between two checks of a verified domain. */
  readonly verifiedEveryMs: number;
};

/** A check that was asked for begins within about this time. */
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
  ports: DomainChecksPorts,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const { pendingEveryMs, verifiedEveryMs } = ports;
  /** When a check last began, of those that are checked again and again: one that found nothing new leaves no trace. */
  const begun = new Map<string, number>();

  async function checkDue(checking: Checking, everyMs: number): Promise<void> {
    const now = ports.clock.now();
    const due = (await domainsThat(ports, checking)).filter(({ id, verification: { lastCheckedAt } }) => {
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
        if (!signal.aborted) await checkDomain(ports, streamName('domain', id), onlyIfAwaited);
      });
    await Promise.all(Array.from({ length: checkedTogether }, lane));
  }

  async function sweep(): Promise<void> {
    await checkDue('pending', pendingEveryMs);
    await checkDue('standing', verifiedEveryMs);
  }

  const sweepEveryMs = Math.min(longestSweepMs, pendingEveryMs / 2, verifiedEveryMs / 2);
  await Promise.all([
    every(awaitedEveryMs, signal, async () => checkTogether(await domainsThat(ports, 'awaited'), true), onFailure),
    every(sweepEveryMs, signal, sweep, onFailure),
  ]);
}

function* taking<Item>(rest: Item[]): Generator<Item> {
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) yield next;
}

async function domainsThat(
  { readStore }: Pick<DomainChecksPorts, 'readStore'>,
  checking: Checking,
): Promise<readonly DomainDocument[]> {
  const found: DomainDocument[] = [];
  const query = { equals: { checking }, orderBy: 'id', direction: 'asc', limit: pageSize } as const;
  let after: ListQuery['after'];
  for (;;) {
    const page = await readStore.list(domainsProjection, after === undefined ? query : { ...query, after });
    // The shape is that of the `domains` projection.
    found.push(...page.documents.map(({ document }) => document));
    const last = page.documents.at(-1);
    if (!page.hasMore || last === undefined) return found;
    after = { value: last.id, id: last.id };
  }
}
