import type { Grammar } from './grammar.js';
import { type Piece, pieces } from './lexer.js';

/** RFC 5322 §2.1.1: what lines should have at most, and what they must, without their line end. */
const lineWidth = 76;
export const longestLine = 998;
/** A word that is longer leaves no room for the name of its field. */
const longestWord = 900;

/**
 * A field with its CRLF, broken before white space so that no line consists of it alone (RFC 5322 §3.2.2). Undefined
 * where a line would be too long.
 */
export function foldedField(name: string, grammar: Grammar, value: string): string | undefined {
  const field = broken(`${name}:`, ` ${hasLongWord(value) ? withPlaces(grammar, value) : value}`);
  return hasLongLine(field) ? undefined : field;
}

/** The lines of a field that are too long, broken; the others stay. Undefined where one cannot be. */
export function refolded(field: string, grammar: Grammar): string | undefined {
  const lines = field.split(/(?<=\r\n)/).map((line) => {
    if (line.length <= longestLine) return line;
    const [, start = '', value = ''] = /^([^\s:]+[ \t]*:|)([^\r]*)/s.exec(line) ?? [];
    return broken(start, withPlaces(grammar, value));
  });
  const text = lines.join('');
  return hasLongLine(text) ? undefined : text;
}

export const hasLongWord = (value: string): boolean =>
  value.length > longestWord && value.split(/[ \t]/).some((word) => word.length > longestWord);

const hasLongLine = (field: string): boolean =>
  field.length > longestLine && field.split('\r\n').some((line) => line.length > longestLine);

/** The space at the end as one match: without it, each of its places would be tried as the start of a word. */
const wordsAndEnd = /[ \t]*[^ \t]+|[ \t]+$/g;
const isBlank = (word: string): boolean => word.at(-1) === ' ' || word.at(-1) === '\t';

function broken(start: string, value: string): string {
  let line = start;
  let output = '';
  for (const word of value.match(wordsAndEnd) ?? []) {
    if (isBlank(word)) break;
    const room = line === start ? longestLine : lineWidth;
    if (line.length + word.length > room) {
      output += `${line}\r\n`;
      line = word;
    } else {
      line += word;
    }
  }
  return `${output}${line}\r\n`;
}

/** A space wherever the grammar allows one and none is, which changes nothing that a reader sees. */
function withPlaces(grammar: Grammar, value: string): string {
  if (grammar === 'text') return value;
  const all = pieces(value);
  return all.map((piece, index) => piece.text + (isPlace(piece, all[index + 1]) ? ' ' : '')).join('');
}

function isPlace({ kind, text }: Piece, next: Piece | undefined): boolean {
  if (next === undefined || next.kind === 'space') return false;
  return kind === 'angle' ? next.kind === 'angle' : kind === 'separator' && text !== ':';
}
