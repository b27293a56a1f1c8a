import type { HeaderField } from '../../application/ports/message-reader.js';
import { type ContentFields, contentFields, maxBoundaryCharacters } from './content-fields.js';
import { headerFields } from './header-section.js';

/** The message itself, a part of a multipart, or the message in a message/rfc822. */
export interface Entity {
  /** What its body is taken for. What lies too deep is content, whatever it says. */
  readonly kind: 'multipart' | 'message' | 'content';
  readonly fields: readonly HeaderField[];
  readonly content: ContentFields;
  /** Multiparts and messages that are open around it. */
  readonly depth: number;
  /** Offset of its body in the whole text. */
  readonly start: number;
  /**
   * Its header section as it stands in the text, without the empty line; undefined where it was not in what was walked.
   */
  readonly header: Header | undefined;
}

export interface Header {
  readonly start: number;
  readonly bytes: Buffer;
  /** It consists of fields, and an empty line ends it. */
  readonly isSound: boolean;
}

/** Gets the entities as they are nested: each `end` is that of the last one begun that has not ended. */
export interface EntityVisitor {
  begin(entity: Entity): void;
  /** Content of the innermost entity. */
  content(bytes: Buffer): void;
  /** Before, between and behind the parts of a multipart: no email client shows it. */
  between(bytes: Buffer): void;
  /** `position`: behind the last octet of its body. */
  end(position: number): void;
}

export interface WalkOptions {
  /** Where the header was read already: it is not among what is written. */
  readonly root?: { readonly fields: readonly HeaderField[]; readonly bodyStart: number };
  /** What the header of the message itself may have: a larger one is taken for content. Any size where it is absent. */
  readonly maxRootHeaderBytes?: number;
  /** Whether a message/rfc822 is taken apart, too. */
  readonly intoMessages: boolean;
}

const maxDepth = 50;
/** So many are taken apart; what follows is content of the last: a message may be megabytes of tiny parts. */
const maxEntities = 10_000;
/** Header of one part. A larger one is taken for content. */
const maxHeaderBytes = 64 * 1024;
/** `--`, the boundary, `--`, and white space that a gateway may add. */
const maxDelimiterBytes = maxBoundaryCharacters + 100;

const carriageReturn = 13;
const lineFeed = 10;
const dash = 45;
const lineOfDashes = Buffer.from('\n--');

/** What the octets that come now belong to. */
type Place =
  | { readonly kind: 'between' }
  | { readonly kind: 'content' }
  | {
      readonly kind: 'header';
      readonly start: number;
      readonly maxBytes: number;
      readonly lines: Buffer[];
      bytes: number;
    };

/**
 * RFC 2046 §5.1, line by line, whatever the text is, in little memory: a part ends where a boundary of any open
 * multipart stands.
 */
export class EntityWalker {
  /** Around the octets that come now, from the outermost: the boundary of a multipart, null for a message. */
  #open: readonly (string | null)[] = [];
  /** By boundary, the depth of the innermost that has it. */
  #depths = new Map<string, number>();
  /** Octets that a boundary of them begins with: of other lines nothing more is looked at. */
  #firstOctets: ReadonlySet<number> = new Set();
  #entities = 0;
  /** Not yet given to the place: it may be the beginning of a delimiter, or of the line end before one. */
  #held: Buffer = Buffer.alloc(0);
  /** Offset of the first octet of `held` in the whole text. */
  #position: number;
  /** Whether a line begins with the first octet of `held`. */
  #atLineStart = true;
  #place: Place;
  readonly #visitor: EntityVisitor;
  readonly #intoMessages: boolean;

  constructor(visitor: EntityVisitor, { root, maxRootHeaderBytes = Infinity, intoMessages }: WalkOptions) {
    this.#visitor = visitor;
    this.#intoMessages = intoMessages;
    this.#position = root?.bodyStart ?? 0;
    this.#place = root === undefined ? this.#headerAt(0, maxRootHeaderBytes) : this.#begin(root.fields, undefined);
  }

  write(chunk: Buffer): void {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#scan(false);
  }

  end(): void {
    this.#scan(true);
    this.#close(0);
  }

