import type { ReportingDomain, SendingDomains } from '../sending-domain/sending-domains.js';
import type { PublishedDomain } from '../sending-domain/records/published-domain.js';

/** Which reports are asked for, and the address that they are sent to. */
export type ReportKind = 'dmarc' | 'tls';

/** The domain whose reports come to an address; undefined where none do. */
export async function reportDomainAt(
  domains: Pick<SendingDomains, 'reportsAt'>,
  address: string,
): Promise<ReportingDomain | undefined> {
  const found = /^(?:dmarc|tls)@([^@]+)$/.exec(address.toLowerCase());
  return found === null ? undefined : domains.reportsAt(found[1] ?? '');
}

/** At the return path, so that no address of the domain itself is taken; one that only receives has no other name. */
export function reportAddress(domain: PublishedDomain, kind: ReportKind): string {
  const { name, returnPathLabel, capabilities } = domain;
  return `${kind}@${capabilities.sending ? `${returnPathLabel}.${name}` : name}`;
}
