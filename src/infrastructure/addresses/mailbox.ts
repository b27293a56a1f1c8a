import type { Mailbox } from '../../domain/shared/mailbox.js';
import { noAddress, type NoAddress, readAddress, type ReadAddress } from './address.js';

export type ReadMailbox = { readonly mailbox: Mailbox } | NoAddress;

const maxNameOctets = 998;

/** RFC 5322 §3.4 mailbox, plus what people really write: names that would need quotes, without them. */
export function readMailbox(text: string): ReadMailbox {
  const trimmed = text.trim();
  if (!trimmed.endsWith('>')) return unnamed(readAddress(trimmed, { utf8: false }));
  const open = trimmed.lastIndexOf('<');
  if (open < 0) return noAddress('not-one-mailbox');
  const name = readName(trimmed.slice(0, open).trim());
  if ('fault' in name) return name;
  const read = readAddress(trimmed.slice(open + 1, -1).trim(), { utf8: false });
  return 'fault' in read ? read : { mailbox: { name: name.shown, address: read.address } };
}

/** The address of a mailbox without a name. */
export function readBareAddress(text: string): ReadAddress {
  const read = readMailbox(text);
  if ('fault' in read) return read;
  return read.mailbox.name === null ? { address: read.mailbox.address } : noAddress('has-name');
}

function unnamed(read: ReadAddress): ReadMailbox {
  return 'fault' in read ? read : { mailbox: { name: null, address: read.address } };
}

/** The characters of a phrase (RFC 5322 §3.2.5): quoted strings and words, mixed as people mix them; null for none. */
function readName(text: string): { readonly shown: string | null } | NoAddress {
  if (Buffer.byteLength(text) > maxNameOctets) return noAddress('name-not-valid');
  const words = text.match(/"(?:[^"\\]|\\.)*"|[^"]+|"/gu) ?? [];
  const bare = words.filter((word) => !isQuoted(word)).join('');
  if (bare.includes('"')) return noAddress('name-not-valid');
  // `a@x.example, B <b@y.example>` is two mailboxes; `Example, Inc. <b@y.example>` is one.
  if (/[<>]/.test(bare) || (bare.includes('@') && /[,;]/.test(bare))) return noAddress('not-one-mailbox');
  const characters = words.map((word) => (isQuoted(word) ? word.slice(1, -1).replace(/\\(.)/gu, '$1') : word));
  return { shown: characters.join('').trim() || null };
}

const isQuoted = (word: string): boolean => word.length > 1 && word.startsWith('"');
