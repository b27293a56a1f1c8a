import { clientConnectionString, flat } from './connection-string.js';

export interface Place {
  readonly host: string;
  readonly port: number;
}

/** What a connection string says about how to connect to its servers. */
export interface LogAddress {
  readonly places: readonly Place[];
  /** Several servers, or one name that leads to several: the one that leads them is looked for. */
  readonly isCluster: boolean;
  readonly hasUser: boolean;
  /** Paths of PEM files, where they are given. Undefined when the connection is in the clear. */
  readonly tls: { readonly authority?: string; readonly certificate?: string; readonly key?: string } | undefined;
  /** So long each member has to say who leads. */
  readonly gossipMs: number;
  readonly askAgainMs: number;
  /** So often, within the time for an attempt to connect, the members are asked. */
  readonly rounds: number;
  /** The client's string for one of the servers. Of each number it keeps a connection apart. */
  clientString(place: Place, connection: number): string;
}

const defaultPort = 2_113;
/** How often the client would ask, and how soon again. */
const defaults = { rounds: 10, askAgainMs: 100, keepAliveMs: 10_000 };
/** A connection's number is added to a time limit, where it makes no noticeable difference. */
const connectionNumbers = 1_000;

/** Throws `ConnectionStringError`. */
export function readAddress(url: string): LogAddress {
  const [beforeOptions = '', optionText = ''] = clientConnectionString(url).split('?');
  const [scheme = '', authority = ''] = beforeOptions.split('://');
  const at = authority.lastIndexOf('@');
  const user = authority.slice(0, at + 1);
  const places = authority
    .slice(at + 1)
    .replace(/\/.*$/, '')
    .split(',')
    .map(placeIn);
  const named = [...new URLSearchParams(optionText)];
  const options = new Map(named.map(([name, value]) => [flat(name), value]));
  const number = (name: string, otherwise: number): number => Number(options.get(name) ?? otherwise);
  const tls = options.get('tls') !== 'false';
  const files = {
    authority: options.get('tlscafile'),
    certificate: options.get('usercertfile'),
    key: options.get('userkeyfile'),
  };
  const kept = optionText.split('&').filter((option) => option !== '' && !ours.has(flat(option.split('=')[0] ?? '')));
  return {
    places,
    isCluster: scheme.endsWith('+discover') || places.length > 1,
    hasUser: at > 0 && tls,
    tls: tls ? Object.fromEntries(Object.entries(files).filter(([, file]) => file !== undefined)) : undefined,
    gossipMs: number('gossiptimeout', 1) * 1_000,
    askAgainMs: number('discoveryinterval', defaults.askAgainMs),
    rounds: number('maxdiscoverattempts', defaults.rounds),
    clientString({ host, port }, connection) {
      const intervalMs = number('keepaliveinterval', defaults.keepAliveMs);
      const timeoutMs = number('keepalivetimeout', defaults.keepAliveMs);
      // gRPC gives two channels with the same options one connection: also where it is the one that was just given up.
      const apart = connection % connectionNumbers;
      const keepAlive =
        intervalMs < 0
          ? { keepAliveInterval: intervalMs, keepAliveTimeout: Math.max(timeoutMs, 0) + apart }
          : { keepAliveInterval: intervalMs + apart, keepAliveTimeout: timeoutMs };
      const given = [...kept, ...Object.entries(keepAlive).map(([name, value]) => `${name}=${value}`)];
      return `esdb://${user}${host}:${port}?${given.join('&')}`;
    },
  };
}

/** What this adapter does itself, and what it sets. */
const ours = new Set([
  'discoveryinterval',
  'gossiptimeout',
  'keepaliveinterval',
  'keepalivetimeout',
  'maxdiscoverattempts',
  'nodepreference',
]);

function placeIn(text: string): Place {
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(text.trim()) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined) throw new Error('no host and port');
  return { host, port: port === undefined ? defaultPort : Number(port) };
}

export const placeName = ({ host, port }: Place): string => `${host}:${port}`;
