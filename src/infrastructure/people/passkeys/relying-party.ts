import { isIP } from 'node:net';

export interface RelyingParty {
  /** The domain that passkeys belong to (WebAuthn §5.1.2: no scheme, no port). */
  readonly id: string;
  readonly origin: string;
}

/** @returns undefined when browsers make no passkeys there. They want https, or localhost, and a name. */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[');
  return isName && (protocol === 'https:' || isLocal) ? { id: hostname, origin } : undefined;
}
