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
  /** Of its body, in the whole text. */
  readonly start: number;
  /** Its header section as it stands in the text, without the empty line; undefined where it was not in what was walked. */
  readonly header: Header | undefined;
}

export interface Header {
  readonly start: number;
  readonly bytes: Buffer;
  /** It consists of fields, and an empty line ends it. */
  readonly isSound: boolean;
}

/** Told of entities as they are nested: each `end` is that of the last one begun that has not ended. */
export interface EntityVisitor {
  begin(entity: Entity): void;
  /** Of the innermost entity, which is content. */
  content(bytes: Buffer): void;
  /** Before, between and behind the parts of a multipart: nobody reads it. */
  between(bytes: Buffer): void;
  /** `position`: behind the last octet of its body. */
  end(position: number): void;
}

export interface EntityWalker {
  write(chunk: Buffer): void;
  end(): void;
}

export interface WalkOptions {
  /** Where the header was read already: it is not among what is written. */
  readonly root?: { readonly fields: readonly HeaderField[]; readonly bodyStart: number };
  /** Whether a message/rfc822 is taken apart, too. */
  readonly intoMessages: boolean;
}

const maxDepth = 50;
/** Of one part. Larger ones are taken for content. */
const maxHeaderBytes = 64 * 1024;
/** `--`, the boundary, `--`, and white space that some gateway added. */
const maxDelimiterBytes = maxBoundaryCharacters + 100;

const carriageReturn = 13;
const lineFeed = 10;
const dash = 45;

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
 * RFC 2046 §5.1, line by line, whatever the text is, in little memory: a part ends where a boundary of any open multipart
 * stands.
 */
