import { readFileSync } from 'node:fs';
import { type ClientHttp2Session, connect, type SecureClientSessionOptions } from 'node:http2';
import { LogAway } from './log-away.js';
import { type LogAddress, type Place, placeName } from './log-address.js';

/** Certificates, read; undefined: in the clear. */
export type TlsOptions = SecureClientSessionOptions | undefined;

/** Throws what reading a named file fails with. */
export function readTls(tls: LogAddress['tls']): TlsOptions {
  if (tls === undefined) return undefined;
  const { authority, certificate, key } = tls;
  return {
    ...(authority === undefined ? {} : { ca: readFileSync(authority) }),
    ...(certificate === undefined ? {} : { cert: readFileSync(certificate) }),
    ...(key === undefined ? {} : { key: readFileSync(key) }),
  };
}

export interface ReachOptions {
  readonly tls: TlsOptions;
  readonly limitMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Does something with a server that has answered a greeting, over a connection of its own that ends with it. All of it
 * within the time: gRPC gives an attempt to connect none (grpc-node issue 2785), so it gets no server that has not
 * answered here. Throws {@link LogAway}.
 */
export function reachServer<Result>(
  place: Place,
  { tls, limitMs, signal }: ReachOptions,
  work: (session: ClientHttp2Session) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const { host, port } = place;
    const name = host.includes(':') ? `[${host}]:${port}` : placeName(place);
    const session = connect(`${tls === undefined ? 'http' : 'https'}://${name}`, tls ?? {});
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      settle();
      session.destroy();
    };
    const fail = (why: string, cause?: unknown): void => end(() => reject(new LogAway(`${name} ${why}`, { cause })));
    const abort = (): void => fail('is asked no longer');
    signal?.addEventListener('abort', abort);
    const timer = setTimeout(() => fail(`does not answer within ${limitMs} ms`), limitMs);
    // Stays: a session that is destroyed may fail once more.
    session.on('error', (error: Error) => fail(`cannot be reached: ${error.message}`, error));
    session.once('close', () => fail('has ended the connection'));
    session.once('remoteSettings', () => {
      work(session).then(
        (result) => end(() => resolve(result)),
        (error: unknown) => fail('gives no answer', error),
      );
    });
  });
}
