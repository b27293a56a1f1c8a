import { connect as connectInTheClear, isIP } from 'node:net';
import { connect, type ConnectionOptions } from 'node:tls';
import type { EngineFailureCause } from '../../application/engines/engine-failure.js';

export interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** PEM of the authorities; absent: those that Node trusts. */
  readonly authority?: Buffer | undefined;
  /**
   * What a server in the clear answers at once, where it may take a TLS greeting for the beginning of a long request.
   */
  readonly clearGreeting?: string | undefined;
}

const handshakeMs = 3_000;
/** A server in the clear may wait for the rest of what it takes for a request. */
const clearHandshakeMs = 750;

const outOfDate: ReadonlySet<unknown> = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);
const otherHost = 'ERR_TLS_CERT_ALTNAME_INVALID';
const untrusted =
  /^(UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|CERT_UNTRUSTED|INVALID_CA|CERT_SIGNATURE_FAILURE)/;
const names: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME']);

/**
 * Says why a client cannot talk there, in the way that was asked for; undefined: it can. Sends greetings, and no more.
 */
export async function probePort(endpoint: Endpoint): Promise<EngineFailureCause | undefined> {
  const cause = await greet(endpoint);
  const { clearGreeting } = endpoint;
  if (cause !== 'silent' || clearGreeting === undefined) return cause;
  return (await answersInTheClear(endpoint, clearGreeting)) ? 'tls-to-clear-port' : cause;
}

function answersInTheClear({ host, port }: Endpoint, greeting: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectInTheClear({ host, port });
    const done = (answers: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answers);
    };
    const timer = setTimeout(() => done(false), clearHandshakeMs);
    socket.on('error', () => done(false));
    socket.once('data', () => done(true));
    socket.write(greeting);
  });
}

function greet({ host, port, tls, authority }: Endpoint): Promise<EngineFailureCause | undefined> {
  const options: ConnectionOptions = {
    host,
    port,
    ...(tls ? {} : { rejectUnauthorized: false }),
    ...(authority === undefined ? {} : { ca: authority }),
    // An address is no name that TLS may ask for; its certificate is compared all the same.
    ...(isIP(host) === 0 ? { servername: host } : {}),
  };
  return new Promise((resolve) => {
    let connected = false;
    const socket = connect(options);
    const done = (cause: EngineFailureCause | undefined): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(cause);
    };
    const inTime = (): void => done(connected ? (tls ? 'silent' : undefined) : 'unreachable');
    let timer = setTimeout(inTime, handshakeMs);
    socket.once('connect', () => {
      connected = true;
      if (tls) return;
      clearTimeout(timer);
      timer = setTimeout(inTime, clearHandshakeMs);
    });
    socket.once('secureConnect', () => done(tls ? undefined : 'clear-to-tls-port'));
    // Stays: a socket that is destroyed may fail once more.
    socket.on('error', (error: NodeJS.ErrnoException) => done(causeOf(error, tls, connected)));
    socket.once('end', () => done(tls ? 'tls-to-clear-port' : undefined));
  });
}

function causeOf({ code }: NodeJS.ErrnoException, tls: boolean, connected: boolean): EngineFailureCause | undefined {
  if (names.has(code)) return 'name-not-found';
  if (code === 'ECONNREFUSED') return 'no-listener';
  if (!connected) return 'unreachable';
  if (!tls) return undefined;
  if (outOfDate.has(code)) return 'certificate-out-of-date';
  if (code === otherHost) return 'certificate-of-other-host';
  return untrusted.test(code ?? '') ? 'certificate-untrusted' : 'tls-to-clear-port';
}
