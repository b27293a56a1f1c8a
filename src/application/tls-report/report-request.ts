import type { Dns } from '../ports/dns.js';

/** Others are for those who want to have them sent to many. */
const mostPlaces = 4;

/** Where a domain wants its reports now; `unanswered`: no name server says it. */
export async function placesOf(dns: Dns, domain: string): Promise<readonly string[] | 'unanswered'> {
  const answer = await dns.resolve(`_smtp._tls.${domain}`, 'TXT');
  if (answer.kind === 'unanswered') return 'unanswered';
  return reportPlaces(answer.kind === 'found' ? answer.values.map((strings) => strings.join('')) : []);
}

/**
 * Where a domain wants its reports: `mailto:` and `https:` (RFC 8460 §3). Empty where it asks for none, or in two ways.
 *
 * @param records the TXT records of `_smtp._tls.<domain>`
 */
export function reportPlaces(records: readonly string[]): readonly string[] {
  const asking = records.filter((record) => /^v=TLSRPTv1[ \t]*;/.test(record));
  const [record] = asking;
  if (record === undefined || asking.length > 1) return [];
  const fields = record.split(';').map((field) => field.trim());
  const rua = fields.find((field) => /^rua[ \t]*=/.test(field));
  const places = (rua?.slice(rua.indexOf('=') + 1) ?? '').split(',').map((place) => place.trim());
  return [...new Set(places.filter((place) => /^(mailto|https):/i.test(place)))].slice(0, mostPlaces);
}

/** The address of a `mailto:`, as it is written (RFC 6068); undefined where it cannot be read. */
export function addressOfPlace(place: string): string | undefined {
  try {
    const { protocol, pathname } = new URL(place);
    return protocol === 'mailto:' ? decodeURIComponent(pathname) : undefined;
  } catch {
    return undefined;
  }
}
