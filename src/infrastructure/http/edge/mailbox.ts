import { isEmail } from 'class-validator';
import type { Mailbox } from '../../../domain/shared/mailbox.js';
import { asciiDomain } from '../../addresses/ascii-domain.js';
import { writtenLocalPart } from '../../addresses/local-part.js';
import type { FieldRule, Problem } from './field.js';
import { hasControlCharacters, noControlCharacters } from './text.js';

export const maxRecipients = 50;
const maxNameOctets = 998;

/** `address` or `Name <address>`: exactly one mailbox. */
export const mailbox: FieldRule<Mailbox> = {
  schema: { type: 'string', 'x-logged': 'domains', description: '`email@example.com` or `Name <email@example.com>`' },
  parse: readMailbox,
};

/** One mailbox as a string, or a list of them. */
export function mailboxes(min: 0 | 1): FieldRule<readonly Mailbox[]> {
  return {
    schema: {
      oneOf: [mailbox.schema, { type: 'array', items: mailbox.schema, minItems: min, maxItems: maxRecipients }],
    },
    parse(value, field) {
      if (!Array.isArray(value)) {
        const one = readMailbox(value, field);
        return 'problem' in one ? one : { value: [one.value] };
      }
      if (value.length < min) return { problem: `Invalid \`${field}\` field. It needs at least one address.` };
      if (value.length > maxRecipients) {
        return { problem: `Invalid \`${field}\` field. It holds at most ${maxRecipients} addresses.` };
      }
      const list: Mailbox[] = [];
      for (const item of value as readonly unknown[]) {
        const one = readMailbox(item, field);
        if ('problem' in one) return one;
        list.push(one.value);
      }
      return { value: list };
    },
  };
}

function readMailbox(value: unknown, field: string): { readonly value: Mailbox } | Problem {
  if (typeof value !== 'string') return wrongFormat(field);
  if (hasControlCharacters(value)) return noControlCharacters(field);
  const parsed = parseMailbox(value);
  return parsed === undefined ? wrongFormat(field) : { value: parsed };
}

function wrongFormat(field: string): Problem {
  return {
    problem: `Invalid \`${field}\` field. The email address needs to follow the \`email@example.com\` or \`Name <email@example.com>\` format.`,
  };
}

/** RFC 5322 §3.4 mailbox, plus what people really write: names that would need quotes, without them. */
export function parseMailbox(text: string): Mailbox | undefined {
  const trimmed = text.trim();
  if (!trimmed.endsWith('>')) {
    const address = normaliseAddress(trimmed);
    return address === undefined ? undefined : { name: null, address };
  }
  const open = trimmed.lastIndexOf('<');
  if (open < 0) return undefined;
  const name = displayName(trimmed.slice(0, open).trim());
  const address = normaliseAddress(trimmed.slice(open + 1, -1).trim());
  return name === undefined || address === undefined ? undefined : { name, address };
}

/** The address of a bare mailbox, as it is stored. Undefined when it has a name, or is none. */
export function readAddress(text: string): string | undefined {
  const mailbox = parseMailbox(text);
  return mailbox?.name === null ? mailbox.address : undefined;
}

/**
 * Undefined when it is not one name.
 * @returns null when there is none.
 */
function displayName(text: string): string | null | undefined {
  if (text === '') return null;
  if (Buffer.byteLength(text) > maxNameOctets) return undefined;
  if (text.startsWith('"')) {
    const quoted = /^"((?:[^"\\]|\\.)*)"$/u.exec(text)?.[1];
    return quoted === undefined ? undefined : quoted.replace(/\\(.)/gu, '$1').trim() || null;
  }
  if (/["<>]/.test(text)) return undefined;
  // `a@x.example, B <b@y.example>` is two mailboxes; `Example, Inc. <b@y.example>` is one.
  return text.includes('@') && /[,;]/.test(text) ? undefined : text;
}

/**
 * RFC 5321 §4.1.2 mailbox with the domain in A-labels and lower case, the local part as it was but for quotes that it
 * does not need. Local parts outside ASCII (RFC 6531) are refused: too few servers take them.
 */
function normaliseAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const localPart = writtenLocalPart(text.slice(0, Math.max(0, at)));
  if (at < 1 || localPart === undefined) return undefined;
  const domain = asciiDomain(text.slice(at + 1));
  const address = `${localPart}@${domain}`;
  return isEmail(address, { allow_utf8_local_part: false }) ? address : undefined;
}
