import { createHash, X509Certificate } from 'node:crypto';
import { provedByTlsa } from '../../../src/infrastructure/smtp-out/dane.js';
import { mailPki } from '../../support/mail-pki.js';
import { selfSigned } from '../../e2e/smtp-out/self-signed.js';

const leaf = new X509Certificate(mailPki.certificate);
const authority = new X509Certificate(mailPki.authority);
const stranger = new X509Certificate(selfSigned.cert);
const now = Date.parse('2027-01-01T00:00:00Z');
const later = Date.parse('2227-01-01T00:00:00Z');

/** RFC 6698 §2.1: the record of a certificate. */
function record(usage: number, selector: number, matchingType: number, of: X509Certificate) {
  const bytes = selector === 0 ? of.raw : of.publicKey.export({ format: 'der', type: 'spki' });
  const algorithm = { 1: 'sha256', 2: 'sha512' }[matchingType];
  const data = algorithm === undefined ? bytes : createHash(algorithm).update(bytes).digest();
  return { usage, selector, matchingType, data };
}

describe('what TLSA records prove of a mail host', () => {
  const chain = [leaf, authority];
  const host = 'mx.secure.test';
  const selectors = [0, 1];
  const matchings = [0, 1, 2];
  const kinds = selectors.flatMap((selector) => matchings.map((matching) => [selector, matching] as const));

  it.each(kinds)('DANE-EE with selector %d and matching type %d', (selector, matching) => {
    const proof = `3 ${selector} ${matching}`;
    // Neither names nor dates say anything (RFC 7672 §3.1.1).
    expect(provedByTlsa([leaf], [record(3, selector, matching, leaf)], 'other.test', later)).toBe(proof);
    expect(provedByTlsa([stranger], [record(3, selector, matching, leaf)], host, now)).toBeUndefined();
    expect(provedByTlsa(chain, [record(3, selector, matching, authority)], host, now)).toBeUndefined();
  });

  it.each(kinds)('DANE-TA with selector %d and matching type %d', (selector, matching) => {
    const anchor = record(2, selector, matching, authority);
    const proof = `2 ${selector} ${matching}`;
    expect(provedByTlsa(chain, [anchor], host, now)).toBe(proof);
    expect(provedByTlsa(chain, [anchor], 'other.test', now)).toBeUndefined();
    expect(provedByTlsa(chain, [anchor], host, later)).toBeUndefined();
    expect(provedByTlsa([stranger, authority], [anchor], 'sink.example.com', now)).toBeUndefined();
    // An anchor that stands in the record as a whole need not be sent (RFC 7671 §5.2).
    expect(provedByTlsa([leaf], [anchor], host, now)).toBe(matching === 0 ? proof : undefined);
    // A leaf is no anchor of itself.
    expect(provedByTlsa([leaf], [record(2, selector, matching, leaf)], host, now)).toBeUndefined();
  });

  it('is proved by any of several, and by none where none is sent', () => {
    const records = [record(3, 1, 1, stranger), record(2, 0, 1, stranger), record(3, 1, 1, leaf)];
    expect(provedByTlsa(chain, records, host, now)).toBe('3 1 1');
    expect(provedByTlsa([], records, host, now)).toBeUndefined();
    expect(
      provedByTlsa([leaf], [{ ...record(2, 0, 0, leaf), data: Buffer.from('no certificate') }], host, now),
    ).toBeUndefined();
  });
});
