import { isEmail } from 'class-validator';
import { addressParser } from 'postal-mime';
import type { Mailbox } from '../../domain/shared/mailbox.js';
import { asciiDomain } from '../identity/ascii-domain.js';
import { withoutControls } from './header-section.js';

/** Of a header section that has passed the limits this is more than people write. */
const maxMailboxes = 1_000;
const maxNameCharacters = 998;

/** Of an address list, groups (RFC 5322 §3.4) opened; what is no address is left out. */
export function mailboxesIn(value: string): readonly Mailbox[] {
  return addressParser(value, { flatten: true })
    .slice(0, maxMailboxes)
    .flatMap(({ name, address }) => {
      const known = normalisedAddress(address ?? '');
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
  const bare = withoutQuoted(value)?.trim();
  if (bare === undefined) return undefined;
  const angled = /^[^<>,;:]*<\s*([^<>\s,;:]+)\s*>$/.exec(bare)?.[1];
  const written = angled ?? /^[^<>\s,;:]+$/.exec(bare)?.[0];
  const address = written === undefined ? undefined : normalisedAddress(written);
  if (address === undefined) return undefined;
  const parsed = mailboxesIn(value);
  return parsed.length === 1 && parsed[0]?.address === address ? parsed[0] : undefined;
}

/**
 * RFC 5321 §4.1.2 with the domain in A-labels and lower case, the local part as it was, UTF-8 allowed (RFC 6531). Quoted
 * local parts and address literals are refused.
 */
export function normalisedAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  if (at < 1 || text[0] === '"') return undefined;
  const domain = asciiDomain(text.slice(at + 1));
  const address = `${text.slice(0, at).normalize('NFC')}@${domain}`;
  return isEmail(address, { allow_utf8_local_part: true }) ? address : undefined;
}

/** Quoted strings and comments (RFC 5322 §3.2.2, §3.2.4) taken out; undefined where one does not end. */
function withoutQuoted(value: string): string | undefined {
  let bare = '';
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < value.length; index++) {
    const character = value[index] ?? '';
    if (character === '\\' && (quoted || depth > 0)) index++;
    else if (character === '"' && depth === 0) quoted = !quoted;
    else if (quoted) continue;
    else if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (depth === 0) bare += character;
    if (depth < 0) return undefined;
  }
  return quoted || depth > 0 ? undefined : bare;
}
