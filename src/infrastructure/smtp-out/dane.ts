import { createHash, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { TlsaRecord } from '../../application/ports/dns.js';

/** What of a record a certificate proves the host by: `3 1 1`. Undefined where it proves nothing (RFC 7672 §3.1). */
export function provedByTlsa(
  chain: readonly X509Certificate[],
  records: readonly TlsaRecord[],
  host: string,
  nowMs: number,
): string | undefined {
  const [leaf] = chain;
  if (leaf === undefined) return undefined;
  const proof = records.find((record) =>
    record.usage === 3 ? isThat(record, leaf) : isIssuedUnder(record, chain, host, nowMs),
  );
  return proof && `${proof.usage} ${proof.selector} ${proof.matchingType}`;
}

/** DANE-EE(3): the certificate itself or its key; its names and dates say nothing (RFC 7672 §3.1.1). */
function isThat({ selector, matchingType, data }: TlsaRecord, certificate: X509Certificate): boolean {
  const selected = selector === 0 ? certificate.raw : spkiOf(certificate.publicKey);
  return digestOf(matchingType, selected).equals(data);
}

/** DANE-TA(2): every certificate up to that one, or to that key, holds, and the first names the host (§3.1.2). */
function isIssuedUnder(record: TlsaRecord, chain: readonly X509Certificate[], host: string, nowMs: number): boolean {
  const [leaf] = chain;
  if (leaf?.checkHost(host, { subject: 'default' }) === undefined) return false;
  for (const [index, certificate] of chain.entries()) {
    if (!isInTime(certificate, nowMs)) return false;
    if (index > 0 && isThat(record, certificate)) return true;
    const issuer = chain[index + 1];
    if (issuer === undefined) return isSignedByAnchor(record, certificate, nowMs);
    if (!isIssuedBy(certificate, issuer)) return false;
  }
  return false;
}

/** RFC 7671 §5.2.1, §5.2.2: an anchor that stands in the record as a whole need not be in the chain. */
function isSignedByAnchor({ selector, matchingType, data }: TlsaRecord, last: X509Certificate, nowMs: number): boolean {
  if (matchingType !== 0) return false;
  try {
    if (selector === 1) return last.verify(createPublicKey({ key: data, format: 'der', type: 'spki' }));
    const anchor = new X509Certificate(data);
    return isIssuedBy(last, anchor) && isInTime(anchor, nowMs);
  } catch {
    // What is in the record is neither.
    return false;
  }
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isInTime({ validFrom, validTo }: X509Certificate, nowMs: number): boolean {
  return Date.parse(validFrom) <= nowMs && nowMs < Date.parse(validTo);
}

function spkiOf(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' });
}

/** RFC 6698 §2.1.3. */
function digestOf(matchingType: number, bytes: Buffer): Buffer {
  return matchingType === 0
    ? bytes
    : createHash(matchingType === 1 ? 'sha256' : 'sha512')
        .update(bytes)
        .digest();
}
