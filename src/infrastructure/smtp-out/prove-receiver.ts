import type { TlsDemand } from '../../application/ports/mail-transport.js';
import type { TlsaRecord } from '../../application/ports/dns.js';
import { provedByTlsa } from './dane.js';
import type { Peer } from './destination.js';
import type { SmtpReply } from './reply-parser.js';
import type { SmtpConnection } from './smtp-connection.js';
import { endingOfReply, NotConnected } from './smtp-failure.js';

const demanding: Readonly<Record<Exclude<TlsDemand, 'opportunistic' | 'any'>, string>> = {
  enforced: "the sender's domain demands TLS",
  'mta-sts': "the recipient's domain demands TLS by its MTA-STS policy",
};

/** Encrypted, to the host that was meant: its certificate is vouched for and names it. */
export function proveTls(demand: keyof typeof demanding): (connection: SmtpConnection) => void {
  return ({ host, tls, certificateProblem }) => {
    const demanded = `and ${demanding[demand]}`;
    if (tls === null) throw tlsRefusal(`${host} accepts no email over TLS, ${demanded}`);
    if (!tls.authorized)
      throw tlsRefusal(`the certificate of ${host} is not valid (${certificateProblem}), ${demanded}`);
  };
}

/** Encrypted, to the host that its TLSA records mean; without a record that can be used: encrypted (RFC 7672 §2.2). */
export function proveDane(records: readonly TlsaRecord[]): (connection: SmtpConnection) => void {
  return (connection) => {
    const { host, tls } = connection;
    if (tls === null) throw tlsRefusal(`${host} accepts no email over TLS, and its TLSA records demand TLS (DANE)`);
    const proof = provedByTlsa(connection.peerCertificates(), records, host, Date.now());
    if (proof === undefined && records.length > 0) {
      throw tlsRefusal(`the certificate of ${host} is none of those that its TLSA records name (DANE)`);
    }
    connection.tls = { ...tls, authorized: tls.authorized || proof !== undefined, policy: 'dane' };
    connection.conversation.note(
      proof === undefined ? 'TLSA: no record can be used' : `TLSA ${proof}: certificate proven`,
    );
  };
}

/** Encrypted, to whichever host: for a receiver that refuses mail in clear. */
export function proveEncrypted({ tls }: SmtpConnection, refused: SmtpReply | undefined): void {
  if (tls !== null) return;
  if (refused !== undefined) throw new NotConnected('starttls', endingOfReply(refused));
  throw tlsRefusal('it does not offer STARTTLS');
}

/** A password goes to the host that it is for, and to no other that answers in its place. */
export function proveReceiverOfPassword(
  { host, tls, certificateProblem }: SmtpConnection,
  { onThisMachine, trustsAnyCertificate }: Peer,
): void {
  if (tls === null || tls.authorized || onThisMachine === true || trustsAnyCertificate === true) return;
  const text = `the certificate of ${host} is not valid (${certificateProblem}), so it is not given the password: see RELAY_CA and RELAY_TLS_VERIFY`;
  throw new NotConnected('auth', { code: null, enhancedCode: null, text });
}

function tlsRefusal(text: string): NotConnected {
  return new NotConnected('starttls', { code: null, enhancedCode: null, text });
}
