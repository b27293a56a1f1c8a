import type { Mailbox } from '../../../domain/shared/mailbox.js';
import { noAddress, type NoAddress, type ReadAddress } from '../../addresses/address.js';
import { readBareAddress, readMailbox } from '../../addresses/mailbox.js';
import { type FieldRule, type Problem, withoutEmpty } from './field.js';
import { hasControlCharacters, noControlCharacters } from './text.js';

export const maxRecipients = 50;

/** `address` or `Name <address>`: exactly one mailbox. */
export const mailbox: FieldRule<Mailbox> = {
  schema: {
    type: 'string',
    'x-logged': 'domains',
    description: 'An email address: `email@example.com` or `Name <email@example.com>`.',
  },
  parse: parseMailbox,
};

/** One mailbox as a string, or a list of them. */
export function mailboxes(min: 0 | 1): FieldRule<readonly Mailbox[]> {
  return {
    schema: {
      oneOf: [mailbox.schema, { type: 'array', items: mailbox.schema, minItems: min, maxItems: maxRecipients }],
    },
    parse(value, field) {
      if (!Array.isArray(value)) {
        const one = parseMailbox(value, field);
        return 'problem' in one ? one : { value: [one.value] };
      }
      const items: readonly unknown[] = min === 0 ? withoutEmpty(value) : value;
      if (value.length < min) return { problem: `Invalid \`${field}\` field. It needs at least one address.` };
      if (value.length > maxRecipients) {
        return { problem: `Invalid \`${field}\` field. It holds at most ${maxRecipients} addresses.` };
      }
      const list: Mailbox[] = [];
      for (const item of items) {
        const one = parseMailbox(item, field);
        if ('problem' in one) return one;
        list.push(one.value);
      }
      return { value: list };
    },
  };
}

function parseMailbox(value: unknown, field: string): { readonly value: Mailbox } | Problem {
  if (typeof value !== 'string') return { problem: wrongFormat(field) };
  if (hasControlCharacters(value)) return noControlCharacters(field);
  const read = readMailbox(value);
  return 'fault' in read ? { problem: `${wrongFormat(field)} ${read.problem}.` } : { value: read.mailbox };
}

const wrongFormat = (field: string): string =>
  `Invalid \`${field}\` field. The email address needs to follow the \`email@example.com\` or \`Name <email@example.com>\` format.`;

/** One address, without a name. */
export const bareAddress: FieldRule<string> = {
  schema: {
    type: 'string',
    format: 'email',
    'x-logged': 'domains',
    description: 'An email address without a name, such as `email@example.com`.',
  },
  parse(value, field) {
    const read: ReadAddress = typeof value === 'string' ? readBareAddress(value) : noAddress('no-domain');
    return 'fault' in read ? { problem: notAnAddress(field, read) } : { value: read.address };
  },
};

/** What a field is answered that is not one bare address. */
export function notAnAddress(field: string, { problem }: NoAddress): string {
  return `Invalid \`${field}\` field. It must be an email address such as \`email@example.com\`. ${problem}.`;
}
