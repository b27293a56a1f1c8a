/** A piece of a structured value (RFC 5322 §3.2). All pieces together are the value. */
export interface Piece {
  readonly kind: 'space' | 'quoted' | 'comment' | 'angle' | 'separator' | 'word';
  /** As it stands, with its quotes, parentheses or angle brackets. */
  readonly text: string;
}

const plain = /[^\s"(<,;:]+/y;
const space = /[ \t]+/y;
const quoted = /"(?:[^"\\]|\\.)*"/sy;
/** With quoted strings in it, as in `<"a>b"@example.org>`; otherwise whatever stands up to the bracket. */
const angle = /<(?:[^<>"]|"(?:[^"\\]|\\.)*")*>|<[^>]*>/sy;

/** In linear time, whatever the value is: what does not end is words. */
export function pieces(value: string): readonly Piece[] {
  const found: Piece[] = [];
  const open = new Set(['"', '(', '<']);
  for (let at = 0; at < value.length; ) {
    const piece = pieceAt(value, at, open) ?? { kind: 'word' as const, text: value.charAt(at) };
    found.push(piece);
    at += piece.text.length;
  }
  return found;
}

function pieceAt(value: string, at: number, open: Set<string>): Piece | undefined {
  const character = value.charAt(at);
  if (/[,;:]/.test(character)) return { kind: 'separator', text: character };
  if (open.has(character)) {
    const text = character === '(' ? commentAt(value, at) : matched(character === '"' ? quoted : angle, value, at);
    if (text !== '') return { kind: character === '(' ? 'comment' : character === '"' ? 'quoted' : 'angle', text };
    // It does not end, so none that begins behind it is looked for again.
    open.delete(character);
  }
  const blanks = matched(space, value, at);
  if (blanks !== '') return { kind: 'space', text: blanks };
  const text = matched(plain, value, at);
  return text === '' ? undefined : { kind: 'word', text };
}

function matched(pattern: RegExp, value: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(value)?.[0] ?? '';
}

/** With the comments in it; empty where it does not end. */
function commentAt(value: string, at: number): string {
  let depth = 0;
  for (let index = at; index < value.length; index++) {
    const character = value[index];
    if (character === '\\') index += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth === 0) return value.slice(at, index + 1);
  }
  return '';
}

/** What stands between its first and last character, without backslashes. */
export function contentOf({ text }: Piece): string {
  return text.slice(1, -1).replace(/\\(.)/gsu, '$1');
}