export function createEntityWalker(visitor: EntityVisitor, { root, intoMessages }: WalkOptions): EntityWalker {
  /** Around the octets that come now, from the outermost: the boundary of a multipart, null for a message. */
  let open: readonly (string | null)[] = [];
  /** Not yet given to the place: it may be the beginning of a delimiter, or of the line end before one. */
  let held: Buffer = Buffer.alloc(0);
  /** Of the first octet of `held`, in the whole text. */
  let position = root?.bodyStart ?? 0;
  /** Whether a line begins with the first octet of `held`. */
  let atLineStart = true;
  let place: Place = root === undefined ? headerAt(0, Infinity) : begin(root.fields, undefined);

  function headerAt(start: number, maxBytes = maxHeaderBytes): Place {
    return { kind: 'header', start, maxBytes, lines: [], bytes: 0 };
  }

  function begin(fields: readonly HeaderField[], header: Header | undefined): Place {
    const content = contentFields(fields);
    const kind = kindOf(content);
    visitor.begin({ kind, fields, content, depth: open.length, start: position, header });
    if (kind === 'content') return { kind };
    open = [...open, kind === 'multipart' ? (content.boundary ?? null) : null];
    return kind === 'multipart' ? { kind: 'between' } : headerAt(position);
  }

  function kindOf({ type, boundary, encoding }: ContentFields): Entity['kind'] {
    if (open.length >= maxDepth) return 'content';
    if (boundary !== undefined) return 'multipart';
    return intoMessages && type === 'message/rfc822' && encoding === 'identity' ? 'message' : 'content';
  }

  function beginBody({ start, lines }: Extract<Place, { kind: 'header' }>, isEnded: boolean): Place {
    const bytes = Buffer.concat(lines);
    const fields = headerFields(bytes);
    return begin(fields ?? [], { start, bytes, isSound: isEnded && fields !== undefined });
  }

  /** Ends what is open beyond this depth. */
  function close(depth: number): void {
    while (place.kind === 'header') place = beginBody(place, false);
    if (place.kind === 'content') visitor.end(position);
    for (; open.length > depth; open = open.slice(0, -1)) visitor.end(position);
  }

  /** Gives the first `length` held octets to where they belong. */
  function give(length: number): void {
    const bytes = held.subarray(0, length);
    skip(length);
    if (bytes.length === 0) return;
    if (place.kind === 'content') visitor.content(bytes);
    else visitor.between(bytes);
  }

  function skip(length: number): void {
    held = held.subarray(length);
    position += length;
  }

  /** A delimiter: of which multipart, by its depth, and whether it closes it. */
  function delimiterIn(line: Buffer): { readonly depth: number; readonly closes: boolean } | undefined {
    const written = line.toString('latin1').slice(2).trimEnd();
    const depth = open.lastIndexOf(written);
    if (depth !== -1) return { depth, closes: false };
    const closed = written.endsWith('--') ? open.lastIndexOf(written.slice(0, -2)) : -1;
    return closed === -1 ? undefined : { depth: closed, closes: true };
  }

  /** Passes a delimiter, `ownLineEnd` octets of which stand before its line. */
  function enter(found: { readonly depth: number; readonly closes: boolean }, ownLineEnd: number, line: Buffer): void {
    close(found.closes ? found.depth : found.depth + 1);
    skip(ownLineEnd + line.length);
    place = found.closes ? { kind: 'between' } : headerAt(position);
    atLineStart = true;
  }

  /** One line of a header. False: more must come first. */
  function scanHeader(header: Extract<Place, { kind: 'header' }>, atEnd: boolean): boolean {
    const feed = held.indexOf(lineFeed);
    if (held.length === 0 || (feed === -1 && !atEnd && held.length <= maxHeaderBytes)) return false;
    const line = held.subarray(0, feed === -1 ? held.length : feed + 1);
    const isDashed = line[0] === dash && line[1] === dash && line.length <= maxDelimiterBytes;
    const found = isDashed ? delimiterIn(line) : undefined;
    if (found !== undefined) {
      enter(found, 0, line);
      return true;
    }
    const isEmpty = line.length <= 2 && line.toString('latin1').trimEnd() === '';
    if (isEmpty || header.bytes + line.length > header.maxBytes) {
      if (isEmpty) skip(line.length);
      place = beginBody(header, isEmpty);
      atLineStart = true;
      return true;
    }
    header.lines.push(Buffer.from(line));
    header.bytes += line.length;
    skip(line.length);
    return true;
  }

  /** Up to the next delimiter. False: more must come first. */
  function scanContent(atEnd: boolean): boolean {
    const hasBoundary = open.some((boundary) => boundary !== null);
    for (let from = 0; ; ) {
      const start = hasBoundary ? nextDashes(from) : -1;
      if (start === -1) {
        if (atEnd || !hasBoundary) give(held.length);
        // Enough for a line end and the first dash after it.
        else hold(held.length - 3);
        return false;
      }
      const limit = start + maxDelimiterBytes;
      const feed = held.subarray(start, limit).indexOf(lineFeed);
      if (feed === -1 && !atEnd && held.length < limit) {
        hold(start);
        return false;
      }
      const line = held.subarray(start, feed === -1 ? limit : start + feed + 1);
      const found = feed === -1 && !atEnd ? undefined : delimiterIn(line);
      if (found !== undefined) {
        // The line end before it is the delimiter's own, RFC 2046 §5.1.1.
        const ownLineEnd = lineEndBefore(start);
        give(start - ownLineEnd);
        enter(found, ownLineEnd, line);
        return true;
      }
      from = start + 2;
    }
  }

  /** Where the next line that begins with two dashes starts in `held`; -1: there is none. */
  function nextDashes(from: number): number {
    if (from === 0 && atLineStart && held[0] === dash && held[1] === dash) return 0;
    const found = held.indexOf('\n--', Math.max(0, from - 1), 'latin1');
    return found === -1 ? -1 : found + 1;
  }

  /** Keeps what stands from `start` on, with the line end before it. */
  function hold(start: number): void {
    const given = start - lineEndBefore(start);
    if (given <= 0) return;
    atLineStart = false;
    give(given);
    // In memory of its own: the rest of the chunk is not needed any more.
    held = Buffer.from(held);
  }

  function lineEndBefore(start: number): number {
    if (start <= 0 || held[start - 1] !== lineFeed) return 0;
    return start > 1 && held[start - 2] === carriageReturn ? 2 : 1;
  }

  function scan(atEnd: boolean): void {
    for (let more = true; more; ) more = place.kind === 'header' ? scanHeader(place, atEnd) : scanContent(atEnd);
  }

  return {
    write(chunk) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      scan(false);
    },
    end() {
      scan(true);
      close(0);
    },
  };
}
