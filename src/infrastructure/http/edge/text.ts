import type { FieldRule, Problem } from './field.js';

/**
 * Cc is C0, DEL and C1; the two others break lines for some readers. In a header any of them could start another one.
 */
const controlCharacter = /[\p{Cc}\u2028\u2029]/u;

export function hasControlCharacters(text: string): boolean {
  return controlCharacter.test(text);
}

export function noControlCharacters(field: string): Problem {
  return { problem: `Invalid \`${field}\` field. Line breaks and control characters are not allowed in it.` };
}

/** Any text: bodies may hold every character. */
export const bodyText: FieldRule<string> = {
  schema: { type: 'string' },
  parse(value, field) {
    return typeof value === 'string' ? { value } : notText(field);
  },
};

/** Text that goes into a header: one line. */
export function headerText(maxOctets: number): FieldRule<string> {
  return {
    schema: { type: 'string', maxLength: maxOctets },
    parse(value, field) {
      if (typeof value !== 'string') return notText(field);
      if (hasControlCharacters(value)) return noControlCharacters(field);
      if (Buffer.byteLength(value) > maxOctets) {
        return { problem: `Invalid \`${field}\` field. It holds at most ${maxOctets} bytes.` };
      }
      return { value };
    },
  };
}

function notText(field: string): Problem {
  return { problem: `Invalid \`${field}\` field. It must be a string.` };
}
