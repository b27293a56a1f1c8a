import { domainReport, type DomainReport, reportAbout } from '../../domain/domain-report/domain-report.js';
import type { Authenticated } from '../../domain/shared/verdicts.js';
import { streamName, type StreamName } from '../../domain/shared/stream-name.js';
import type { DomainReportReader } from '../ports/domain-report-reader.js';
import type { KeyedHash } from '../ports/hashing.js';
import type { Arrival, MailAuthentication } from '../ports/mail-authentication.js';
import { withLineEnds } from '../submission/line-ends.js';
import type { ReportingDomain } from '../sending-domain/sending-domains.js';
import { handle, type LogPorts } from '../shared/handle.js';
import { MessageSource } from '../submission/message-source.js';

export interface IncomingDomainReport {
  readonly domain: ReportingDomain;
  /** Who handed it in. */
  readonly arrival: Arrival;
  /** RFC 5322 text. Read to its end, unless it throws. */
  readonly message: AsyncIterable<Buffer>;
}

/**
 * `noted`: it was here before. `no-report`: it is none, or none about this domain; nothing is kept. `flooded`: reports
 * take too much time right now; it can come again.
 */
export type TakenDomainReport =
  | { readonly taken: 'recorded' | 'noted' | 'no-report' }
  | { readonly refused: 'header-too-large' | 'message-too-large' | 'disk-full' | 'flooded' };

export interface TakeDomainReportPorts extends LogPorts {
  readonly hash: KeyedHash;
  readonly domainReports: DomainReportReader;
  readonly cannotStore: () => boolean;
  /** What checks emails; null where nothing does. */
  readonly authentication: MailAuthentication | null;
  readonly registeredZoneOf: (name: string) => string;
  /** The mail hosts of this server. */
  readonly mailHosts: readonly string[];
}

/** Reports come compressed: the largest have some hundred kilobytes. */
const mostMessageBytes = 2 * 1024 * 1024;

/** Records a report once. Rejects with what `message` throws, and where the log cannot be written. */
export async function takeDomainReport(
  ports: TakeDomainReportPorts,
  incoming: IncomingDomainReport,
): Promise<TakenDomainReport> {
  if (ports.cannotStore()) return { refused: 'disk-full' };
  const source = new MessageSource(withLineEnds(incoming.message));
  const taken = await takeFrom(source, ports, incoming);
  await source.drain();
  return taken;
}

async function takeFrom(
  source: MessageSource,
  ports: TakeDomainReportPorts,
  { domain, arrival }: IncomingDomainReport,
): Promise<TakenDomainReport> {
  const section = await source.header();
  if (section === 'too-large') return { refused: 'header-too-large' };
  const head = Buffer.concat([section, Buffer.from('\r\n')]);
  const check = ports.authentication?.begin(arrival, head);
  try {
    const chunks: Buffer[] = [head];
    let bytes = head.length;
    for await (const chunk of source.body()) {
      bytes += chunk.length;
      if (bytes > mostMessageBytes) return { refused: 'message-too-large' };
      chunks.push(chunk);
      await check?.write(chunk);
    }
    const found = (await check?.end()) ?? null;
    const read = await ports.domainReports.read(Buffer.concat(chunks), domain.teamId);
    if (read === 'cut-off') return { refused: 'flooded' };
    const report =
      read && reportAbout(read, isOf(domain, ports), (name) => ports.mailHosts.includes(name), ports.clock.now());
    return report === undefined ? { taken: 'no-report' } : { taken: await record(ports, domain, report, found) };
  } finally {
    check?.cancel();
  }
}

/** The record of a zone may lead here, and reports name the zone then. */
function isOf({ name }: ReportingDomain, { registeredZoneOf }: TakeDomainReportPorts): (other: string) => boolean {
  const zone = registeredZoneOf(name);
  return (other) => other === name || other.endsWith(`.${name}`) || (zone !== name && registeredZoneOf(other) === zone);
}

async function record(
  ports: TakeDomainReportPorts,
  { domainId, teamId, region }: ReportingDomain,
  report: DomainReport,
  found: Authenticated | null,
): Promise<'recorded' | 'noted'> {
  const sentBy = found?.passed.dmarc ?? found?.passed.dkim[0] ?? found?.passed.spf ?? null;
  const about = { teamId, domainId, sentBy, verdicts: found?.verdicts ?? null };
  const context = { teamId, actor: { kind: 'system', id: 'inbound' }, correlationId: ports.ids.next() } as const;
  const stream = streamOf(ports, domainId, report);
  const handled = await handle(ports, domainReport, stream, { report, about }, { context, region });
  // Its server keeps it, and comes again.
  if ('refused' in handled) throw new Error('the event log cannot be written');
  return handled.events.length > 0 ? 'recorded' : 'noted';
}

function streamOf({ hash }: TakeDomainReportPorts, domainId: string, { kind, said }: DomainReport): StreamName {
  const parts = ['domain-report', domainId, kind, said.organization.toLowerCase(), said.reportId];
  return streamName('domainreport', hash.hash('payload', parts));
}
