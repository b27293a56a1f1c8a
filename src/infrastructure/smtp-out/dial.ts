import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, rootCertificates } from 'node:tls';
import { authenticate } from './authenticate.js';
import type { DomainTls } from '../../domain/sending-domain/events.js';
import type { DialSettings, Peer } from './destination.js';
import { noExtensions, parseExtensions } from './extensions.js';
import type { SmtpReply } from './reply-parser.js';
import { SmtpConnection } from './smtp-connection.js';
import { ConnectionLost, endingOfError, endingOfReply, NotConnected } from './smtp-failure.js';

type Step = NotConnected['step'];

/**
 * A connection that is ready for MAIL, and as safe as the sender's domain demands. Throws {@link NotConnected} with the
 * step that ended it. The signal destroys the connection, now or at any time later.
 */
export async function dial(
  peer: Peer,
  demand: DomainTls,
  settings: DialSettings,
  cut: AbortSignal,
): Promise<SmtpConnection> {
  if (demand === 'enforced' && peer.onThisMachine !== true) {
    return open(peer, settings, cut, (connection) => proveTls(connection));
  }
  const inClear: Peer = { ...peer, tls: 'none' };
  if (peer.tls === 'opportunistic' && settings.brokenTls?.has(peer.host) === true) return open(inClear, settings, cut);
  try {
    return await open(peer, settings, cut);
  } catch (error) {
    if (!(error instanceof NotConnected) || !isBrokenTls(peer, error)) throw error;
    const connection = await open(inClear, settings, cut);
    settings.brokenTls?.add(peer.host);
    return connection;
  }
}

/**
 * The handshake failed: a connection that has begun TLS cannot go back. A reply is the receiver's wish, and is heeded.
 */
function isBrokenTls(peer: Peer, failure: NotConnected): boolean {
  return peer.tls === 'opportunistic' && failure.step === 'starttls' && failure.ending.code === null;
}

/** Encrypted, to the host that was meant: its certificate is vouched for and names it. */
function proveTls({ host, tls, certificateProblem }: SmtpConnection): void {
  const demanded = "and the sender's domain demands TLS";
  if (tls === null) throw tlsRefusal(`${host} takes no mail over TLS, ${demanded}`);
  if (!tls.authorized) throw tlsRefusal(`the certificate of ${host} is not valid (${certificateProblem}), ${demanded}`);
}

/** A password goes to the host that it is for, and to no other that answers in its place. */
function proveReceiverOfPassword(
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

async function open(
  destination: Peer,
  settings: DialSettings,
  cut: AbortSignal,
  prove: (connection: SmtpConnection) => void = () => undefined,
): Promise<SmtpConnection> {
  const connection = await openSocket(destination, settings, cut);
  try {
    const greeting = await during('greeting', connection.reply(settings.greetingTimeoutMs));
    if (greeting.code !== 220) throw new NotConnected('greeting', endingOfReply(greeting));
    await introduce(connection, settings);
    if (destination.tls === 'opportunistic' && connection.extensions.startTls) {
      await startTls(connection, destination, settings);
    }
    prove(connection);
    if (destination.credentials != null) {
      proveReceiverOfPassword(connection, destination);
      await authenticate(connection, destination.credentials, settings);
    }
    return connection;
  } catch (error) {
    connection.destroy('not usable');
    if (!(error instanceof NotConnected)) throw error;
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

/** RFC 3207. Not ready (a refusal): goes on in clear. Throws when the connection did not survive the attempt. */
async function startTls(connection: SmtpConnection, { host, ca }: Peer, settings: DialSettings): Promise<void> {
  const reply = await during('starttls', connection.command('STARTTLS', settings.commandTimeoutMs));
  if (reply.code === 421) throw new NotConnected('starttls', endingOfReply(reply));
  if (reply.code !== 220) return;
  const plain = connection.socketForTls();
  if (plain === undefined) {
    throw new NotConnected('starttls', { code: null, enhancedCode: null, text: 'the receiver spoke before TLS began' });
  }
  const secure = connectTls({ socket: plain, host, ...tlsOptions(host, ca) });
  await ready(secure, 'secureConnect', 'starttls', settings.connectTimeoutMs);
  connection.upgrade(secure);
  await introduce(connection, settings);
}

/** RFC 7435 §3: encrypted to an unproved receiver is better than in clear. Whether it was proved is recorded. */
function tlsOptions(host: string, ca: string | null = null) {
  return {
    rejectUnauthorized: false,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === null ? {} : { ca: [...rootCertificates, ca] }),
  };
}

function ready(socket: Socket, event: 'connect' | 'secureConnect', step: Step, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (text: string): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(new NotConnected(step, { code: null, enhancedCode: null, text }));
    };
    const onError = (error: Error): void => fail(error.message || error.name);
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

async function during(step: Step, reply: Promise<SmtpReply>): Promise<SmtpReply> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof ConnectionLost) throw new NotConnected(step, endingOfError(error));
    throw error;
  }
}
