import type { TlsDemand } from '../../application/ports/mail-transport.js';
import type { DialSettings, Peer } from './destination.js';
import { noteTls } from './note-tls.js';
import { isBrokenTls, open } from './open-connection.js';
import { proveDane, proveEncrypted, proveTls } from './prove-receiver.js';
import type { SmtpConnection } from './smtp-connection.js';
import { NotConnected } from './smtp-failure.js';

/**
 * A connection that is ready for MAIL, and as safe as the sender's domain and the receiver demand. Throws
 * {@link NotConnected} with the step that ended it. The signal destroys the connection, now or at any time later.
 */
export async function dial(
  peer: Peer,
  demand: TlsDemand,
  settings: DialSettings,
  cut: AbortSignal,
): Promise<SmtpConnection> {
  if (peer.dane !== undefined && demand !== 'any') {
    const prove = proveDane(peer.dane);
    return open(peer, settings, cut, (connection) => {
      prove(connection);
      if (isProof(demand)) proveTls(demand)(connection);
    });
  }
  if (isProof(demand) && peer.onThisMachine !== true) return open(peer, settings, cut, proveTls(demand));
  if (peer.tls !== 'opportunistic') return open(peer, settings, cut);
  const { tlsMemory } = settings;
  if (tlsMemory.isAsked(peer.host)) return openEncrypted(peer, settings, cut);
  try {
    if (tlsMemory.isBroken(peer.host)) return await openAsBefore(peer, settings, cut);
    return await openAsOffered(peer, settings, cut);
  } catch (error) {
    // Some ask for it as early as at EHLO or AUTH.
    if (error instanceof NotConnected && tlsMemory.isAsked(peer.host)) return openEncrypted(peer, settings, cut);
    throw error;
  }
}

function isProof(demand: TlsDemand): demand is 'enforced' | 'mta-sts' {
  return demand === 'enforced' || demand === 'mta-sts';
}

/** In clear, because TLS with it failed some time ago. */
async function openAsBefore(peer: Peer, settings: DialSettings, cut: AbortSignal): Promise<SmtpConnection> {
  const connection = await open(inClear(peer), settings, cut);
  noteTls(peer, connection, connection.extensions.startTls ? 'not tried again since TLS failed' : null);
  return connection;
}

/** RFC 7435: TLS where it works, else in clear over a new connection. */
async function openAsOffered(peer: Peer, settings: DialSettings, cut: AbortSignal): Promise<SmtpConnection> {
  try {
    return await open(peer, settings, cut);
  } catch (error) {
    if (!(error instanceof NotConnected) || !isBrokenTls(error)) throw error;
    const connection = await open(inClear(peer), settings, cut).catch((later: unknown) => {
      // A password is not sent in clear, and a relay may offer no AUTH there: TLS is what has to work.
      const needsTls = later instanceof NotConnected && later.step === 'auth' && later.ending.code === null;
      throw needsTls ? error : later;
    });
    settings.tlsMemory.broke(peer.host);
    return connection;
  }
}

/** The receiver has asked for TLS: mail in clear would be refused, so there is none. */
async function openEncrypted(peer: Peer, settings: DialSettings, cut: AbortSignal): Promise<SmtpConnection> {
  try {
    return await open(peer, settings, cut, proveEncrypted);
  } catch (error) {
    if (!(error instanceof NotConnected) || !isBrokenTls(error)) throw error;
    const text = `the receiver requires TLS: ${error.ending.text}`;
    throw new NotConnected('starttls', { ...error.ending, text }, error.host, error.conversation);
  }
}

/** What became of TLS is known before. */
function inClear({ onTls: _known, ...peer }: Peer): Peer {
  return { ...peer, tls: 'none' };
}
