import { isEmail } from 'class-validator';
import { addressParser } from 'postal-mime';
import type { Mailbox } from '../../domain/shared/mailbox.js';
import { asciiDomain } from '../addresses/ascii-domain.js';
import { quotedWhereNeeded, writtenLocalPart } from '../addresses/local-part.js';
import { withoutControls } from './header-section.js';

/** More than people write in a header section that has passed the limits. */
const maxMailboxes = 1_000;
const maxNameCharacters = 998;

/**
 * What nearly every address and mailbox looks like, and cannot be read in two ways. The general rules would say the
 * same of it (a test compares), at ten times the cost, several times for each mail.
 */
const plainAddress = /^[a-z\d_+-]+(?:\.[a-z\d_+-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/i;
const plainNamed = /^(?:([a-z\d]+(?: [a-z\d]+)*) )?<([^<>]+)>$/i;
const maxLocalPartCharacters = 64;
const maxAddressCharacters = 254;

/** Mailboxes of an address list, with groups (RFC 5322 §3.4) opened; what is no address is left out. */
export function mailboxesIn(value: string): readonly Mailbox[] {
  const plain = plainMailbox(value);
  if (plain !== undefined) return [plain];
  const hasQuoted = value.includes('"@');
  return addressParser(value, { flatten: true })
    .slice(0, maxMailboxes)
    .flatMap(({ name, address = '' }) => {
      const known = normalisedAddress(address) ?? (hasQuoted ? normalisedAddress(quotedAgain(address)) : undefined);
      if (known === undefined) return [];
      const shown = withoutControls(name).slice(0, maxNameCharacters);
      return [{ name: shown === '' ? null : shown, address: known }];
    });
}

/**
 * Exactly one mailbox, and written so that no reader can see another: receivers judge a mail by the domain of its From.
 * Undefined for lists, groups, and for addresses in more than one place.
 */
export function soleMailbox(value: string): Mailbox | undefined {
  const plain = plainMailbox(value);
  if (plain !== undefined) return plain;
  const quoted = harmlessQuoted.exec(value)?.[0] ?? standIn;
  const bare = withoutQuoted(value.replace(quoted, standIn));
  if (bare === undefined) return undefined;
  const { angled, alone } = addressIn.exec(bare)?.groups ?? {};
  const written = angled ?? alone;
  const address = written === undefined ? undefined : normalisedAddress(written.replace(standIn, () => quoted));
  if (address === undefined) return undefined;
  const parsed = mailboxesIn(value);
  return parsed.length === 1 && parsed[0]?.address === address ? parsed[0] : undefined;
}

/** In place of a comment. No value has one: they are refused before. */
const comment = '\0';
/**
 * A name without an address in it, and one in angle brackets; or an address alone. Comments stand outside of addresses.
 */
const addressIn = /^(?:[^<>,;:@]*<\s*(?<angled>[^<>\s,;:\0]+)\s*>|[\s\0]*(?<alone>[^<>\s,;:\0]+))[\s\0]*$/;

/** A quoted local part that no parser takes for two addresses. */
const harmlessQuoted = /"[\w!#$%&'*+/=?^`{|}~. -]+"(?=@)/;
/** For it, while the rest is looked at. */
const standIn = 'quoted-local-part';

function plainMailbox(value: string): Mailbox | undefined {
  if (value.length > maxNameCharacters) return undefined;
  const [, name = null, written = value] = plainNamed.exec(value) ?? [];
  const address = normalisedPlain(written);
  return address === undefined ? undefined : { name, address };
}

function normalisedPlain(text: string): string | undefined {
  const at = text.indexOf('@');
  if (at > maxLocalPartCharacters || text.length > maxAddressCharacters) return undefined;
  return plainAddress.test(text) ? text.slice(0, at) + text.slice(at).toLowerCase() : undefined;
}

/** The parser takes the quotes off where an address has no angle brackets. */
function quotedAgain(address: string): string {
  const at = address.lastIndexOf('@');
  return quotedWhereNeeded(address.slice(0, Math.max(0, at))) + address.slice(at);
}

/**
 * RFC 5321 §4.1.2 with the domain in A-labels and lower case, the local part as it was but for quotes that it does not
 * need, UTF-8 allowed (RFC 6531). Address literals are refused.
 */
export function normalisedAddress(text: string): string | undefined {
  const plain = normalisedPlain(text);
  if (plain !== undefined) return plain;
  const at = text.lastIndexOf('@');
  const localPart = writtenLocalPart(text.slice(0, Math.max(0, at)).normalize('NFC'));
  if (at < 1 || localPart === undefined) return undefined;
  const domain = asciiDomain(text.slice(at + 1));
  const address = `${localPart}@${domain}`;
  return isEmail(address, { allow_utf8_local_part: true }) ? address : undefined;
}

/**
 * Quoted strings (RFC 5322 §3.2.4) taken out, and each comment (§3.2.2) replaced by {@link comment}. Undefined where
 * one does not end, and for a comment with an address in it: programs differ in what they show.
 */
function withoutQuoted(value: string): string | undefined {
  let bare = '';
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < value.length; index++) {
    const character = value[index] ?? '';
    if (character === '\\' && (quoted || depth > 0)) index++;
    else if (character === '"' && depth === 0) quoted = !quoted;
    else if (quoted) continue;
    else if (character === '(') {
      if (depth === 0) bare += comment;
      depth++;
    } else if (character === ')') depth--;
    else if (depth === 0) bare += character;
    else if (/[@<>]/.test(character)) return undefined;
    if (depth < 0) return undefined;
  }
  return quoted || depth > 0 ? undefined : bare;
}
