/** RFC 2045 §5.1, without the marks of RFC 2231 (§7): Python takes a token with one of them for no value at all. */
const token = /^[\w!#$&+.^`{|}~-]+$/;
/** Characters of the content in one section: with the name and the quotes it fits a line. */
const sectionCharacters = 60;
/** Some readers sort sections as text, where 10 comes before 2. */
const maxSections = 10;

/**
 * A parameter of a MIME field, without the semicolon before it: a token or a quoted string where it is ASCII, otherwise
 * as RFC 2231 has it, in at most ten sections; each piece stands on a line of its own.
 */
export function parameter(name: string, value: string): readonly string[] {
  if (token.test(value)) return [`${name}=${value}`];
  // Some readers end a value at an escaped quote, and decode what looks like an encoded word.
  if (/^[\x20-\x7e]*$/.test(value) && !/["\\]|=\?/.test(value)) return [`${name}="${value}"`];
  const sections = sectionsOf(value);
  if (sections.length === 1) return [`${name}*=utf-8''${sections[0]}`];
  return sections.map((section, number) => `${name}*${number}*=${number === 0 ? "utf-8''" : ''}${section}`);
}

/** Percent-encoded, each of whole characters. */
function sectionsOf(value: string): readonly string[] {
  const characters = Array.from(Buffer.from(value).toString(), percentEncoded);
  const total = characters.reduce((sum, { length }) => sum + length, 0);
  for (let room = Math.max(sectionCharacters, Math.ceil(total / maxSections)); ; room += 12) {
    const sections = filled(characters, room);
    if (sections.length <= maxSections) return sections;
  }
}

function filled(characters: readonly string[], room: number): readonly string[] {
  const sections: string[] = [];
  let section = '';
  for (const character of characters) {
    if (section.length + character.length > room) {
      sections.push(section);
      section = '';
    }
    section += character;
  }
  return [...sections, section];
}

/** RFC 2231 §7, attribute-char. */
function percentEncoded(character: string): string {
  if (/^[A-Za-z\d!#$&+.^_`{|}~-]$/.test(character)) return character;
  return Array.from(Buffer.from(character), (octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`).join(
    '',
  );
}
