import { reveal } from '../../domain/shared/personal.js';
import type { SendingDomains } from '../sending-domain/sending-domains.js';
import type { Attempt } from './attempt.js';

/**
 * Where bounces of a mail go: an address of its own under the domain's return path, which SPF is asked of and DMARC finds
 * aligned (RFC 7489 §3.1.2). The sender's own address where the DNS does not show the return path: no receiver takes
 * mail from a name that does not exist.
 */
export async function reversePathOf(
  domains: Pick<SendingDomains, 'returnPath'>,
  { emailId, accepted }: Pick<Attempt, 'emailId' | 'accepted'>,
): Promise<string> {
  const host = await domains.returnPath(accepted.domainId);
  if (host === undefined) return reveal(accepted.content)?.from.address ?? '';
  return `bounce-${emailId.replaceAll('-', '')}@${host}`;
}
