import { query } from '../access/use-case.js';
import { closedDaysIn } from './closed-days.js';
import { figuresOf } from './figures.js';
import { getEmailMetrics, type GetEmailMetricsResult } from './get-email-metrics.js';
import type { KeptPorts } from './kept-mails.js';
import { type KeptSums, sumKept } from './kept-sums.js';
import type { Dimension, MetricsRequest } from './metrics-request.js';
import { namedRows, type TeamMetricsRow } from './named-rows.js';
import { sandboxesIn, without } from './sandbox-apart.js';
import { isSummed, summedGroups } from './summed-groups.js';
import { shownMetrics } from './shown-metrics.js';
import type { TeamSums } from './team-sums.js';
import { periodsIn } from './periods.js';
import type { TeamMetricsRequest } from './team-metrics-request.js';

/** GET /dashboard-api/metrics. */
export interface GetTeamMetrics {
  readonly teamId: string;
  readonly request: TeamMetricsRequest;
}

interface TeamMetrics extends TeamSums {
  /** Mail of sandboxes, which none of the other figures has; none where one domain was asked for. */
  readonly sandbox: readonly { readonly id: string; readonly name: string; readonly sent: number }[];
}

type Refusal = Extract<GetEmailMetricsResult, { readonly refused: string }>;
export type GetTeamMetricsResult = TeamMetrics | Refusal;

export const GetTeamMetrics = query({ name: 'GetTeamMetrics', need: 'read-only', run: getTeamMetrics });

/**
 * What the page shows of a range. Totals, periods and domains come from closed figures and kept mails, as in GET
 * /emails/metrics. Keys, tags, topics, templates and reasons, and what is narrowed to a key, a tag or a template, come
 * from the mails that are kept: nothing of them outlives a mail. Mail of sandboxes is apart, unless one domain is
 * asked for.
 */
export async function getTeamMetrics(
  ports: KeptPorts,
  { teamId, request }: GetTeamMetrics,
): Promise<GetTeamMetricsResult> {
  let sums = await sumsFor(ports, { teamId, request });
  if ('refused' in sums || request.domainId !== undefined) return 'refused' in sums ? sums : { ...sums, sandbox: [] };
  const sandbox: { id: string; name: string; sent: number }[] = [];
  for (const { id, name } of await sandboxesIn(ports, teamId)) {
    const own = await sumsFor(ports, { teamId, request: { ...request, domainId: id } });
    if ('refused' in own) return own;
    sums = without(sums, id, own);
    if ((own.totals.sent ?? 0) > 0) sandbox.push({ id, name, sent: own.totals.sent ?? 0 });
  }
  return { ...sums, sandbox };
}

async function sumsFor(ports: KeptPorts, { teamId, request }: GetTeamMetrics): Promise<TeamSums | Refusal> {
  const { fromMs, untilMs } = request;
  const starts = periodsIn(request, request.granularity, request.timeZone);
  if (starts === undefined) return { refused: 'too-many-periods' };
  const earlier = { ...request, fromMs: fromMs - (untilMs - fromMs), untilMs: fromMs };
  if (isSummed(request)) {
    const sums = await sumsOfAll(ports, teamId, request, earlier);
    return 'refused' in sums
      ? sums
      : complete(ports, teamId, request, sums, await summedGroups(ports, teamId, request));
  }
  const kept = await sumKept(ports, teamId, request, starts);
  if ('refused' in kept) return kept;
  const isOfKept = [request.sentBy, request.tag, request.template].some((narrowed) => narrowed !== undefined);
  const sums = isOfKept
    ? await sumsOfKept(ports, teamId, earlier, kept)
    : await sumsOfAll(ports, teamId, request, earlier);
  return 'refused' in sums ? sums : complete(ports, teamId, request, sums, kept);
}

/** With rows that have names, and what is missing of what was deleted. */
async function complete(
  ports: KeptPorts,
  teamId: string,
  { domainId, fromMs, untilMs, by }: TeamMetricsRequest,
  { domains, ...sums }: Sums,
  kept: Pick<KeptSums, 'groups' | 'reasons'>,
): Promise<TeamSums> {
  const closed = await closedDaysIn(ports, { teamId, domainId, fromMs, untilMs });
  return {
    ...sums,
    rows: await namedRows(ports, domains !== undefined && by === 'domain' ? domains : rowsOf(kept)),
    bounceReasons: kept.reasons,
    isComplete: closed.size === 0,
  };
}

interface Sums extends Pick<TeamMetrics, 'totals' | 'before' | 'periods'> {
  readonly domains: readonly UnnamedRow[] | undefined;
}

type UnnamedRow = Omit<TeamMetricsRow, 'name'>;

async function sumsOfKept(
  ports: KeptPorts,
  teamId: string,
  earlier: TeamMetricsRequest,
  kept: KeptSums,
): Promise<Sums | Refusal> {
  const before = await sumKept(ports, teamId, earlier, []);
  if ('refused' in before) return before;
  return {
    totals: figuresOf(kept.totals, shownMetrics),
    before: figuresOf(before.totals, shownMetrics),
    periods: kept.periods.map(({ startMs, tally }) => ({
      period: new Date(startMs).toISOString(),
      figures: figuresOf(tally, shownMetrics),
    })),
    domains: undefined,
  };
}

async function sumsOfAll(
  ports: KeptPorts,
  teamId: string,
  request: TeamMetricsRequest,
  earlier: TeamMetricsRequest,
): Promise<Sums | Refusal> {
  const ask = (range: TeamMetricsRequest, ...dimensions: readonly Dimension[]) =>
    getEmailMetrics(ports, { teamId, request: asContract(range, dimensions) });
  const byPeriod = await ask(request, 'period');
  if ('refused' in byPeriod) return byPeriod;
  const before = await ask(earlier);
  if ('refused' in before) return before;
  const byDomain = request.by === 'domain' ? await ask(request, 'domain') : { rows: [] };
  if ('refused' in byDomain) return byDomain;
  return {
    totals: byPeriod.totals,
    before: before.totals,
    periods: (byPeriod.rows ?? []).map(({ period = '', figures }) => ({ period, figures })),
    domains: (byDomain.rows ?? []).map(({ domain, figures }) => ({ id: domain?.id ?? null, kind: 'domain', figures })),
  };
}

function asContract(
  { fromMs, untilMs, timeZone, granularity, domainId }: TeamMetricsRequest,
  dimensions: readonly Dimension[],
): MetricsRequest {
  return {
    fromMs,
    untilMs,
    timeZone,
    granularity,
    metrics: shownMetrics,
    dimensions,
    domainIds: domainId === undefined ? undefined : [domainId],
    emailIds: undefined,
    broadcastIds: undefined,
  };
}

function rowsOf({ groups }: Pick<KeptSums, 'groups'>): readonly UnnamedRow[] {
  return groups.map(({ tally, ...group }) => ({ ...group, figures: figuresOf(tally, shownMetrics) }));
}