  #headerAt(start: number, maxBytes = maxHeaderBytes): Place {
    return { kind: 'header', start, maxBytes, lines: [], bytes: 0 };
  }

  #begin(fields: readonly HeaderField[], header: Header | undefined): Place {
    const content = contentFields(fields);
    this.#entities += 1;
    const kind = this.#kindOf(content);
    this.#visitor.begin({ kind, fields, content, depth: this.#open.length, start: this.#position, header });
    if (kind === 'content') return { kind };
    this.#setOpen([...this.#open, kind === 'multipart' ? (content.boundary ?? null) : null]);
    return kind === 'multipart' ? { kind: 'between' } : this.#headerAt(this.#position);
  }

  #kindOf({ type, boundary, encoding }: ContentFields): Entity['kind'] {
    if (this.#open.length >= maxDepth || this.isFull) return 'content';
    if (boundary !== undefined) return 'multipart';
    return this.#intoMessages && type === 'message/rfc822' && encoding === 'identity' ? 'message' : 'content';
  }

  #beginBody({ start, lines }: Extract<Place, { kind: 'header' }>, isEnded: boolean): Place {
    const bytes = Buffer.concat(lines);
    const fields = headerFields(bytes);
    return this.#begin(fields ?? [], { start, bytes, isSound: isEnded && fields !== undefined });
  }

  /** Ends what is open beyond this depth. */
  #close(depth: number): void {
    while (this.#place.kind === 'header') this.#place = this.#beginBody(this.#place, false);
    if (this.#place.kind === 'content') this.#visitor.end(this.#position);
    if (this.#open.length <= depth) return;
    for (let ended = this.#open.length; ended > depth; ended -= 1) this.#visitor.end(this.#position);
    this.#setOpen(this.#open.slice(0, depth));
  }

  #setOpen(open: readonly (string | null)[]): void {
    this.#open = open;
    this.#depths = new Map(open.flatMap((boundary, depth) => (boundary === null ? [] : [[boundary, depth]])));
    this.#firstOctets = new Set([...this.#depths.keys()].map((boundary) => boundary.charCodeAt(0)));
  }

  /** The last entity may have others in its content that were not taken apart: it must not be changed. */
  get isFull(): boolean {
    return this.#entities >= maxEntities;
  }

  /** Gives the first `length` held octets to where they belong. */
  #give(length: number): void {
    const bytes = this.#held.subarray(0, length);
    this.#skip(length);
    if (bytes.length === 0) return;
    if (this.#place.kind === 'content') this.#visitor.content(bytes);
    else this.#visitor.between(bytes);
  }

  #skip(length: number): void {
    this.#held = this.#held.subarray(length);
    this.#position += length;
  }

  /** A delimiter: of which multipart, by its depth, and whether it closes it. */
  #delimiterIn(line: Buffer): { readonly depth: number; readonly closes: boolean } | undefined {
    const written = line.toString('latin1').slice(2).trimEnd();
    const depth = this.#depths.get(written);
    if (depth !== undefined) return { depth, closes: false };
    const closed = written.endsWith('--') ? this.#depths.get(written.slice(0, -2)) : undefined;
    return closed === undefined ? undefined : { depth: closed, closes: true };
  }

  /** Passes a delimiter, `ownLineEnd` octets of which stand before its line. */
  #enter(found: { readonly depth: number; readonly closes: boolean }, ownLineEnd: number, line: Buffer): void {
    this.#close(found.closes ? found.depth : found.depth + 1);
    this.#skip(ownLineEnd + line.length);
    this.#place = found.closes ? { kind: 'between' } : this.#headerAt(this.#position);
    this.#atLineStart = true;
  }

  /** One line of a header. False: more must come first. */
  #scanHeader(header: Extract<Place, { kind: 'header' }>, atEnd: boolean): boolean {
    const feed = this.#held.indexOf(lineFeed);
    if (this.#held.length === 0 || (feed === -1 && !atEnd && this.#held.length <= maxHeaderBytes)) return false;
    const line = this.#held.subarray(0, feed === -1 ? this.#held.length : feed + 1);
    const isDashed = line[0] === dash && line[1] === dash && line.length <= maxDelimiterBytes && !this.isFull;
    const found = isDashed ? this.#delimiterIn(line) : undefined;
    if (found !== undefined) {
      this.#enter(found, 0, line);
      return true;
    }
    const isEmpty = line.length <= 2 && line.toString('latin1').trimEnd() === '';
    if (isEmpty || header.bytes + line.length > header.maxBytes) {
      if (isEmpty) this.#skip(line.length);
      this.#place = this.#beginBody(header, isEmpty);
      this.#atLineStart = true;
      return true;
    }
    header.lines.push(Buffer.from(line));
    header.bytes += line.length;
    this.#skip(line.length);
    return true;
  }

  /** Up to the next delimiter. False: more must come first. */
  #scanContent(atEnd: boolean): boolean {
    const hasBoundary = this.#depths.size > 0 && !this.isFull;
    for (let from = 0; ; ) {
      const start = hasBoundary ? this.#nextDashes(from) : -1;
      if (start === -1) {
        if (atEnd || !hasBoundary) this.#give(this.#held.length);
        // Enough for a line end and the first dash after it.
        else this.#hold(this.#held.length - 3);
        return false;
      }
      const first = this.#held[start + 2];
      if (first !== undefined && !this.#firstOctets.has(first)) {
        from = start + 2;
        continue;
      }
      const limit = start + maxDelimiterBytes;
      const feed = this.#held.subarray(start, limit).indexOf(lineFeed);
      if (feed === -1 && !atEnd && this.#held.length < limit) {
        this.#hold(start);
        return false;
      }
      const line = this.#held.subarray(start, feed === -1 ? limit : start + feed + 1);
      const found = feed === -1 && !atEnd ? undefined : this.#delimiterIn(line);
      if (found !== undefined) {
        // The line end before it is the delimiter's own, RFC 2046 §5.1.1.
        const ownLineEnd = this.#lineEndBefore(start);
        this.#give(start - ownLineEnd);
        this.#enter(found, ownLineEnd, line);
        return true;
      }
      from = start + 2;
    }
  }

  /** Where the next line that begins with two dashes starts in `held`; -1: there is none. */
  #nextDashes(from: number): number {
    if (from === 0 && this.#atLineStart && this.#held[0] === dash && this.#held[1] === dash) return 0;
    const found = this.#held.indexOf(lineOfDashes, Math.max(0, from - 1));
    return found === -1 ? -1 : found + 1;
  }

  /** Keeps what stands from `start` on, with the line end before it. */
  #hold(start: number): void {
    const given = start - this.#lineEndBefore(start);
    if (given <= 0) return;
    this.#atLineStart = false;
    this.#give(given);
    // In memory of its own: the rest of the chunk is not needed any more.
    this.#held = Buffer.from(this.#held);
  }

  #lineEndBefore(start: number): number {
    if (start <= 0 || this.#held[start - 1] !== lineFeed) return 0;
    return start > 1 && this.#held[start - 2] === carriageReturn ? 2 : 1;
  }

  #scan(atEnd: boolean): void {
    for (let more = true; more; )
      more = this.#place.kind === 'header' ? this.#scanHeader(this.#place, atEnd) : this.#scanContent(atEnd);
  }
}
