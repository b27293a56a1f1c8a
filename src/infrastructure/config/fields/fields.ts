import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { z } from 'zod';
import { readBareAddress } from '../../addresses/mailbox.js';
import {
  parseBaseUrl,
  parseProviderUrl,
  parsePublicUrl,
  parseDnsServer,
  parseDomain,
  parseHost,
  parseHostName,
  parseMasterKey,
  parsePairs,
  parseRegionalHostName,
  parseRelayUrl,
  readCertificates,
  parseSpfRecord,
  parseWholeNumber,
} from './parse.js';

/** One sentence for the operator; `unset` says what holds where there is no default to show. */
export interface FieldNotes {
  readonly says: string;
  readonly unset?: string;
}

/** The notes of every field, for the documents that are generated from the schema. */
export const notes = z.registry<FieldNotes>();

const longestDelaySeconds = 30 * 86_400;

/** A value written as text. `expected` is all that an error says about it: what an operator typed is never echoed. */
function parsed<Value>(expected: string, parse: (text: string) => Value | undefined) {
  return z.string({ error: expected }).transform((text, context): Value => {
    const value = parse(text.trim());
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: expected });
    return z.NEVER;
  });
}

function parseItems<Item>(text: string, parseItem: (text: string) => Item | undefined): readonly Item[] | undefined {
  const items = text.split(',').map((item) => parseItem(item.trim()));
  const good = items.filter((item) => item !== undefined);
  return good.length === items.length ? good : undefined;
}

/** Names that count once however often they are listed. */
function set<Item>(expected: string, parseItem: (text: string) => Item | undefined) {
  return parsed(expected, (text): readonly Item[] | undefined => {
    const items = parseItems(text, parseItem);
    return items === undefined ? undefined : [...new Set(items)];
  });
}

function parseSeconds(text: string): number | undefined {
  const seconds = parseWholeNumber(text, 1, longestDelaySeconds);
  return seconds === undefined ? undefined : seconds * 1000;
}

export function wholeNumber(min: number, max: number) {
  return parsed(`a whole number from ${min} to ${max}`, (text) => parseWholeNumber(text, min, max));
}

/** A port, 0 for a free one, or `off`, which reads as null. */
export const portOrOff = parsed('a whole number from 0 to 65535, or off', (value) =>
  value === 'off' ? null : parseWholeNumber(value, 0, 65_535),
);

export function oneOf<Choice extends string>(choices: readonly Choice[], remark = '') {
  return parsed(`one of ${choices.join(', ')}${remark}`, (text) => choices.find((choice) => choice === text));
}

export function someOf<Choice extends string>(choices: readonly Choice[]) {
  const expected = `some of ${choices.join(', ')}, separated by commas`;
  return set(expected, (text) => choices.find((choice) => choice === text));
}

/** The address of an engine, as its own client reads it. It may hold a password, so that no error ever shows it. */
export function engineUrl(...schemes: readonly string[]) {
  const expected = `an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  return parsed(expected, (text) => (schemes.some((scheme) => isAddress(text, `${scheme}://`)) ? text : undefined));
}

function isAddress(text: string, beginning: string): boolean {
  return text.startsWith(beginning) && /^\S+$/.test(text.slice(beginning.length));
}

/** 1 or 0, also true or false. */
export const flag = parsed('1 or 0', (value) => ({ '1': true, true: true, '0': false, false: false })[value]);

export const text = parsed('some text', (value) => (value === '' ? undefined : value));

export const hostName = parsed(
  'a host name of letters, digits, hyphens and dots, such as mail.example.com',
  parseHostName,
);

export const hostNameOrAddress = parsed('a host name or an IP address, without scheme and port', parseHost);

export const domainNames = set('domain names of at least two labels, separated by commas', parseDomain);

/** As every entrance reads it, and says why it is none. */
export const emailAddress = emailField('an email address', readBareAddress);

export const emailAddresses = emailField('email addresses, separated by commas', (text) => {
  const addresses = new Set<string>();
  for (const item of text.split(',')) {
    const read = readBareAddress(item);
    if ('fault' in read) return read;
    addresses.add(read.address);
  }
  return { address: [...addresses] as readonly string[] };
});

