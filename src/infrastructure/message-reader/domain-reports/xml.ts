/** A report is refused that is not well formed, or has what no report has. */
export class XmlRefused extends Error {}

export type XmlToken =
  /** Name without its prefix, in lower case. */
  | { readonly kind: 'open'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'close' };

const mostDepth = 16;
const mostElements = 500_000;

const name = '[A-Za-z_][\\w.:-]{0,127}';
const attribute = `\\s+${name}\\s*=\\s*(?:"[^"<]{0,4096}"|'[^'<]{0,4096}')`;
const openTag = new RegExp(`<(${name})(?:${attribute}){0,32}\\s*(/?)>`, 'y');
const closeTag = new RegExp(`</(${name})\\s*>`, 'y');

/**
 * The elements and texts of a document, one by one. No DTD, and no entities but the five of XML and characters by
 * number; attributes are passed over. Throws {@link XmlRefused}.
 */
export function* xmlTokens(document: string): Generator<XmlToken> {
  const open: string[] = [];
  let elements = 0;
  let at = 0;
  while (at < document.length) {
    if (document[at] !== '<') {
      const end = found(document, '<', at, document.length);
      const text = withoutEntities(document.slice(at, end));
      if (open.length > 0) yield { kind: 'text', text };
      else if (text.trim() !== '') throw new XmlRefused('text outside of the root');
      at = end;
    } else if (document.startsWith('<!--', at)) at = found(document, '-->', at + 4) + 3;
    else if (document.startsWith('<?', at)) at = found(document, '?>', at + 2) + 2;
    else if (open.length > 0 && document.startsWith('<![CDATA[', at)) {
      const end = found(document, ']]>', at + 9);
      yield { kind: 'text', text: document.slice(at + 9, end) };
      at = end + 3;
    } else if (document.startsWith('</', at)) {
      const [whole = '', closed] = matched(closeTag, document, at);
      if (open.pop() !== closed) throw new XmlRefused('another element ends than began');
      yield { kind: 'close' };
      at += whole.length;
    } else {
      const [whole = '', opened = '', isEmpty] = matched(openTag, document, at);
      if (open.length === 0 && elements > 0) throw new XmlRefused('a second root');
      elements += 1;
      if (open.length >= mostDepth || elements > mostElements) throw new XmlRefused('too deep or too many elements');
      yield { kind: 'open', name: opened.slice(opened.indexOf(':') + 1).toLowerCase() };
      if (isEmpty === '') open.push(opened);
      else yield { kind: 'close' };
      at += whole.length;
    }
  }
  if (open.length > 0 || elements === 0) throw new XmlRefused('it does not end, or has no root');
}

function found(document: string, wanted: string, from: number, otherwise?: number): number {
  const at = document.indexOf(wanted, from);
  if (at !== -1) return at;
  if (otherwise === undefined) throw new XmlRefused(`${wanted} is missing`);
  return otherwise;
}

function matched(tag: RegExp, document: string, at: number): RegExpExecArray {
  tag.lastIndex = at;
  const match = tag.exec(document);
  if (match === null) throw new XmlRefused('no tag that a report has');
  return match;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:([a-z]{2,4}|#\d{1,7}|#x[\da-fA-F]{1,6});)?/g, (_whole, written: string | undefined) => {
    const known = written?.startsWith('#') ? characterOf(written) : entities[written ?? ''];
    if (known === undefined) throw new XmlRefused('an entity that is not one of the five');
    return known;
  });
}

/** XML 1.0 §2.2; undefined where it has no such character. */
function characterOf(written: string): string | undefined {
  const code = written.startsWith('#x') ? Number.parseInt(written.slice(2), 16) : Number(written.slice(1));
  const isCharacter =
    code === 9 || code === 10 || code === 13 || (code >= 0x20 && code < 0xd800) || (code > 0xdfff && code < 0xfffe);
  return isCharacter || (code > 0xffff && code <= 0x10ffff) ? String.fromCodePoint(code) : undefined;
}
