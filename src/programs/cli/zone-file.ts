import { createHash, X509Certificate } from 'node:crypto';
import type { PolicyRecord } from '../../application/sending-domain/own-policy.js';
import { suggestedDmarc } from '../../application/sending-domain/records/check-dmarc.js';
import type { ExpectedRecord } from '../../application/sending-domain/records/expected-records.js';
import type { PublishedDomain } from '../../application/sending-domain/records/published-domain.js';

/** RFC 1035 §3.3: one string of a TXT record holds so many octets. */
const stringOctets = 255;

/** The records as a zone file (RFC 1035 §5): needed ones as they are, recommended ones marked, DMARC as a comment. */
export function zoneFile(
  domain: PublishedDomain,
  records: readonly ExpectedRecord[],
  policies: readonly PolicyRecord[],
  tlsa: readonly TlsaLine[],
  zone: string,
): string {
  const { name, value } = suggestedDmarc(domain.name);
  const needed = records.filter(({ required }) => required);
  const recommended = records.filter(({ required, serves }) => !required && serves !== 'tracking');
  const former = records.filter(({ required, serves }) => !required && serves === 'tracking');
  return [
    `; Records of ${domain.name}, region ${domain.region}`,
    `$ORIGIN ${zone}.`,
    '$TTL 3600',
    '',
    '; needed',
    ...needed.map(lineOf),
    ...(recommended.length === 0 ? [] : ['', '; recommended: further keys, so that signing can change without you']),
    ...recommended.map(lineOf),
    ...(former.length === 0 ? [] : ['', '; former tracking subdomains: links in earlier emails lead there']),
    ...former.map(lineOf),
    ...(policies.length === 0 ? [] : ['', '; MTA-STS: senders insist on TLS to this server (RFC 8461)']),
    ...policies.map(lineOf),
    ...(tlsa.length === 0 ? [] : ['', '; DANE (RFC 7672), if the zone of the mail host is signed with DNSSEC']),
    ...tlsa.map(({ name, value }) => `; ${name}. IN TLSA ${value}`),
    '',
    '; DMARC, if the domain has no record yet: a policy that only monitors, to begin with',
    `; ${name}. IN TXT ${quoted(value)}`,
  ].join('\n');
}

/** What proves a mail host by the key of its certificate. */
export interface TlsaLine {
  readonly name: string;
  readonly value: string;
}

/**
 * RFC 7671 §5.1: the key of the certificate itself, so that a renewed one with the same key needs no other record.
 *
 * @param hosts in the order of the records
 * @param certificate PEM; the first of a chain counts
 */
export function tlsaRecords(hosts: readonly string[], certificate: string): readonly TlsaLine[] {
  const spki = new X509Certificate(certificate).publicKey.export({ format: 'der', type: 'spki' });
  const value = `3 1 1 ${createHash('sha256').update(spki).digest('hex')}`;
  return [...new Set(hosts)].map((host) => ({ name: `_25._tcp.${host}`, value }));
}

type Line = Pick<ExpectedRecord, 'name' | 'type' | 'value' | 'priority'>;

function lineOf(record: Line): string {
  return `${record.name}. IN ${record.type} ${contentOf(record)}`;
}

function contentOf({ type, value, priority }: Line): string {
  switch (type) {
    case 'MX':
      return `${priority ?? 0} ${value}.`;
    case 'CNAME':
      return `${value}.`;
    case 'CAA':
      return value;
    case 'TXT':
      return quoted(value);
  }
}

/** RFC 1035 §5.1: quotes around each string; a quote or a backslash in it is escaped. */
function quoted(text: string): string {
  const strings = text.match(new RegExp(`.{1,${stringOctets}}`, 'g')) ?? [''];
  return strings.map((part) => `"${part.replace(/["\\]/g, '\\$&')}"`).join(' ');
}
