import type { Token } from '../../kit/highlight';
import type { Reply } from './documents';

/** `  12 < 220 hello`: milliseconds, who, and what was said. */
const line = /^( *)(\d+)( )([<>*])( ?)(.*)$/;

/** A conversation for reading: times with their unit, who spoke by color, and the lines marked that decided. */
export function conversationTokens(text: string, { code }: Pick<Reply, 'code'>): readonly Token[] {
  const lines = text.split('\n');
  const decided = decidingLines(lines, code);
  return lines.flatMap((each, place): Token[] => {
    const end = place === lines.length - 1 ? '' : '\n';
    const match = line.exec(each);
    if (match === null) return [[null, each + end]];
    const [, indent = '', ms = '', , who = '', , said = ''] = match;
    return [
      ['dim', `${indent}+${ms} ms `],
      [who === '>' ? 'key' : who === '<' ? 'string' : 'comment', `${who} `],
      [decided.has(place) ? 'mark' : who === '*' ? 'comment' : null, said],
      [null, end],
    ];
  });
}

/**
 * The last answer with the code that decided; an answer of several lines has it in each. The last note where none has.
 */
function decidingLines(lines: readonly string[], code: number | null): ReadonlySet<number> {
  const isIt = (each: string): boolean => {
    const [, , , , who, , said = ''] = line.exec(each) ?? [];
    return code === null ? who === '*' : who === '<' && said.startsWith(String(code));
  };
  const last = lines.findLastIndex(isIt);
  if (last < 0) return new Set();
  let first = last;
  while (code !== null && first > 0 && isIt(lines[first - 1] ?? '')) first -= 1;
  return new Set(Array.from({ length: last - first + 1 }, (_, place) => first + place));
}
