import { withoutTrailing } from '../../domain/shared/without-trailing.js';
import type { Dns } from '../ports/dns.js';
import { checkDmarc, suggestedDmarc } from '../sending-domain/records/check-dmarc.js';
import type { PublishedDomain, RecordSettings } from '../sending-domain/records/published-domain.js';
import { reportAddress, type ReportKind } from './report-place.js';

/** A record by which a domain asks for reports, and what DNS shows now. Nothing waits for it. */
export interface ReportRecord {
  readonly kind: ReportKind;
  /** A TXT record. */
  readonly name: string;
  /** What to publish; where there is one, it stays as it is but for the address. */
  readonly value: string;
  /** `different`: it is there, and asks for no reports here. */
  readonly finding: 'verified' | 'missing' | 'different' | 'unanswered';
  readonly found: readonly string[];
}

/** Empty where this server takes no email, and so no reports. */
export async function reportRecords(
  domain: PublishedDomain,
  settings: RecordSettings,
  dns: Dns,
): Promise<readonly ReportRecord[]> {
  if (!settings.takesReports) return [];
  const { name, returnPathLabel, capabilities } = domain;
  const receivers = [
    ...(capabilities.sending ? [`${returnPathLabel}.${name}`] : []),
    ...(capabilities.receiving ? [name] : []),
  ];
  return Promise.all([
    dmarcRecord(domain, settings, dns),
    ...receivers.map((at) => tlsRecord(at, reportAddress(domain, 'tls'), dns)),
  ]);
}

async function dmarcRecord(domain: PublishedDomain, settings: RecordSettings, dns: Dns): Promise<ReportRecord> {
  const address = reportAddress(domain, 'dmarc');
  const { status, foundAt, found } = await checkDmarc(domain, settings, dns);
  const [text] = found;
  if (status === 'unanswered' || text === undefined) {
    const { name, value } = suggestedDmarc(domain.name);
    const finding = status === 'unanswered' ? status : 'missing';
    return { kind: 'dmarc', name, value: withReports(value, address), finding, found };
  }
  const finding = found.length === 1 && asksFor(text, address) ? 'verified' : 'different';
  const value = finding === 'verified' ? text : withReports(text, address);
  return { kind: 'dmarc', name: foundAt ?? `_dmarc.${domain.name}`, value, finding, found };
}

async function tlsRecord(at: string, address: string, dns: Dns): Promise<ReportRecord> {
  const name = `_smtp._tls.${at}`;
  const answer = await dns.resolve(name, 'TXT');
  const texts = answer.kind === 'found' ? answer.values.map((strings) => strings.join('')) : [];
  const found = texts.filter((text) => /^v=TLSRPTv1\s*(?:;|$)/.test(text));
  const [text] = found;
  const isThere = text !== undefined && found.length === 1 && asksFor(text, address);
  const value = isThere ? text : withReports(text ?? 'v=TLSRPTv1', address);
  if (answer.kind === 'unanswered') return { kind: 'tls', name, value, finding: 'unanswered', found };
  return {
    kind: 'tls',
    name,
    value,
    finding: isThere ? 'verified' : text === undefined ? 'missing' : 'different',
    found,
  };
}

const reportTag = /(;\s*rua\s*=\s*)([^;]*)/i;

/** RFC 7489 §6.2: addresses with commas between them; a size may follow an address. */
function asksFor(text: string, address: string): boolean {
  const [, , written = ''] = reportTag.exec(text) ?? [];
  const wanted = `mailto:${address}`;
  return written.split(',').some(
    (each) =>
      each
        .trim()
        .toLowerCase()
        .replace(/!\d+[kmgt]?$/, '') === wanted,
  );
}

/** The same record with one more address for reports. */
function withReports(text: string, address: string): string {
  if (reportTag.test(text)) {
    return text.replace(reportTag, (_whole, tag: string, addresses: string) => {
      const others = addresses.trim();
      return `${tag}${others === '' ? '' : `${others},`}mailto:${address}`;
    });
  }
  return `${withoutTrailing(text, ' \t\r\n;')}; rua=mailto:${address}`;
}
