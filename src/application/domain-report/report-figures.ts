import { passFall } from '../../domain/insight/health/fall.js';
import type { DmarcRow, TlsPolicyFigures } from '../../domain/domain-report/events.js';
import {
  type DomainReportDocument,
  domainReportsProjection,
} from '../../projections/domain-reports/domain-reports.projection.js';
import type { Ports } from '../shared/ports.js';

export interface ReportSpan {
  readonly teamId: string;
  readonly domainId: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

const pageRows = 100;
/** Several receivers, each once a day, for a quarter. */
const mostReports = 5_000;
/** Large reports fill a page with three. */
const mostPages = 100;

/**
 * The reports that end in a span of time, the latest first; of too many the oldest are left out.
 * @param onCut called with the end of the oldest where others are left out
 */
export async function* reportsIn(
  { readStore }: Pick<Ports, 'readStore'>,
  { teamId, domainId, fromMs, untilMs }: ReportSpan,
  onCut?: (end: string) => void,
): AsyncGenerator<DomainReportDocument> {
  const equals = { teamId, domainId };
  const query = { equals, orderBy: 'end', direction: 'desc', limit: pageRows, mostCharacters: 1_000_000 } as const;
  const until = new Date(fromMs).toISOString();
  let after = { value: new Date(untilMs).toISOString(), id: '' };
  for (let pages = 1, read = 0; ; pages += 1) {
    const page = await readStore.list(domainReportsProjection, { ...query, after, until, forTeam: teamId });
    for (const { document } of page.documents) yield document;
    const last = page.documents.at(-1)?.document;
    if (!page.hasMore || last === undefined) return;
    read += page.documents.length;
    if (pages === mostPages || read >= mostReports) return onCut?.(last.end);
    after = { value: last.end, id: last.id };
  }
}

export interface SourceFigures {
  /** IP address; null for the sum of those that a report has too many of. */
  readonly source: string | null;
  messages: number;
  /** DKIM or SPF passed and is aligned. */
  passed: number;
  dkim: number;
  spf: number;
  quarantined: number;
  rejected: number;
  /** Whose servers they are: domains of which DKIM or SPF passed. */
  readonly domains: Set<string>;
}

export interface ReporterFigures {
  readonly organization: string;
  readonly sentBy: string | null;
  reports: number;
  messages: number;
  failedSessions: number;
}

export interface TlsFigures extends Omit<TlsPolicyFigures, 'failures' | 'succeeded' | 'failed'> {
  succeeded: number;
  failed: number;
  readonly failures: Map<string, { readonly result: string; readonly host: string | null; sessions: number }>;
}

const mostDomainsOfSource = 8;
/* What one sum holds: anyone can send reports, each with other names. */
const mostSources = 10_000;
const mostPolicies = 1_000;
/** Limit for all policies together. */
const mostFailures = 10_000;

/**
 * Sums over reports, the latest first. Beyond the limits sources are summed as one, and so are the failures of a
 * policy; further policies are left out.
 */
export class ReportSum {
  readonly sources = new Map<string, SourceFigures>();
  readonly reporters = new Map<string, ReporterFigures>();
  readonly policies = new Map<string, TlsFigures>();
  #failures = 0;

  add(document: DomainReportDocument): void {
    const { organization, sentBy } = document;
    const reporter = kept(this.reporters, JSON.stringify([organization, sentBy]), () => {
      return { organization, sentBy, reports: 0, messages: 0, failedSessions: 0 };
    });
    reporter.reports += 1;
    if (document.kind === 'dmarc') {
      for (const row of document.rows) {
        reporter.messages += row.messages;
        this.#addRow(row);
      }
      return;
    }
    for (const policy of document.policies) {
      reporter.failedSessions += policy.failed;
      this.#addPolicy(policy);
    }
  }

  #addRow({ source, messages, disposition, dkim, spf, dkimDomains, spfDomain }: DmarcRow): void {
    const none = { messages: 0, passed: 0, dkim: 0, spf: 0, quarantined: 0, rejected: 0 };
    const isKept = source !== null && (this.sources.has(source) || this.sources.size < mostSources);
    const named = isKept ? source : null;
    const sum = kept(this.sources, named ?? '', () => ({ source: named, ...none, domains: new Set<string>() }));
    sum.messages += messages;
    if (dkim || spf) sum.passed += messages;
    if (dkim) sum.dkim += messages;
    if (spf) sum.spf += messages;
    if (disposition === 'quarantine') sum.quarantined += messages;
    if (disposition === 'reject') sum.rejected += messages;
    for (const domain of [...dkimDomains, ...(spfDomain === null ? [] : [spfDomain])]) {
      if (sum.domains.size < mostDomainsOfSource) sum.domains.add(domain);
    }
  }

  #addPolicy({ type, domain, succeeded, failed, failures }: TlsPolicyFigures): void {
    const key = `${type} ${domain}`;
    if (!this.policies.has(key) && this.policies.size >= mostPolicies) return;
    const sum = kept(this.policies, key, () => {
      return { type, domain, succeeded: 0, failed: 0, failures: new Map() };
    });
    sum.succeeded += succeeded;
    sum.failed += failed;
    for (const failure of failures) this.#addFailure(sum, failure);
  }

  #addFailure({ failures }: TlsFigures, { sessions, ...failure }: TlsPolicyFigures['failures'][number]): void {
    const isKept = failures.has(keyOf(failure)) || this.#failures < mostFailures;
    const named = isKept ? failure : { result: 'other', host: null };
    const before = failures.size;
    kept(failures, keyOf(named), () => ({ ...named, sessions: 0 })).sessions += sessions;
    this.#failures += failures.size - before;
  }
}

const keyOf = ({ result, host }: Omit<TlsPolicyFigures['failures'][number], 'sessions'>): string => `${result} ${host}`;

function kept<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Messages and those of them that passed DMARC. */
function passShare({ rows }: { readonly rows: readonly DmarcRow[] }): {
  readonly count: number;
  readonly of: number;
} {
  const sum = (some: readonly DmarcRow[]) => some.reduce((all, { messages }) => all + messages, 0);
  return { count: sum(rows.filter(({ dkim, spf }) => dkim || spf)), of: sum(rows) };
}

const weekMs = 7 * 86_400_000;
const weeksBefore = 4;

/**
 * Whether less of the email in the name of a domain passed DMARC in the seven days before `nowMs` than in the four
 * weeks before. Only reports count of which it is proven who sent them: a forged one raises no alarm.
 */
export async function passFallOf(
  ports: Pick<Ports, 'readStore'>,
  { teamId, domainId, nowMs }: Pick<ReportSpan, 'teamId' | 'domainId'> & { readonly nowMs: number },
): Promise<ReturnType<typeof passFall>> {
  const now = { count: 0, of: 0 };
  const before = { count: 0, of: 0 };
  const span = { teamId, domainId, fromMs: nowMs - (1 + weeksBefore) * weekMs, untilMs: nowMs };
  for await (const document of reportsIn(ports, span)) {
    if (document.kind !== 'dmarc' || document.sentBy === null) continue;
    const sum = Date.parse(document.end) > nowMs - weekMs ? now : before;
    const { count, of } = passShare(document);
    sum.count += count;
    sum.of += of;
  }
  return passFall(now, before);
}
