import { createHash, type Hash } from 'node:crypto';
import { isAscii } from 'node:buffer';
import type { HeaderField, PartScanner, ScannedAttachment } from '../../application/ports/message-reader.js';
import type { AttachmentDetail, TextPlace } from '../../domain/shared/accepted-email.js';
import { type ContentFields, contentFields, maxBoundaryCharacters } from './content-fields.js';
import { headerFields } from './header-section.js';
import { createTransferDecoder, type TransferDecoder } from './transfer-decoder.js';

/** Parts that are listed, and how deep they may lie; whatever is beyond is sent like the rest, and not shown. */
const maxParts = 1_000;
const maxDepth = 50;
/** Of one part. Larger ones are taken for content. */
const maxHeaderBytes = 64 * 1024;
/** Names and types of attachments together: they are written to the log. */
const maxDetailCharacters = 64 * 1024;
/** `--`, the boundary, `--`, and white space that some gateway added. */
const maxDelimiterBytes = maxBoundaryCharacters + 100;

const carriageReturn = 13;
const lineFeed = 10;
const dash = 45;

/** What the octets that come now belong to. */
type Place =
  /** Between parts: nobody reads it. */
  | { readonly kind: 'between' }
  | { readonly kind: 'header'; readonly lines: Buffer[]; bytes: number }
  | {
      readonly kind: 'content';
      readonly fields: ContentFields;
      readonly start: number;
      /** None where nobody needs what it decodes. */
      readonly decoder: TransferDecoder | undefined;
      decodedBytes: number;
    };

/** RFC 2046 §5.1, line by line, whatever the body is: a part ends where a boundary of any open multipart stands. */
export function createPartScanner(
  fields: readonly HeaderField[],
  { bodyStart, digest }: { readonly bodyStart: number; readonly digest: boolean },
): PartScanner {
  const text: TextPlace[] = [];
  const html: TextPlace[] = [];
  const attachments: ScannedAttachment[] = [];
  const hash: Hash | undefined = digest ? createHash('sha256') : undefined;
  /** Of the open multiparts, from the outermost. */
  let boundaries: readonly string[] = [];
  let parts = 0;
  let detailCharacters = 0;
  let eightBit = false;
  /** Not yet given to the place: it may be the beginning of a delimiter, or of the line end before one. */
  let held: Buffer = Buffer.alloc(0);
  /** Of the first octet of `held`, in the whole text. */
  let position = bodyStart;
  /** Whether a line begins with the first octet of `held`. */
  let atLineStart = true;
  let place: Place = begin(contentFields(fields), bodyStart);

  function begin(content: ContentFields, start: number): Place {
    const { type, charset, boundary, detail } = content;
    hash?.update(`\n${boundaries.length} ${type} ${charset} ${detail.filename ?? ''}\n`);
    if (boundary !== undefined && boundaries.length < maxDepth) {
      boundaries = [...boundaries, boundary];
      return { kind: 'between' };
    }
    parts += 1;
    const isDecoded = hash !== undefined || (!content.isInlineText && isListed(content));
    const decoder = isDecoded ? createTransferDecoder(content.encoding) : undefined;
    return { kind: 'content', fields: content, start, decoder, decodedBytes: 0 };
  }

  function isListed({ detail }: ContentFields): boolean {
    return parts <= maxParts && detailCharacters + charactersOf(detail) <= maxDetailCharacters;
  }

  function finish(): void {
    if (place.kind === 'header') place = begin(contentFields(linesToFields(place.lines)), position);
    if (place.kind !== 'content') return;
    const { fields: content, start, decoder } = place;
    if (decoder !== undefined) take(place, decoder.end());
    const where = { start, end: position, encoding: content.encoding };
    if (content.isInlineText) {
      if (parts <= maxParts) (content.type === 'text/html' ? html : text).push({ ...where, charset: content.charset });
    } else if (isListed(content)) {
      detailCharacters += charactersOf(content.detail);
      attachments.push({ detail: content.detail, place: where, contentBytes: place.decodedBytes });
    }
  }

  function take(content: Extract<Place, { kind: 'content' }>, decoded: Buffer): void {
    content.decodedBytes += decoded.length;
    hash?.update(decoded);
  }

  /** Gives the first `length` held octets to where they belong. */
  function give(length: number): void {
    const bytes = held.subarray(0, length);
    skip(length);
    if (place.kind === 'content' && place.decoder !== undefined) take(place, place.decoder.decode(bytes));
  }

  function skip(length: number): void {
    held = held.subarray(length);
    position += length;
  }

  /** A delimiter: of which multipart, by its depth, and whether it closes it. */
  function delimiterIn(line: Buffer): { readonly depth: number; readonly closes: boolean } | undefined {
    const written = line.toString('latin1').slice(2).trimEnd();
    const depth = boundaries.lastIndexOf(written);
    if (depth !== -1) return { depth, closes: false };
    const closed = written.endsWith('--') ? boundaries.lastIndexOf(written.slice(0, -2)) : -1;
    return closed === -1 ? undefined : { depth: closed, closes: true };
  }

  function enter({ depth, closes }: { readonly depth: number; readonly closes: boolean }): void {
    boundaries = boundaries.slice(0, closes ? depth : depth + 1);
    place = closes ? { kind: 'between' } : { kind: 'header', lines: [], bytes: 0 };
    atLineStart = true;
  }

  /** One line of a part's header. False: more must come first. */
  function scanHeader(header: Extract<Place, { kind: 'header' }>, atEnd: boolean): boolean {
    const feed = held.indexOf(lineFeed);
    if (held.length === 0 || (feed === -1 && !atEnd && held.length <= maxHeaderBytes)) return false;
    const line = held.subarray(0, feed === -1 ? held.length : feed + 1);
    const isDashed = line[0] === dash && line[1] === dash && line.length <= maxDelimiterBytes;
    const found = isDashed ? delimiterIn(line) : undefined;
    if (found !== undefined) {
      finish();
      skip(line.length);
      enter(found);
      return true;
    }
    const isEmpty = line.length <= 2 && line.toString('latin1').trimEnd() === '';
    if (isEmpty || header.bytes + line.length > maxHeaderBytes) {
      if (isEmpty) skip(line.length);
      place = begin(contentFields(linesToFields(header.lines)), position);
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
    for (let from = 0; ; ) {
      const start = boundaries.length === 0 ? -1 : nextDashes(from);
      if (start === -1) {
        if (atEnd || boundaries.length === 0) give(held.length);
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
        finish();
        skip(ownLineEnd + line.length);
        enter(found);
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
      eightBit ||= !isAscii(chunk);
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      scan(false);
    },
    end() {
      scan(true);
      finish();
      return { text, html, attachments, eightBit, digest: hash?.digest('hex') ?? null };
    },
  };
}

function charactersOf({ filename, contentType, contentId }: AttachmentDetail): number {
  return (filename ?? '').length + contentType.length + (contentId ?? '').length;
}

/** None where they are no header. */
function linesToFields(lines: readonly Buffer[]): readonly HeaderField[] {
  return headerFields(Buffer.concat(lines)) ?? [];
}
