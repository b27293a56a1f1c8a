import type { TlsaRecord } from '../../application/ports/dns.js';
import type { Peer } from './destination.js';
import type { SmtpConnection } from './smtp-connection.js';

/** Enough to tell one failure from another. */
const mostReasonCharacters = 200;

/** @param problem what TLS failed of, or how the receiver refused it; null where it did neither. */
export function noteTls({ onTls, dane }: Peer, connection: SmtpConnection, problem: string | null): void {
  if (onTls === undefined) return;
  const { host, address, localAddress, tls, certificateProblem, extensions } = connection;
  const failed = extensions.startTls ? 'failed' : 'not-offered';
  onTls({
    host,
    address,
    localAddress,
    tls: tls === null ? failed : 'encrypted',
    reason: tls === null ? (problem?.slice(0, mostReasonCharacters) ?? null) : null,
    certificateProblem: tls === null ? null : certificateProblem,
    dane: dane === undefined ? null : { records: dane.map(inZoneFile), isProven: isProven(tls, dane) },
  });
}

/** {@link proveDane} has been here. */
function isProven(tls: SmtpConnection['tls'], dane: readonly TlsaRecord[]): boolean {
  return tls?.policy === 'dane' && dane.length > 0;
}

function inZoneFile({ usage, selector, matchingType, data }: TlsaRecord): string {
  return `${usage} ${selector} ${matchingType} ${data.toString('hex')}`;
}
