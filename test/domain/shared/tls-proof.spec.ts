import { isVerified, tlsProofOf } from '../../../src/domain/shared/tls-proof.js';

it.each([
  ['in clear', null, 'none', false],
  ['a certificate that proves nothing', { authorized: false }, 'encrypted', false],
  ['TLSA records of which none can be used', { authorized: false, policy: 'dane' }, 'encrypted', false],
  ['a valid certificate', { authorized: true }, 'certificate', true],
  ['a valid certificate, as the policy demands', { authorized: true, policy: 'mta-sts' }, 'mta-sts', true],
  ['a certificate that a TLSA record names', { authorized: true, policy: 'dane' }, 'dane', true],
] as const)('%s', (_how, tls, proof, verified) => {
  expect(tlsProofOf(tls)).toBe(proof);
  expect(isVerified(proof)).toBe(verified);
});
