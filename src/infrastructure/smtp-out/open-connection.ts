import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { BoundedMap } from '../../application/shared/bounded-map.js';
import { asksForTls } from '../../domain/email/judging/what-it-asks.js';
import { authenticate } from './authenticate.js';
import type { DialSettings, Peer } from './destination.js';
import { noExtensions, parseExtensions } from './extensions.js';
import { proveReceiverOfPassword } from './prove-receiver.js';
import { noteTls } from './note-tls.js';
import type { SmtpReply } from './reply-parser.js';
import { SmtpConnection } from './smtp-connection.js';
import { ConnectionLost, endingOfError, endingOfReply, NotConnected } from './smtp-failure.js';

type Step = NotConnected['step'];

/**
 * A connection that is ready for MAIL, by one try: STARTTLS where the peer's is opportunistic and offered. `prove`
 * throws where it is not safe enough; it is given what the receiver answered STARTTLS with, where that was a refusal.
 */
export async function open(
  destination: Peer,
  settings: DialSettings,
  cut: AbortSignal,
  prove: (connection: SmtpConnection, refused: SmtpReply | undefined) => void = () => undefined,
): Promise<SmtpConnection> {
  const connection = await openSocket(destination, settings, cut);
  let refused: SmtpReply | undefined;
  try {
    const greeting = await during('greeting', connection.reply(settings.greetingTimeoutMs));
    if (greeting.code !== 220) throw new NotConnected('greeting', endingOfReply(greeting));
    await introduce(connection, settings);
    if (destination.tls === 'opportunistic' && connection.extensions.startTls) {
      refused = await startTls(connection, destination, settings).catch((error: unknown) => {
        if (error instanceof NotConnected && isBrokenTls(error)) noteTls(destination, connection, error.ending.text);
        throw error;
      });
    }
    try {
      prove(connection, refused);
    } finally {
      noteTls(destination, connection, refused === undefined ? null : endingOfReply(refused).text);
    }
    if (destination.credentials != null) {
      proveReceiverOfPassword(connection, destination);
      await authenticate(connection, destination.credentials, settings);
    }
    return connection;
  } catch (error) {
    connection.destroy('not usable');
    if (!(error instanceof NotConnected)) throw error;
    const isInClear = connection.tls === null && (error.step === 'ehlo' || error.step === 'auth');
    if (isInClear && asksForTls(error.ending)) settings.tlsMemory.asked(destination.host);
    throw new NotConnected(error.step, error.ending, error.host, connection.conversation.shownTo(null));
  }
}

async function openSocket(
  { host, address, localAddress, port, tls, ca }: Peer,
  { connectTimeoutMs, lookup }: DialSettings,
  cut: AbortSignal,
): Promise<SmtpConnection> {
  const target = {
    host: address ?? host,
    port,
    ...(localAddress === undefined ? {} : { localAddress }),
    ...(lookup === undefined ? {} : { lookup }),
  };
  const socket = tls === 'implicit' ? connectTls({ ...target, ...tlsOptions(host, ca) }) : connect(target);
  const destroy = (): void => void socket.destroy();
  cut.addEventListener('abort', destroy);
  socket.once('close', () => cut.removeEventListener('abort', destroy));
  await ready(socket, tls === 'implicit' ? 'secureConnect' : 'connect', 'connect', connectTimeoutMs);
  return new SmtpConnection(host, socket);
}

/** EHLO, or HELO where that is not known, RFC 5321 §3.2. */
async function introduce(connection: SmtpConnection, { heloName, commandTimeoutMs }: DialSettings): Promise<void> {
  const ehlo = await during('ehlo', connection.command(`EHLO ${heloName}`, commandTimeoutMs));
  if (ehlo.code === 250) {
    connection.extensions = parseExtensions(ehlo);
    return;
  }
  connection.extensions = noExtensions;
  if (ehlo.code < 500) throw new NotConnected('ehlo', endingOfReply(ehlo));
  const helo = await during('ehlo', connection.command(`HELO ${heloName}`, commandTimeoutMs));
  if (helo.code !== 250) throw new NotConnected('ehlo', endingOfReply(helo));
}

/**
 * RFC 3207. Not ready: goes on in clear. Throws when the connection did not survive the attempt.
 *
 * @returns the refusal, where the receiver is not ready.
 */
async function startTls(
  connection: SmtpConnection,
  { host, ca }: Peer,
  settings: DialSettings,
): Promise<SmtpReply | undefined> {
  const reply = await during('starttls', connection.command('STARTTLS', settings.commandTimeoutMs));
  if (reply.code === 421) throw new NotConnected('starttls', endingOfReply(reply));
  if (reply.code !== 220) return reply;
  const plain = connection.socketForTls();
  if (plain === undefined) {
    throw new NotConnected('starttls', { code: null, enhancedCode: null, text: 'the receiver spoke before TLS began' });
  }
  const secure = connectTls({ socket: plain, host, ...tlsOptions(host, ca) });
  await ready(secure, 'secureConnect', 'starttls', settings.connectTimeoutMs);
  connection.upgrade(secure);
  await introduce(connection, settings);
  return undefined;
}

/**
 * The handshake failed: a connection that has begun TLS cannot go back. A reply is the receiver's wish, and is heeded.
 */
export function isBrokenTls({ step, ending }: NotConnected): boolean {
  return step === 'starttls' && ending.code === null;
}

/** RFC 7435 §3: encrypted to an unproved receiver is better than in clear. Whether it was proved is recorded. */
function tlsOptions(host: string, ca: string | null = null) {
  return {
    rejectUnauthorized: false,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    secureContext: contextFor(ca),
  };
}

/** Few: of the settings of a relay. */
const mostContexts = 16;
const contexts = new BoundedMap<string | null, SecureContext>(mostContexts);

/** For each connection alone, it would cost a quarter of the handshake, and with a `ca` many times that. */
function contextFor(ca: string | null): SecureContext {
  const context = contexts.get(ca) ?? createSecureContext(ca === null ? {} : { ca: [...rootCertificates, ca] });
  contexts.set(ca, context);
  return context;
}

function ready(socket: Socket, event: 'connect' | 'secureConnect', step: Step, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (text: string): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(new NotConnected(step, { code: null, enhancedCode: null, text }));
    };
    const onError = (error: Error): void => fail(problemOf(error));
    const onClose = (): void => fail('the connection was closed');
    const timer = setTimeout(() => fail(`no connection within ${timeoutMs} ms`), timeoutMs);
    socket.on('error', onError);
    socket.once('close', onClose);
    socket.once(event, () => {
      clearTimeout(timer);
      socket.off('error', onError);
      socket.off('close', onClose);
      resolve();
    });
  });
}

/** What OpenSSL says of a peer whose TLS ends at 1.1, which neither RFC 8996 nor Node takes. */
const tooOld = ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'ERR_SSL_VERSION_TOO_LOW'];

function problemOf(error: NodeJS.ErrnoException): string {
  if (tooOld.includes(error.code ?? ''))
    return 'the receiver offers no TLS version newer than 1.1, TLS 1.2 is required';
  return error.message || error.name;
}

async function during(step: Step, reply: Promise<SmtpReply>): Promise<SmtpReply> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof ConnectionLost) throw new NotConnected(step, endingOfError(error));
    throw error;
  }
}
