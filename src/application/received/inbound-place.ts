import { takesReports } from '../bounce/take-report.js';
import { reportDomainAt } from '../domain-report/report-place.js';
import type { ReceivingDomain, ReportingDomain, SendingDomains } from '../sending-domain/sending-domains.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';

/**
 * What takes email at an address of ours: reports about what was sent, reports of others about a domain, or the team of
 * a receiving domain.
 */
export type InboundPlace =
  | { readonly kind: 'reports' }
  | { readonly kind: 'domain-reports'; readonly domain: ReportingDomain; readonly address: string }
  | {
      readonly kind: 'email';
      readonly domain: ReceivingDomain;
      /** The address as a `Mailbox` has it. */
      readonly address: string;
    };

export interface InboundPlacePorts extends LogPorts, Pick<Ports, 'reader'> {
  readonly domains: Pick<SendingDomains, 'receiving' | 'reportsAt'>;
}

/**
 * A domain takes email at every address, as its team expects of a catch-all, and its subdomains take none.
 * @returns undefined when nothing of ours is there.
 */
export async function inboundPlaceOf(ports: InboundPlacePorts, written: string): Promise<InboundPlace | undefined> {
  if (await takesReports(ports, written)) return { kind: 'reports' };
  const address = ports.reader.address(written);
  if (address === undefined) return undefined;
  const reporting = await reportDomainAt(ports.domains, address);
  if (reporting !== undefined) return { kind: 'domain-reports', domain: reporting, address };
  const domain = await ports.domains.receiving(address.slice(address.lastIndexOf('@') + 1));
  return domain && { kind: 'email', domain, address };
}
