import { takesReports } from '../bounce/take-report.js';
import type { ReceivingDomain, SendingDomains } from '../sending-domain/sending-domains.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';

/** What takes email at an address of ours: reports about what was sent, or the team of a receiving domain. */
export type InboundPlace =
  | { readonly kind: 'reports' }
  | {
      readonly kind: 'email';
      readonly domain: ReceivingDomain;
      /** The address as a `Mailbox` has it. */
      readonly address: string;
    };

export interface InboundPlacePorts extends LogPorts, Pick<Ports, 'reader'> {
  readonly domains: Pick<SendingDomains, 'receiving'>;
}

/**
 * A domain takes email at every address, as its team expects of a catch-all, and its subdomains take none.
 * @returns undefined when nothing of ours is there.
 */
export async function inboundPlaceOf(ports: InboundPlacePorts, written: string): Promise<InboundPlace | undefined> {
  if (await takesReports(ports, written)) return { kind: 'reports' };
  const address = ports.reader.address(written);
  if (address === undefined) return undefined;
  const domain = await ports.domains.receiving(address.slice(address.lastIndexOf('@') + 1));
  return domain && { kind: 'email', domain, address };
}
