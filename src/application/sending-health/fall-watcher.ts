import { sendingDomain } from '../../domain/sending-domain/sending-domain.js';
import type { DomainDeliveryFell, DomainPassShareFell } from '../../domain/sending-domain/events.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { domainsProjection } from '../../projections/domains/domains.projection.js';
import type { DomainDocument } from '../../projections/domains/domains.document.js';
import { sendingHealthProjection } from '../../projections/sending-health/sending-health.projection.js';
import type { ListQuery, ReadStoreReader } from '../ports/read-store.js';
import { every } from '../shared/every.js';
import { handle, type LogPorts } from '../shared/handle.js';
import type { WhenProcessed } from '../shared/own-writes.js';
import { eachInTurn } from '../shared/run-process-manager.js';
import { passFallOf } from '../domain-report/report-figures.js';
import { fallsIn, healthWindows } from './health-windows.js';

export type FallWatcherPorts = LogPorts & {
  readonly readStore: ReadStoreReader;
  readonly whenProcessed: WhenProcessed;
};

/** `pass-share`: less of the email in its name passes DMARC. */
type NotedFall =
  | DomainDeliveryFell['data']
  | ({ readonly group: 'all'; readonly measure: 'pass-share' } & DomainPassShareFell['data']);
export type OnFall = (domainId: string, fall: NotedFall) => void;

const roundEveryMs = 86_400_000;
/** How soon a moved clock, or a projection that lagged, is noticed. */
const lookEveryMs = 10_000;
const catchUpPatienceMs = 5_000;
const pageRows = 500;

/**
 * Compares how receivers took the email of each domain, at the start and then once a day, until the signal aborts.
 * `onFall` hears of what was written down.
 */
export function watchFalls(
  ports: FallWatcherPorts,
  signal: AbortSignal,
  onFall: OnFall,
  onFailure: (error: unknown) => void,
): Promise<void> {
  let lastMs = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<void> => {
    const nowMs = ports.clock.now();
    if (nowMs - lastMs < roundEveryMs) return;
    if (await noteFalls(ports, onFall, signal)) lastMs = nowMs;
  };
  return every(lookEveryMs, signal, look, onFailure);
}

/** One round over all domains. @returns false while the figures lag behind the log: then nothing is compared. */
export async function noteFalls(ports: FallWatcherPorts, onFall: OnFall, signal?: AbortSignal): Promise<boolean> {
  const head = await ports.store.head();
  if (head === undefined) return true;
  if (!(await ports.whenProcessed(sendingHealthProjection.name, head, catchUpPatienceMs))) return false;
  let after: ListQuery['after'];
  for (;;) {
    const query = { equals: {}, orderBy: 'id', direction: 'asc', limit: pageRows } as const;
    const page = await ports.readStore.list(domainsProjection, after === undefined ? query : { ...query, after });
    // The shape is that of the `domains` projection.
    const domains = page.documents.map(({ document }) => document);
    await eachInTurn(domains, async (domain) => {
      if (signal?.aborted !== true) await noteFallsOf(ports, domain, onFall);
    });
    const last = domains.at(-1);
    if (!page.hasMore || last === undefined || signal?.aborted === true) return true;
    after = { value: last.id, id: last.id };
  }
}

async function noteFallsOf(
  ports: FallWatcherPorts,
  { id: domainId, teamId, origin, region }: DomainDocument,
  onFall: OnFall,
): Promise<void> {
  // The mail of a sandbox goes to no receiver.
  if (teamId === null || origin === 'sandbox') return;
  const nowMs = ports.clock.now();
  const falls = fallsIn(await healthWindows(ports, { teamId, domainId, nowMs }));
  const fall = await passFallOf(ports, { teamId, domainId, nowMs });
  const actor = { kind: 'system', id: 'fall-watcher' } as const;
  const provenance = { context: { teamId, actor, correlationId: ports.ids.next() }, region };
  const at = new Date(nowMs).toISOString();
  const commands = [
    ...(falls.length === 0 ? [] : [{ type: 'NoteFalls', falls, at } as const]),
    ...(fall === undefined ? [] : [{ type: 'NotePassFall', fall, at } as const]),
  ];
  await eachInTurn(commands, async (command) => {
    const handled = await handle(ports, sendingDomain, streamName('domain', domainId), command, provenance);
    // Deleted since: its mail is of no concern any more.
    if ('refused' in handled) return;
    for (const { type, data } of handled.events) {
      if (type === 'DomainDeliveryFell') onFall(domainId, data);
      if (type === 'DomainPassShareFell') onFall(domainId, { group: 'all', measure: 'pass-share', ...data });
    }
  });
}
