/**
 * How sure it was that an email went to the receiver that was meant, and was read by no one in between. `dane`,
 * `mta-sts`: proven, as the receiver's own policy demands. `certificate`: proven, though nothing demanded it.
 * `encrypted`: by a certificate that proves nothing, so an attacker in between could have read it. `none`: in clear.
 */
export type TlsProof = 'dane' | 'mta-sts' | 'certificate' | 'encrypted' | 'none';

/** How a connection was protected; `tls` is null without TLS. */
export function tlsProofOf(
  tls: { readonly authorized: boolean; readonly policy?: 'dane' | 'mta-sts' | undefined } | null,
): TlsProof {
  if (tls === null) return 'none';
  return tls.authorized ? (tls.policy ?? 'certificate') : 'encrypted';
}

export const isVerified = (proof: TlsProof): boolean => proof !== 'encrypted' && proof !== 'none';
