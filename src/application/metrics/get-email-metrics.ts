import type { DomainDocument } from '../../projections/domains/domains.document.js';
import type { MetricsDocument } from '../../projections/metrics/metrics.document.js';
import type { DocumentShape, ReadStore } from '../ports/read-store.js';
import { addTo, emptyTally, figuresOf, type Tally } from './figures.js';
import type { GetEmailMetricsQuery, GetEmailMetricsResult, MetricsRequest, MetricsRow } from './metrics.queries.js';
import { periodAt, periodsIn } from './periods.js';

export interface GetEmailMetricsDependencies {
  readonly readStore: Pick<ReadStore, 'get' | 'list'>;
  readonly metrics: DocumentShape;
  readonly domains: DocumentShape;
}

/** For one answer. */
export const mostEmails = 250_000;
export const mostRows = 10_000;
const pageRows = 1_000;

interface Group {
  readonly startMs: number | undefined;
  readonly domainId: string | undefined;
  readonly emailId: string | undefined;
  readonly tally: Tally;
}

/** What became of a team's mails, summed over a range and by what was asked. Reads a page at a time, and keeps none. */
export function createGetEmailMetrics(
  dependencies: GetEmailMetricsDependencies,
): (query: GetEmailMetricsQuery) => Promise<GetEmailMetricsResult> {
  return async ({ teamId, request }) => {
    const byPeriod = request.dimensions.includes('period');
    const starts = byPeriod ? periodsIn(request, request.granularity, request.timeZone) : [];
    if (starts === undefined) return { refused: 'too-many-periods' };
    const totals = emptyTally();
    const groups = emptyGroups(request, starts);
    let emails = 0;
    for await (const page of pagesOf(dependencies, teamId, request)) {
      emails += page.length;
      if (emails > mostEmails) return { refused: 'too-many-emails' };
      for (const document of page) {
        addTo(totals, document);
        if (groups !== undefined) addTo(groupFor(groups, document, request, starts).tally, document);
      }
      if (groups !== undefined && groups.size > mostRows) return { refused: 'too-many-rows' };
    }
    return {
      totals: figuresOf(totals, request.metrics),
      rows: groups === undefined ? undefined : await rowsOf(dependencies, inOrder(groups), request),
    };
  };
}

/** With periods alone each has its row, empty ones too. Undefined: no rows are asked for. */
function emptyGroups(request: MetricsRequest, starts: readonly number[]): Map<string, Group> | undefined {
  if (request.dimensions.length === 0) return undefined;
  const alone = request.dimensions.every((dimension) => dimension === 'period');
  const groups = alone
    ? starts.map((startMs) => ({ startMs, domainId: undefined, emailId: undefined, tally: emptyTally() }))
    : [];
  return new Map(groups.map((group) => [keyOf(group), group]));
}

function groupFor(
  groups: Map<string, Group>,
  document: MetricsDocument,
  { dimensions }: MetricsRequest,
  starts: readonly number[],
): Group {
  const place = {
    startMs: dimensions.includes('period') ? periodAt(starts, Date.parse(document.at)) : undefined,
    domainId: dimensions.includes('domain') ? document.domainId : undefined,
    emailId: dimensions.includes('email') ? document.id : undefined,
  };
  const key = keyOf(place);
  const group = groups.get(key) ?? { ...place, tally: emptyTally() };
  groups.set(key, group);
  return group;
}

function inOrder(groups: ReadonlyMap<string, Group>): readonly Group[] {
  return [...groups.values()].sort((left, right) => (left.startMs ?? 0) - (right.startMs ?? 0));
}

function keyOf({ startMs, domainId, emailId }: Omit<Group, 'tally'>): string {
  return `${startMs ?? ''}:${domainId ?? ''}:${emailId ?? ''}`;
}

async function* pagesOf(
  ports: GetEmailMetricsDependencies,
  teamId: string,
  request: MetricsRequest,
): AsyncGenerator<readonly MetricsDocument[]> {
  const { domainIds, emailIds, broadcastIds, dimensions } = request;
  // No mail is part of a broadcast yet.
  if (broadcastIds !== undefined || dimensions.includes('broadcast')) return;
  if (emailIds !== undefined) yield await named(ports, teamId, request, emailIds);
  else if (domainIds === undefined) yield* inRange(ports, { teamId }, request);
  else for (const domainId of domainIds) yield* inRange(ports, { teamId, domainId }, request);
}

async function named(
  { readStore, metrics }: GetEmailMetricsDependencies,
  teamId: string,
  request: MetricsRequest,
  emailIds: readonly string[],
): Promise<readonly MetricsDocument[]> {
  const found = await Promise.all(emailIds.map((id) => readStore.get(metrics, id)));
  return (found as readonly (MetricsDocument | undefined)[]).filter((document): document is MetricsDocument => {
    if (document?.teamId !== teamId) return false;
    const atMs = Date.parse(document.at);
    const ofDomain = request.domainIds?.includes(document.domainId) ?? true;
    return ofDomain && request.fromMs <= atMs && atMs < request.untilMs;
  });
}

async function* inRange(
  { readStore, metrics }: GetEmailMetricsDependencies,
  equals: Readonly<Record<string, string>>,
  { fromMs, untilMs }: MetricsRequest,
): AsyncGenerator<readonly MetricsDocument[]> {
  const query = { equals, orderBy: 'at', direction: 'asc', limit: pageRows } as const;
  // Times have milliseconds, so the last one before the end is one earlier.
  const until = new Date(untilMs - 1).toISOString();
  let after = { value: new Date(fromMs).toISOString(), id: '' };
  for (let hasMore = true; hasMore; ) {
    const page = await readStore.list(metrics, { ...query, after, until });
    // The read store keeps what the projection of this shape wrote.
    const documents = page.documents.map(({ document }) => document as MetricsDocument);
    yield documents;
    const last = documents.at(-1);
    hasMore = page.hasMore && last !== undefined;
    if (last !== undefined) after = { value: last.at, id: last.id };
  }
}

async function rowsOf(
  { readStore, domains }: GetEmailMetricsDependencies,
  groups: readonly Group[],
  { metrics }: MetricsRequest,
): Promise<readonly MetricsRow[]> {
  const ids = [...new Set(groups.flatMap(({ domainId }) => domainId ?? []))];
  const found = await Promise.all(ids.map((id) => readStore.get(domains, id)));
  const names = new Map(ids.map((id, index) => [id, (found[index] as DomainDocument | undefined)?.name ?? '']));
  return groups.map(({ startMs, domainId, emailId, tally }) => ({
    ...(startMs === undefined ? {} : { period: new Date(startMs).toISOString() }),
    ...(domainId === undefined ? {} : { domain: { id: domainId, name: names.get(domainId) ?? '' } }),
    ...(emailId === undefined ? {} : { emailId }),
    figures: figuresOf(tally, metrics),
  }));
}
