import type { Dns, TlsaRecord, UnansweredReason, ValidatingDns } from '../../ports/dns.js';

/** The addresses of one mail host. `missing`: the DNS says that it has none. */
export type HostAddresses =
  | {
      readonly kind: 'found';
      readonly ipv4: readonly string[];
      readonly ipv6: readonly string[];
      /** Certificates of which DANE (RFC 7672) demands one, over TLS; empty: any. Absent where DANE does not apply. */
      readonly dane?: readonly TlsaRecord[];
    }
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'unanswered';
      readonly reason: UnansweredReason;
      /** Its addresses are there, and its TLSA records cannot be had. */
      readonly isAboutTlsa?: true;
    };

/**
 * RFC 5321 §5.2: both families. What one of them shows is used, whatever becomes of the question about the other. A
 * host whose TLSA records are not answered is not used: a forged answer looks like that (RFC 7672 §2.1.2).
 */
export async function findAddresses(dns: Dns | ValidatingDns, host: string, port = 25): Promise<HostAddresses> {
  const [four, six] = await Promise.all([dns.resolve(host, 'A'), dns.resolve(host, 'AAAA')]);
  const ipv4 = four.kind === 'found' ? four.values : [];
  const ipv6 = six.kind === 'found' ? six.values : [];
  if (ipv4.length + ipv6.length === 0) {
    if (four.kind === 'unanswered') return four;
    return six.kind === 'unanswered' ? six : { kind: 'missing' };
  }
  const found = [four, six].flatMap((answer) => (answer.kind === 'found' ? [answer] : []));
  // RFC 7672 §2.2.2: records of a host whose addresses are not secure are not asked for.
  if (!('resolveTlsa' in dns) || !found.every(({ isSecure }) => isSecure === true))
    return { kind: 'found', ipv4, ipv6 };
  const [first] = found;
  const tlsa = await findTlsa(dns, [...(first?.aliases.slice(-1) ?? []), host], port);
  if (!Array.isArray(tlsa)) return tlsa;
  return { kind: 'found', ipv4, ipv6, ...(tlsa.length === 0 ? {} : { dane: tlsa.filter(isUsable) }) };
}

type Unanswered = Extract<HostAddresses, { kind: 'unanswered' }>;

/** RFC 7672 §2.2.2: of what an alias leads to, then of the host itself. Empty where there are none that are secure. */
async function findTlsa(
  dns: ValidatingDns,
  names: readonly string[],
  port: number,
): Promise<TlsaRecord[] | Unanswered> {
  for (const name of names) {
    const answer = await dns.resolveTlsa(`_${port}._tcp.${name}`);
    if (answer.kind === 'unanswered') return { ...answer, isAboutTlsa: true };
    if (answer.kind === 'found' && answer.isSecure === true) return [...answer.values];
  }
  return [];
}

/** RFC 7672 §3.1.3: PKIX-TA(0) and PKIX-EE(1) are not for SMTP; RFC 6698 §2.1 for what there is besides. */
function isUsable({ usage, selector, matchingType, data }: TlsaRecord): boolean {
  const digestBytes = matchingType === 1 ? 32 : matchingType === 2 ? 64 : undefined;
  const isWhole = matchingType === 0 && data.length > 0;
  return (usage === 2 || usage === 3) && selector <= 1 && (isWhole || data.length === digestBytes);
}
