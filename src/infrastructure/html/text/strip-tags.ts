const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };
const hidden = ['script', 'style', 'head', 'title'];

/**
 * The text between the tags, in linear time whatever the input: for documents that are too much for a real conversion.
 */
export function stripTags(html: string): string {
  const pieces: string[] = [];
  const lowerCase = html.toLowerCase();
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) break;
    pieces.push(html.slice(at, open));
    const end = endOfMarkup(html, lowerCase, open);
    if (end < 0) return tidy(pieces);
    at = end;
  }
  pieces.push(html.slice(at));
  return tidy(pieces);
}

/** The place after the tag, comment or hidden element that starts at `open`; -1 when it never ends. */
function endOfMarkup(html: string, lowerCase: string, open: number): number {
  const [closing, from] = html.startsWith('<!--', open) ? ['-->', open + 4] : ['>', open];
  const end = html.indexOf(closing, from);
  if (end < 0) return -1;
  const name = /^[a-z]+/.exec(lowerCase.slice(open + 1, open + 10))?.[0];
  if (name === undefined || !hidden.includes(name)) return end + closing.length;
  const endTag = lowerCase.indexOf(`</${name}`, end);
  const after = endTag < 0 ? -1 : html.indexOf('>', endTag);
  return after < 0 ? -1 : after + 1;
}

function tidy(pieces: readonly string[]): string {
  return pieces
    .join(' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
}
