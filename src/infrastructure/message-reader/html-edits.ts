import type { HtmlRewrite } from '../../application/ports/message-converter.js';
import { type Edit, replacement } from './edits.js';
import { addition, encodingEdit, encodingOf, hasField, notEncoded } from './encoding-field.js';
import { type Entity, EntityWalker } from './entity-walker.js';
import { createTransferDecoder, type TransferDecoder } from './transfer-decoder.js';
import { createTransferEncoder } from './transfer-encoder.js';

/** Html parts together are held in memory up to here; what goes beyond is left as it is. */
const maxHtmlBytes = 1024 * 1024;
/** RFC 5322 §2.1.1, without the line end. */
const longestLine = 998;
const utf8Names = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
/** One octet a character, of which those of ASCII are ASCII. */
const byteCharsets = /^(?:iso-8859-\d+|windows-12\d+|koi8-[ru])$/;

interface HtmlPart {
  readonly entity: Entity;
  readonly decoder: TransferDecoder;
  readonly chunks: Buffer[];
}

/** Finds the html that a reader sees in a message that passes by, from its first octet, and what replaces it. */
export class HtmlScanner {
  readonly #edits: Edit[] = [];
  readonly #walker: EntityWalker;
  #bytes = 0;
  #part: HtmlPart | undefined;

  constructor(private readonly rewrite: HtmlRewrite) {
    this.#walker = new EntityWalker(
      {
        begin: (entity) => {
          const isHtml =
            entity.kind === 'content' && entity.content.isInlineText && entity.content.type === 'text/html';
          const decoder = createTransferDecoder(entity.content.encoding);
          this.#part = isHtml && mayChange(entity) ? { entity, decoder, chunks: [] } : undefined;
        },
        content: (bytes) => this.#take(bytes),
        between: () => undefined,
        end: (position) => this.#end(position),
      },
      { intoMessages: false },
    );
  }

  write(chunk: Buffer): void {
    this.#walker.write(chunk);
  }

  /** In their order; none where the message has too many parts to know all of them. */
  end(): readonly Edit[] {
    this.#walker.end();
    return this.#walker.isFull ? [] : this.#edits;
  }

  #take(bytes: Buffer): void {
    if (this.#part === undefined) return;
    this.#bytes += bytes.length;
    if (this.#bytes > maxHtmlBytes) this.#part = undefined;
    // In memory of its own: what is decoded may be a piece of the chunk.
    else this.#part.chunks.push(Buffer.from(this.#part.decoder.decode(bytes)));
  }

  #end(position: number): void {
    const part = this.#part;
    this.#part = undefined;
    if (part === undefined) return;
    const html = Buffer.concat([...part.chunks, part.decoder.end()]);
    const rewritten = rewrittenHtml(html, part.entity.content.charset, this.rewrite);
    if (rewritten === undefined || rewritten.equals(html)) return;
    this.#edits.push(...editsOf(part.entity, position, rewritten));
  }
}

function mayChange(entity: Entity): boolean {
  if (entity.header?.isSound !== true) return false;
  return entity.content.encoding !== 'identity' || notEncoded.has(encodingOf(entity));
}

/** Nothing where its characters are not known. */
function rewrittenHtml(html: Buffer, charset: string, rewrite: HtmlRewrite): Buffer | undefined {
  if (byteCharsets.test(charset)) return Buffer.from(rewrite(html.toString('latin1'), { isBytes: true }), 'latin1');
  if (!utf8Names.has(charset)) return undefined;
  const text = html.toString('utf8');
  // What is no UTF-8 would come out as something else.
  return Buffer.from(text).equals(html) ? Buffer.from(rewrite(text)) : undefined;
}

/** Encoded as it was; what would have lines that are too long is encoded, and says so. */
function editsOf(entity: Entity, end: number, html: Buffer): readonly Edit[] {
  const { header, content, start, depth } = entity;
  if (content.encoding !== 'identity') return [replacement(start, end, encoded(html, content.encoding, depth > 0))];
  if (!hasLongLine(html)) return [replacement(start, end, html.toString('latin1'))];
  if (header === undefined) return [];
  const isMime = depth > 0 || hasField(entity, 'mime-version');
  return [
    encodingEdit(entity, header, 'quoted-printable'),
    ...(isMime ? [] : [addition(header, 'MIME-Version: 1.0')]),
    replacement(start, end, encoded(html, 'quoted-printable', depth > 0)),
  ];
}

/** The line end before a boundary is the boundary's (RFC 2046 §5.1.1). */
function encoded(html: Buffer, encoding: 'quoted-printable' | 'base64', isPart: boolean): string {
  const encoder = createTransferEncoder(encoding);
  const text = encoder.write(html).toString('latin1') + encoder.end().toString('latin1');
  return isPart && encoding === 'base64' ? text.replace(/\r\n$/, '') : text;
}

function hasLongLine(html: Buffer): boolean {
  return html
    .toString('latin1')
    .split('\r\n')
    .some((line) => line.length > longestLine);
}
