import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { isLoopbackUrl } from '../../addresses/loopback-url.js';

/** Where a smarthost listens and how to log in there. */
export interface RelayAddress {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (RFC 8314 §3); otherwise STARTTLS where it is offered. */
  readonly implicitTls: boolean;
  readonly credentials: { readonly username: string; readonly password: string } | null;
}

/** RFC 1123 §2.1: letters, digits and inner hyphens, at most 63 to a label. */
const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** RFC 5321 §4.5.4.2 and RFC 8314 §3.3. */
const relayPorts = { 'smtp:': 25, 'smtps:': 465 } as const;

export function parseWholeNumber(text: string, min: number, max: number): number | undefined {
  if (!/^\d{1,15}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}

/** A host name of one label or more, in lower-case A-labels. */
export function parseHostName(text: string): string | undefined {
  const ascii = domainToASCII(text.replace(/\.$/, ''));
  return hostName.test(ascii) && isIP(ascii) === 0 ? ascii : undefined;
}

const regionMark = '{region}';

/** As {@link parseHostName}; `{region}` may stand for a label or a part of one. */
export function parseRegionalHostName(text: string): string | undefined {
  // Any region reads as a label does, so one of them shows whether the name would be right.
  const host = parseHostName(text.replaceAll(regionMark, 'region0mark'));
  return host?.replaceAll('region0mark', regionMark);
}

/** RFC 7208 §4.5 and §3.4: it fits into one answer of 512 octets. */
export function parseSpfRecord(text: string): string | undefined {
  return /^v=spf1( [\x21-\x7e]+)*$/i.test(text) && text.length <= 450 ? text : undefined;
}

/** An address with an optional port, answered as `address:port` with IPv6 in brackets. */
export function parseDnsServer(text: string): string | undefined {
  const [, bracketed, plain, port = '53'] = /^(?:\[(.+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const address = bracketed ?? plain ?? text;
  if (isIP(address) === 0 || parseWholeNumber(port, 1, 65_535) === undefined) return undefined;
  return `${isIP(address) === 6 ? `[${address}]` : address}:${Number(port)}`;
}

/** A host name of at least two labels, in lower-case A-labels. */
export function parseDomain(text: string): string | undefined {
  const name = parseHostName(text);
  return name?.includes('.') === true ? name : undefined;
}

/** A host name or an IP address (IPv6 without brackets). */
export function parseHost(text: string): string | undefined {
  return isIP(text) > 0 ? text : parseHostName(text);
}

/** Scheme, host and perhaps a path. No trailing slash: paths are appended to it. */
export function parseBaseUrl(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text) || text.endsWith('/')) return undefined;
  const url = new URL(text);
  return url.username === '' && url.password === '' && !/[?#\s]/.test(text) ? text : undefined;
}

/** Scheme and host alone: the server's own paths begin at its root. A trailing slash says the same. */
export function parsePublicUrl(text: string): string | undefined {
  const url = parseBaseUrl(text.replace(/\/$/, ''));
  return url !== undefined && new URL(url).pathname === '/' ? url : undefined;
}

/** URL of a provider that people sign in by: over TLS, or on this machine. */
export function parseProviderUrl(text: string): string | undefined {
  const url = parseBaseUrl(text);
  if (url === undefined) return undefined;
  const parsed = new URL(url);
  return parsed.protocol === 'https:' || isLoopbackUrl(parsed) ? url : undefined;
}

export function parseRelayUrl(text: string): RelayAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const { protocol } = url;
  if (protocol !== 'smtp:' && protocol !== 'smtps:') return undefined;
  const host = parseHost(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  const credentials = parseCredentials(url);
  const nothingElse = /^\/?$/.test(`${url.pathname}${url.search}${url.hash}`);
  if (host === undefined || credentials === undefined || !nothingElse) return undefined;
  const port = url.port === '' ? relayPorts[protocol] : Number(url.port);
  return { host, port, implicitTls: protocol === 'smtps:', credentials };
}

/** @returns null when none are given; undefined when only one is given, or it cannot be decoded. */
function parseCredentials(url: URL): RelayAddress['credentials'] | undefined {
  if (url.username === '' && url.password === '') return null;
  if (url.username === '' || url.password === '') return undefined;
  try {
    return { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  } catch {
    return undefined;
  }
}

/** The text of a PEM file that begins with a certificate. */
export function readCertificates(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    new X509Certificate(text);
    return text;
  } catch {
    return undefined;
  }
}

/** 32 bytes as 64 hex digits or as base64 (either alphabet), answered as lower-case hex. */
export function parseMasterKey(text: string): string | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  return Buffer.from(text, 'base64').toString('hex');
}

/** @returns undefined where one is no pair, has another name than these, or cannot be decoded. */
export function parsePairs(
  text: string,
  names: RegExp,
): readonly (readonly [name: string, value: string])[] | undefined {
  try {
    const pairs = text.split(',').map((pair): [string, string] => {
      const [, name = '', value = ''] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
      return [name, decodeURIComponent(value)];
    });
    return pairs.every(([name]) => names.test(name)) ? pairs : undefined;
  } catch {
    return undefined;
  }
}

export const expectedInstant =
  'a time of ISO 8601 with its zone, such as 2026-03-02T10:00:00Z or 2026-03-02T11:00:00.250+01:00';

const instant = z.iso.datetime({ offset: true });

/** A date and time with a zone, answered in UTC with milliseconds. */
export function parseInstant(text: string): string | undefined {
  return instant.safeParse(text).success ? new Date(text).toISOString() : undefined;
}