function emailField<Value>(
  expected: string,
  read: (text: string) => { readonly address: Value } | { readonly problem: string },
) {
  return z.string({ error: expected }).transform((text, context): Value => {
    const found = read(text);
    if ('address' in found) return found.address;
    context.addIssue({ code: 'custom', message: `${expected}. ${found.problem}` });
    return z.NEVER;
  });
}

export const regionNames = set('names of lower-case letters, digits and hyphens, separated by commas', (name) =>
  /^[a-z0-9][a-z0-9-]{0,62}$/.test(name) ? name : undefined,
);

/** A host name, in which `{region}` may stand for a region. */
export const regionalHostName = parsed('a host name, in which {region} may stand', parseRegionalHostName);

export const spfRecord = parsed(
  'an SPF record: v=spf1 and its terms, in ASCII, at most 450 characters',
  parseSpfRecord,
);

export const dnsServer = parsed('an IP address with an optional port', parseDnsServer);

export const dnsServers = set('IP addresses, each with an optional port, separated by commas', parseDnsServer);

export const addresses = set('IP addresses, separated by commas', (text) => (isIP(text) === 0 ? undefined : text));

/** Addresses alone, or with the length of their network's prefix (RFC 4632, RFC 4291 §2.3). */
export const networks = set('IP addresses or networks such as 10.0.0.0/8, separated by commas', (text) =>
  isIP(text) !== 0 || ipaddr.isValidCIDR(text) ? text : undefined,
);

/** Room for a number behind it: RFC 1035 §2.3.4 allows 63 characters. */
export const dkimSelector = parsed('a label of at most 50 lower-case letters, digits and hyphens', (name) =>
  /^[a-z]([a-z0-9-]{0,48}[a-z0-9])?$/.test(name) ? name : undefined,
);

/** Milliseconds of one wait, up to an hour. */
export const waitMs = wholeNumber(1, 3_600_000);

/** Written in seconds, read as milliseconds. */
export const duration = parsed(`whole seconds from 1 to ${longestDelaySeconds}`, parseSeconds);

/** Written in seconds, read as milliseconds. */
export const delays = parsed(`whole seconds from 1 to ${longestDelaySeconds}, separated by commas`, (value) =>
  parseItems(value, parseSeconds),
);

export const publicUrl = parsed(
  'http:// or https:// and a host, without a path, such as https://mail.example.com: behind a proxy Posthorn needs a host name of its own',
  parsePublicUrl,
);

export const baseUrl = parsed('an http:// or https:// address that does not end in a slash', parseBaseUrl);

/** Compared letter by letter with what the provider says, so a slash at its end stays. */
export const issuer = parsed('an https:// address (http:// on this machine only)', (value) =>
  parseProviderUrl(value.replace(/\/$/, '')) === undefined ? undefined : value,
);

/** A server that answers in the provider's place could sign in as anyone here. */
export const providerUrl = parsed(
  'an https:// address (http:// on this machine only) that does not end in a slash',
  parseProviderUrl,
);

/** Its text, read once. */
export const certificateFile = parsed('a file with PEM certificates that this user can read', readCertificates);
export const relayUrl = parsed(
  'smtp://host:port or smtps://user:password@host:port, with both user and password or neither, percent-encoded where they have a @, : or /',
  parseRelayUrl,
);

export const masterKey = parsed('32 bytes as 64 hex digits or as base64', parseMasterKey);

export const apiKey = parsed('re_ and then at least 24 letters, digits or underscores', (value) =>
  /^re_[A-Za-z0-9_]{24,}$/.test(value) ? value : undefined,
);

/** A share of all, from 0 to 1. */
export const ratio = parsed('a number from 0 to 1, such as 0.1', (value) =>
  /^(0|1|0?\.\d{1,12}|0\.0*|1\.0*)$/.test(value) ? Number(value) : undefined,
);

/** As OpenTelemetry writes them: W3C Baggage without its properties. */
export const attributePairs = parsed('name=value pairs, separated by commas', (value) =>
  parsePairs(value, /^[^\s=,]+$/),
);

/** Names are tokens (RFC 9110 §5.6.2), values of visible characters. */
export const headerPairs = parsed('name=value pairs of HTTP headers, separated by commas', (value) => {
  const pairs = parsePairs(value, /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/);
  return pairs?.every(([, text]) => /^[\x20-\x7e]*$/.test(text)) === true ? pairs : undefined;
});
