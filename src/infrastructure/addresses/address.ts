import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { asciiDomain } from './ascii-domain.js';
import { writtenLocalPart } from './local-part.js';

/** Why mail cannot be sent to what was written, as every entrance says it. None quotes the address. */
const addressFaults = {
  'no-domain': 'An address needs an @ with a domain after it',
  'no-local-part': 'The address has nothing before the @',
  'encoded-word':
    'The address has an encoded word (=?utf-8?...?=) in it: send the address as it is, over SMTP with SMTPUTF8, and a domain outside ASCII as A-labels (xn--)',
  'address-too-long': 'The address has more than 254 octets',
  'local-part-too-long': 'The part before the @ has more than 64 octets',
  'local-part-not-ascii': 'The part before the @ is not ASCII: only SMTP with SMTPUTF8 accepts that',
  'local-part-not-valid':
    'The part before the @ is empty between quotes, or has a character that needs quotes or that no address can have',
  'address-literal': 'An IP address in place of the domain is not accepted',
  'single-label': 'The domain needs at least two labels, as in example.com',
  'label-not-valid':
    'A label of the domain is empty, longer than 63 octets, begins or ends with a hyphen, or has a character other than letters, digits and hyphens',
  'top-level-domain': 'The domain does not end with a top-level domain, as in example.com',
  'not-one-mailbox': 'Exactly one address is needed, with or without a name before it',
  'name-not-valid': 'The name is longer than 998 octets, or needs quotes, as in "Doe, Jane" <jane@example.com>',
  'has-name': 'The address must stand alone, without a name',
} as const;

export type AddressFault = keyof typeof addressFaults;

/** `problem` is the sentence, without its period. */
export interface NoAddress {
  readonly fault: AddressFault;
  readonly problem: string;
}

export type ReadAddress = { readonly address: string } | NoAddress;

export const noAddress = (fault: AddressFault): NoAddress => ({ fault, problem: addressFaults[fault] });

/** RFC 5321 §4.5.3.1.3 allows 256 with the angle brackets. */
const maxAddressOctets = 254;
const maxLocalPartOctets = 64;
const maxNameOctets = 253;

/**
 * What nearly every address looks like. The general rules would say the same of it (a test compares), at ten times the
 * cost, several times for each mail.
 */
const plainAddress = /^[a-z\d_+-]+(?:\.[a-z\d_+-]+)*@(?:(?!xn--)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/i;
/** RFC 2047 §2. Its characters may stand in a local part, and programs that encode addresses write it there. */
const encodedWord = /=\?[^?\s]+\?[bq]\?[^?\s]*\?=/i;
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
const topLevel = /^(?:[a-z]{2,63}|xn--[a-z\d-]+)$/;

/**
 * An address that mail can be sent to (RFC 5321 §4.1.2): its domain in A-labels and lower case, its local part as it
 * was but for quotes, which stand where its characters or its dots need them. The one place that decides what is one.
 */
export function readAddress(text: string, { utf8 }: { readonly utf8: boolean }): ReadAddress {
  const at = text.lastIndexOf('@');
  if (at <= maxLocalPartOctets && text.length <= maxAddressOctets && plainAddress.test(text)) {
    return { address: text.slice(0, at) + text.slice(at).toLowerCase() };
  }
  // Nothing is matched against a text of any length.
  if (text.length > 4 * maxAddressOctets) return noAddress('address-too-long');
  if (encodedWord.test(text)) return noAddress('encoded-word');
  if (at < 0 || at === text.length - 1) return noAddress('no-domain');
  if (at === 0) return noAddress('no-local-part');
  const domain = readDomain(text.slice(at + 1));
  if ('fault' in domain) return domain;
  const local = readLocalPart(text.slice(0, at), utf8);
  if ('fault' in local) return local;
  const address = `${local.written}@${domain.name}`;
  return Buffer.byteLength(address) > maxAddressOctets ? noAddress('address-too-long') : { address };
}

type ReadPart<Name extends string> = { readonly [Each in Name]: string } | NoAddress;

function readDomain(text: string): ReadPart<'name'> {
  if (/[<>]/.test(text)) return noAddress('not-one-mailbox');
  if (text.startsWith('[') || isIP(text) !== 0) return noAddress('address-literal');
  const name = asciiDomain(text);
  const labels = name.split('.');
  if (!labels.every(isLabel)) return noAddress('label-not-valid');
  if (labels.length < 2) return noAddress('single-label');
  if (!topLevel.test(labels.at(-1) ?? '')) return noAddress('top-level-domain');
  return name.length > maxNameOctets ? noAddress('address-too-long') : { name };
}

function isLabel(text: string): boolean {
  return label.test(text) && (!text.startsWith('xn--') || domainToASCII(text) !== '');
}

function readLocalPart(text: string, utf8: boolean): ReadPart<'written'> {
  const isQuoted = text.startsWith('"');
  if (!isQuoted && /[@,;<>]/.test(text)) return noAddress('not-one-mailbox');
  const written = writtenLocalPart(text.normalize('NFC'));
  if (written === undefined) return noAddress('local-part-not-valid');
  if (!utf8 && /[^ -~]/.test(written)) return noAddress('local-part-not-ascii');
  return Buffer.byteLength(written) > maxLocalPartOctets ? noAddress('local-part-too-long') : { written };
}
