import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { Agent, buildConnector, type Dispatcher, fetch, request } from 'undici';

/**
 * The name leads to an address that we must not be made to ask, or to none: one answer, for which of the two it is
 * would show who is inside.
 */
export class AddressNotAllowed extends Error {
  readonly code = 'address-not-allowed';
}

/** More than any answer that is kept takes. */
class AnswerTooLong extends Error {
  readonly code = 'answer-too-long';
}

/** For servers that a customer may name: where connections may lead, and how names are looked up. */
export interface Guard {
  readonly resolve: (hostname: string) => Promise<readonly LookupAddress[]>;
  /** Asked without the port first, while a name is looked up. */
  readonly isAllowed: (address: string, port?: number) => boolean;
}

export interface OutboundSettings {
  /** Null when the operator names the servers; they may be anywhere, and the system looks them up. */
  readonly guard: Guard | null;
  /** An idle connection is kept so long, or shorter where the server asks for it; 0: each request has its own. */
  readonly keepAliveMs: number;
  readonly connectTimeoutMs: number;
  /** A connection is destroyed once an answer has taken more, whatever its bytes are. */
  readonly mostAnswerBytes?: number;
  /** Certificates to trust instead of the usual ones. */
  readonly ca?: readonly string[];
}

export type OutboundAnswer = Dispatcher.ResponseData;

export interface OutboundHttp {
  request(url: URL, options: Omit<Dispatcher.RequestOptions, 'origin' | 'path'>): Promise<OutboundAnswer>;
  /** As the web's own `fetch`, but for redirects. */
  fetch: typeof fetch;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/**
 * The one client of the product for servers elsewhere: HTTP/1.1, redirects not followed. Each connection is checked as
 * it is made, so that a name that answers differently the next time gains nothing.
 */
export function createOutboundHttp(settings: OutboundSettings): OutboundHttp {
  const { keepAliveMs } = settings;
  const agent = new Agent({
    // As many as there are requests, which the callers limit: servers of a common host hold up none of their neighbors.
    connections: null,
    allowH2: false,
    connect: checkedConnector(settings),
    ...(keepAliveMs === 0
      ? { pipelining: 0 }
      : { pipelining: 1, keepAliveTimeout: keepAliveMs, keepAliveMaxTimeout: keepAliveMs }),
  });
  return {
    request: (url, options) => request(url, { ...options, dispatcher: agent }),
    fetch: (url, options) => fetch(url, { ...options, redirect: 'manual', dispatcher: agent }),
    close: () => agent.destroy(),
  };
}

function checkedConnector(settings: OutboundSettings): buildConnector.connector {
  const { guard, keepAliveMs, connectTimeoutMs, mostAnswerBytes, ca } = settings;
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    allowH2: false,
    ...(guard === null ? {} : { lookup: checkedLookup(guard) }),
    ...(keepAliveMs === 0 ? { maxCachedSessions: 0 } : {}),
    ...(ca === undefined ? {} : { ca: [...ca] }),
  });
  const isAllowed: Guard['isAllowed'] = (address, port) => guard === null || guard.isAllowed(address, port);
  return (options, callback) => {
    const { hostname, protocol } = options;
    const usualPort = protocol === 'https:' ? 443 : 80;
    // Numbers in any notation are dotted decimals by now (WHATWG URL §3.5); they are connected to without a look-up.
    if (isIP(hostname) !== 0 && !isAllowed(hostname, Number(options.port) || usualPort)) {
      return callback(new AddressNotAllowed(), null);
    }
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      // What was looked up was checked; this asks the connection itself.
      if (isAllowed(socket.remoteAddress ?? '', socket.remotePort)) {
        if (mostAnswerBytes !== undefined) limitAnswers(socket, mostAnswerBytes);
        return callback(null, socket);
      }
      socket.destroy();
      return callback(new AddressNotAllowed(), null);
    });
  };
}

/** What it answers is what the socket connects to. One address that is not allowed refuses the name. */
function checkedLookup({ resolve, isAllowed }: Guard): LookupFunction {
  return (hostname, options, callback) => {
    const startedAtMs = performance.now();
    const refuse = (): void => atSamePace(startedAtMs, () => callback(new AddressNotAllowed(), '', 4));
    resolve(hostname).then((addresses) => {
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isAllowed(address))) refuse();
      // Mutable in Node's types; a copy, so that the resolver's list stays.
      else if (options.all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    }, refuse);
  };
}

/**
 * Destroys the connection once an answer has taken so many bytes, whatever they are: a count of the body never includes
 * interim responses and the extensions of chunks, and reading them as fast as they come takes a core. An answer begins
 * where something was written last.
 */
function limitAnswers(socket: Socket, mostBytes: number): void {
  let bytes = 0;
  const write = socket.write.bind(socket);
  const read = socket.read.bind(socket);
  socket.write = ((...args: Parameters<Socket['write']>): boolean => {
    bytes = 0;
    return write(...args);
  }) as Socket['write'];
  socket.read = (size?: number): unknown => {
    // A socket without an encoding gives buffers.
    const chunk = read(size) as Buffer | null;
    bytes += chunk?.length ?? 0;
    if (bytes <= mostBytes) return chunk;
    socket.destroy(new AnswerTooLong());
    return null;
  };
}

/** Longer than a resolver nearby takes to say that there is no such name, or what an inner name leads to. */
const paceMs = 500;

/**
 * Calls back at the earliest so long after `startedAtMs` (of `performance.now()`): the time of a refusal must not
 * reveal whether a name is known inside. What takes longer takes longer.
 */
function atSamePace(startedAtMs: number, callback: () => void): void {
  setTimeout(callback, Math.max(0, startedAtMs + paceMs - performance.now()));
}
