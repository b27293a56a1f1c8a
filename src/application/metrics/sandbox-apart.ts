import { type DomainDocument, sharedScope } from '../../projections/domains/domains.document.js';
import { domainsProjection } from '../../projections/domains/domains.projection.js';
import { allCounts, emptyTally, type Tally } from '../../projections/metrics/mail-tally.js';
import { figuresOf } from './figures.js';
import type { KeptPorts } from './kept-mails.js';
import type { Figures } from './metrics-request.js';
import type { TeamSums } from './team-sums.js';
import { shownMetrics } from './shown-metrics.js';

/** More than an installation has. */
const mostSandboxes = 20;

/** The domains whose mail never leaves the machine. */
export async function sandboxesIn(
  { readStore }: KeptPorts,
  teamId: string,
): Promise<readonly Pick<DomainDocument, 'id' | 'name'>[]> {
  const { documents } = await readStore.list(domainsProjection, {
    equals: { scope: sharedScope },
    orderBy: 'id',
    direction: 'asc',
    limit: mostSandboxes,
    forTeam: teamId,
  });
  const shared = documents.map(({ document }) => document);
  return shared.filter(({ origin }) => origin === 'sandbox');
}

/** The sums of all mail without those of a sandbox: what is tried there is no reason for an alarm. */
export function without(all: TeamSums, domainId: string, sandbox: TeamSums): TeamSums {
  const ofPeriod = new Map(sandbox.periods.map(({ period, figures }) => [period, figures]));
  const ofRow = new Map(sandbox.rows.map((row) => [`${row.kind} ${row.id}`, row.figures]));
  const ofReason = new Map(
    sandbox.bounceReasons.map(({ kind, reason, recipients }) => [`${kind} ${reason}`, recipients]),
  );
  return {
    ...all,
    totals: minus(all.totals, sandbox.totals),
    before: minus(all.before, sandbox.before),
    periods: all.periods.map(({ period, figures }) => ({
      period,
      figures: minus(figures, ofPeriod.get(period) ?? {}),
    })),
    rows: all.rows
      .filter(({ kind, id }) => kind !== 'domain' || id !== domainId)
      .map((row) => ({ ...row, figures: minus(row.figures, ofRow.get(`${row.kind} ${row.id}`) ?? {}) }))
      .filter(({ figures }) => allCounts.some((name) => (figures[name] ?? 0) > 0)),
    bounceReasons: all.bounceReasons
      .map((one) => ({ ...one, recipients: one.recipients - (ofReason.get(`${one.kind} ${one.reason}`) ?? 0) }))
      .filter(({ recipients }) => recipients > 0),
  };
}

/** Counts are subtracted, and rates made from what is left. */
function minus(figures: Figures, part: Figures): Figures {
  const left: Tally = emptyTally();
  // Between two reads a mail may have got its result: no count is below zero.
  for (const name of allCounts) left[name] = Math.max(0, (figures[name] ?? 0) - (part[name] ?? 0));
  return figuresOf(left, shownMetrics);
}
