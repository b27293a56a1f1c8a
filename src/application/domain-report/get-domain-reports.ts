import { domainReportsProjection } from '../../projections/domain-reports/domain-reports.projection.js';
import { query } from '../access/use-case.js';
import { boundedDns } from '../insight/bounded-dns.js';
import { lookUpMs } from '../insight/sending-host.js';
import type { Clock } from '../ports/clock.js';
import type { Dns } from '../ports/dns.js';
import { getDomain, type GetDomainPorts } from '../sending-domain/read-domains.js';
import { publishedDocument } from '../sending-domain/shown-records.js';
import type { Ports } from '../shared/ports.js';
import {
  type ReporterFigures,
  type ReportSpan,
  reportsIn,
  ReportSum,
  type SourceFigures,
  type TlsFigures,
} from './report-figures.js';
import { type ReportRecord, reportRecords } from './report-records.js';

/** GET /dashboard-api/domains/{id}/reports: what receivers and senders report about a domain. */
export interface GetDomainReports {
  readonly teamId: string;
  readonly domainId: string;
  readonly days: number;
}

export interface DomainReports {
  /** ISO 8601. Later than what was asked for where there are too many reports: they end from here on. */
  readonly from: string;
  readonly until: string;
  readonly messages: number;
  readonly passed: number;
  /** The largest first. */
  readonly sources: readonly SourceFigures[];
  readonly reporters: readonly ReporterFigures[];
  readonly tls: readonly (Omit<TlsFigures, 'failures'> & {
    readonly failures: readonly { readonly result: string; readonly host: string | null; readonly sessions: number }[];
  })[];
  readonly records: readonly ReportRecord[];
}

type GetDomainReportsPorts = Pick<Ports, 'readStore' | 'ownWrites'> &
  GetDomainPorts & { readonly dns: Dns; readonly clock: Pick<Clock, 'now'> };

export const GetDomainReports = query({ name: 'GetDomainReports', need: 'read-only', run: getDomainReports });

const dayMs = 86_400_000;
/** The report about yesterday comes today, and may end a little later than the clock here says. */
const aheadMs = 2 * dayMs;
const mostRows = 200;

/** Undefined when the team has no such domain. */
export async function getDomainReports(
  ports: GetDomainReportsPorts,
  { teamId, domainId, days }: GetDomainReports,
): Promise<DomainReports | undefined> {
  const found = await getDomain(ports, { teamId, domainId });
  if (found === undefined) return undefined;
  const nowMs = ports.clock.now();
  const fromMs = nowMs - days * dayMs;
  // The email of a sandbox goes to no receiver.
  const isSandbox = found.document.origin === 'sandbox';
  let from = new Date(fromMs).toISOString();
  const onCut = (end: string): void => {
    from = end;
  };
  const [sum, records] = await Promise.all([
    summed(ports, { teamId, domainId, fromMs, untilMs: nowMs + aheadMs }, onCut),
    isSandbox ? [] : lookUp(ports, found.document),
  ]);
  const all = [...sum.sources.values()];
  return {
    from,
    until: new Date(nowMs).toISOString(),
    messages: all.reduce((count, { messages }) => count + messages, 0),
    passed: all.reduce((count, { passed }) => count + passed, 0),
    sources: largest(all, ({ messages }) => messages),
    reporters: largest(
      provenFirst([...sum.reporters.values()]),
      ({ messages, failedSessions }) => messages + failedSessions,
    ),
    tls: largest([...sum.policies.values()], ({ failed }) => failed).map(({ failures, ...policy }) => ({
      ...policy,
      failures: largest([...failures.values()], ({ sessions }) => sessions),
    })),
    records,
  };
}

async function summed(
  ports: Pick<Ports, 'readStore' | 'ownWrites'>,
  span: ReportSpan,
  onCut: (end: string) => void,
): Promise<ReportSum> {
  await ports.ownWrites.settled(span.teamId, domainReportsProjection.name);
  const sum = new ReportSum();
  for await (const document of reportsIn(ports, span, onCut)) sum.add(document);
  return sum;
}

/** Among reporters of one size, those that anyone may have sent come later. */
const provenFirst = (reporters: readonly ReporterFigures[]): readonly ReporterFigures[] => [
  ...reporters.filter(({ sentBy }) => sentBy !== null),
  ...reporters.filter(({ sentBy }) => sentBy === null),
];

const largest = <Row>(rows: readonly Row[], sizeOf: (row: Row) => number): readonly Row[] =>
  [...rows].sort((one, other) => sizeOf(other) - sizeOf(one)).slice(0, mostRows);

async function lookUp(
  { dns, recordSettings }: GetDomainReportsPorts,
  document: Parameters<typeof publishedDocument>[0],
): Promise<readonly ReportRecord[]> {
  const ended = new AbortController();
  try {
    const bounded = boundedDns(dns, lookUpMs, ended.signal);
    return await reportRecords(publishedDocument(document), recordSettings, bounded);
  } finally {
    ended.abort();
  }
}
