import { addressParser } from 'postal-mime';
import type { Mailbox } from '../../domain/shared/mailbox.js';
import { asWindows1252 } from '../../domain/shared/windows-1252.js';
import { readAddress } from '../addresses/address.js';
import { quotedWhereNeeded } from '../addresses/local-part.js';
import { withoutControls } from './header-section.js';

/** More than people write in a header section that has passed the limits. */
const maxMailboxes = 1_000;
const maxNameCharacters = 998;
/** What is read of a list: to take one apart takes ever longer for each character. */
const maxListCharacters = 64 * 1024;

/** What nearly every mailbox looks like, and cannot be read in two ways. */
const plainNamed = /^(?:([a-z\d]+(?: [a-z\d]+)*) )?<([^<>]+)>$/i;
/** An address alone that stands for no name, comment or list. */
const plainAlone = /^[^\s<>()",;:\\]+$/;

/** Mailboxes of an address list, with groups (RFC 5322 §3.4) opened; what is no address is left out. */
export function mailboxesIn(value: string): readonly Mailbox[] {
  const plain = plainMailbox(value);
  if (plain !== undefined) return [plain];
  const hasQuoted = value.includes('"@');
  return addressParser(flatComments(beginningOf(value)), { flatten: true })
    .slice(0, maxMailboxes)
    .flatMap(({ name, address = '' }) => {
      const known = normalisedAddress(address) ?? (hasQuoted ? normalisedAddress(quotedAgain(address)) : undefined);
      if (known === undefined) return [];
      const shown = withoutControls(asWindows1252(nestedAgain(name))).slice(0, maxNameCharacters);
      return [{ name: shown === '' ? null : shown, address: known }];
    });
}

const nested = /\([^)]*\(/;
/** For brackets inside of a comment (RFC 5322 §3.2.2), at whose first closing one the parser ends it. */
const nestedOpen = '\uE000';
const nestedClose = '\uE001';

function flatComments(list: string): string {
  if (!nested.test(list)) return list;
  let flat = '';
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < list.length; index++) {
    const character = list[index] ?? '';
    if (character === '\\') flat += character + (list[++index] ?? '');
    else if (quoted || (character === '"' && depth === 0)) {
      if (character === '"') quoted = !quoted;
      flat += character;
    } else if (character === '(') flat += depth++ === 0 ? character : nestedOpen;
    else if (character === ')' && depth > 0) flat += --depth === 0 ? character : nestedClose;
    else flat += character;
  }
  return flat;
}

const nestedAgain = (name: string): string => name.replaceAll(nestedOpen, '(').replaceAll(nestedClose, ')');

function beginningOf(list: string): string {
  return list.length <= maxListCharacters ? list : list.slice(0, Math.max(0, list.lastIndexOf(',', maxListCharacters)));
}

/**
 * Exactly one mailbox, and written so that no reader can see another: receivers judge a mail by the domain of its From.
 * Undefined for lists, groups, and for addresses in more than one place.
 */
export function soleMailbox(value: string): Mailbox | undefined {
  const plain = plainMailbox(value);
  if (plain !== undefined) return plain;
  // A list of which not all would be read.
  if (value.length > maxListCharacters) return undefined;
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
  const address = plainAlone.test(written) ? normalisedAddress(written) : undefined;
  return address === undefined ? undefined : { name, address };
}

/** The parser takes the quotes off where an address has no angle brackets. */
function quotedAgain(address: string): string {
  const at = address.lastIndexOf('@');
  return quotedWhereNeeded(address.slice(0, Math.max(0, at))) + address.slice(at);
}

/** As `readAddress` reads it, with UTF-8 (RFC 6531). */
export function normalisedAddress(text: string): string | undefined {
  const read = readAddress(text, { utf8: true });
  return 'address' in read ? read.address : undefined;
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
