import { isAscii, isUtf8 } from 'node:buffer';
import type { FieldRepair, HeaderField } from '../../application/ports/message-reader.js';
import { asciiValue } from '../header-fields/ascii-value.js';
import { foldedField, longestLine, refolded } from '../header-fields/fold.js';
import { grammarOf } from '../header-fields/grammar.js';
import { valueOf } from './header-section.js';

/**
 * RFC 6409 §8: fields in ASCII, in lines that may be sent. What is so already, which is nearly every field, stays as it
 * came; with `utf8` (RFC 6532) UTF-8 stays too.
 */
export function repairedFields(fields: readonly HeaderField[], { utf8 }: { readonly utf8: boolean }): FieldRepair {
  if (fields.every(isSound)) return { fields };
  const repaired: HeaderField[] = [];
  for (const field of fields) {
    const named = withoutSpaceInName(field);
    const sound = isSound(named) ? named : repairedField(named, utf8);
    if ('problem' in sound) return sound;
    repaired.push(sound);
  }
  return { fields: repaired };
}

const isSound = (field: HeaderField): boolean =>
  field.bytes.length <= longestLine + 2 && isAscii(field.bytes) && !hasSpacedName(field);

/** RFC 5322 §4.5: white space before the colon is read, and must not be written. Verifiers differ in it. */
function hasSpacedName({ name, bytes }: HeaderField): boolean {
  return bytes[name.length] !== colon;
}

const colon = 0x3a;

function withoutSpaceInName(field: HeaderField): HeaderField {
  if (!hasSpacedName(field)) return field;
  const { name, bytes } = field;
  return { name, bytes: Buffer.concat([bytes.subarray(0, name.length), bytes.subarray(bytes.indexOf(colon))]) };
}

const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/;

function repairedField(field: HeaderField, utf8: boolean): HeaderField | { readonly problem: string } {
  const { name, bytes } = field;
  // They are refused later, and encoding must not hide them.
  if (controls.test(bytes.toString('latin1'))) return field;
  const grammar = grammarOf(name);
  let text: string | undefined;
  if (isAscii(bytes) || (utf8 && isUtf8(bytes))) text = refolded(bytes.toString('latin1'), grammar);
  else {
    const ascii = asciiValue(grammar, valueOf(field));
    if ('problem' in ascii) return { problem: `The ${name} field has ${ascii.problem}` };
    text = foldedField(name, grammar, ascii.value);
  }
  if (text === undefined) return { problem: `The ${name} field has a line of over 998 octets that cannot be folded` };
  return { name, bytes: Buffer.from(text, 'latin1') };
}
