import type { Dns, UnansweredReason } from '../../ports/dns.js';

/** The addresses of one mail host. `missing`: the DNS says that it has none. */
export type HostAddresses =
  | { readonly kind: 'found'; readonly ipv4: readonly string[]; readonly ipv6: readonly string[] }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unanswered'; readonly reason: UnansweredReason };

/** RFC 5321 §5.2: both families. What one of them shows is used, whatever becomes of the question about the other. */
export async function findAddresses(dns: Dns, host: string): Promise<HostAddresses> {
  const [four, six] = await Promise.all([dns.resolve(host, 'A'), dns.resolve(host, 'AAAA')]);
  const ipv4 = four.kind === 'found' ? four.values : [];
  const ipv6 = six.kind === 'found' ? six.values : [];
  if (ipv4.length + ipv6.length > 0) return { kind: 'found', ipv4, ipv6 };
  if (four.kind === 'unanswered') return four;
  if (six.kind === 'unanswered') return six;
  return { kind: 'missing' };
}
