import type { Decider } from '../shared/decider.js';
import type { DmarcReportReceived, DomainReportEvent, TlsReportReceived } from './events.js';

type ByWhom = 'teamId' | 'domainId' | 'sentBy' | 'verdicts';

/** What a report says. */
export type DomainReport =
  | { readonly kind: 'dmarc'; readonly said: Omit<DmarcReportReceived['data'], ByWhom> }
  | { readonly kind: 'tls'; readonly said: Omit<TlsReportReceived['data'], ByWhom> };

export interface RecordDomainReport {
  readonly report: DomainReport;
  readonly about: Pick<DmarcReportReceived['data'], ByWhom>;
}

/** A report counts once: its sender may send it again. */
export const domainReport: Decider<RecordDomainReport, 'none' | 'received', DomainReportEvent, never> = {
  initial: 'none',
  decide({ report, about }, state) {
    if (state === 'received') return [];
    return report.kind === 'dmarc'
      ? [{ type: 'DmarcReportReceived', data: { ...about, ...report.said } }]
      : [{ type: 'TlsReportReceived', data: { ...about, ...report.said } }];
  },
  evolve: () => 'received',
};

/** Receivers report about a day; a clock may be wrong. */
const mostAheadMs = 2 * 86_400_000;

/**
 * The part of a report that is about a domain, its own names and others of its zone; undefined where there is none, or
 * where its time cannot be. TLSA records are about mail hosts, whichever domain they serve (RFC 8460 §1.1).
 */
export function reportAbout(
  report: DomainReport,
  isOfDomain: (name: string) => boolean,
  isMailHost: (name: string) => boolean,
  nowMs: number,
): DomainReport | undefined {
  const [beginMs, endMs] = [Date.parse(report.said.begin), Date.parse(report.said.end)];
  if (beginMs > endMs || endMs > nowMs + mostAheadMs) return undefined;
  if (report.kind === 'dmarc') {
    const { said } = report;
    if (!isOfDomain(said.policyDomain)) return undefined;
    return { kind: 'dmarc', said: { ...said, rows: said.rows.filter(({ headerFrom }) => isOfDomain(headerFrom)) } };
  }
  const isAbout = (name: string, type: string): boolean => isOfDomain(name) || (type === 'tlsa' && isMailHost(name));
  const policies = report.said.policies.filter(({ domain, type }) => isAbout(domain, type));
  return policies.length === 0 ? undefined : { kind: 'tls', said: { ...report.said, policies } };
}
