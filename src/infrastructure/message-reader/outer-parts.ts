import { isUtf8 } from 'node:buffer';
import type { HeaderField } from '../../application/ports/message-reader.js';
import { decodedText } from '../../domain/shared/windows-1252.js';
import { createTransferDecoder, type TransferDecoder } from './transfer-decoder.js';
import { type Entity, EntityWalker } from './entity-walker.js';
import { headerFields, valueOf } from './header-section.js';

/** The parts of a message that stand around the email that it gives back. */
export interface OuterParts {
  readonly fields: readonly HeaderField[];
  /** Every delivery-status part (RFC 3464, RFC 6533), one behind the other, an empty line between; empty: none. */
  readonly status: string;
  /** The first text, in plain before html. */
  readonly text: string;
  /** The fields of a feedback report (RFC 5965); undefined: none. */
  readonly feedback: string | undefined;
  /** The header of the first email that is given back; undefined: none. */
  readonly returned: readonly HeaderField[] | undefined;
}

const mostBytes = 256 * 1024;
/** Beyond these nothing is read: no program writes so many parts. */
const mostEntities = 1_000;
const pieceBytes = 64 * 1024;
const maxRootHeaderBytes = 64 * 1024;
/** What a report begins with that does not say its type. */
const beginsLikeStatus =
  /^\s*(?:reporting-mta|received-from-mta|arrival-date|original-envelope-id|original-recipient|final-recipient)[ \t]*:/i;

const places: Readonly<Record<string, 'status' | 'plain' | 'html' | 'feedback' | 'returned'>> = {
  'message/delivery-status': 'status',
  'message/global-delivery-status': 'status',
  'message/feedback-report': 'feedback',
  'message/rfc822': 'returned',
  'message/global': 'returned',
  'text/rfc822-headers': 'returned',
  'message/global-headers': 'returned',
  'text/plain': 'plain',
  'text/html': 'html',
};

interface OpenPart {
  readonly place: (typeof places)[string];
  readonly charset: string;
  readonly decoder: TransferDecoder;
  readonly pieces: Buffer[];
  bytes: number;
}

interface Found {
  readonly fields: readonly HeaderField[];
  readonly hasParts: boolean;
  readonly status: readonly string[];
  readonly texts: { readonly plain?: string; readonly html?: string };
  readonly feedback: string | undefined;
  readonly returned: Buffer | undefined;
}

/** Walks a whole message, whatever it is, in memory of a fixed size beside it. */
export function outerParts(written: Buffer): OuterParts {
  const message = withCrLf(withoutEnvelope(written));
  const found = walked(message);
  const again = found.hasParts ? undefined : withBoundaryOf(message, found.fields);
  const { status, texts, feedback, returned } = again ?? found;
  const isSilent = status.length === 0 && feedback === undefined && returned === undefined;
  const text = texts.plain ?? (texts.html === undefined ? (isSilent ? bodyOf(message) : '') : withoutTags(texts.html));
  const header = returned === undefined ? undefined : headerOf(returned);
  return { fields: found.fields, status: status.join('\n\n'), text, feedback, returned: header };
}

function walked(
  message: Buffer,
  root?: { readonly fields: readonly HeaderField[]; readonly bodyStart: number },
): Found {
  let fields: readonly HeaderField[] = root?.fields ?? [];
  let entities = 0;
  let statusBytes = 0;
  const status: string[] = [];
  const texts: { plain?: string; html?: string } = {};
  let feedback: string | undefined;
  let returned: Buffer | undefined;
  let open: OpenPart | undefined;
  const keep = (bytes: Buffer): void => {
    if (open === undefined || open.bytes >= mostBytes) return;
    open.pieces.push(bytes.subarray(0, mostBytes - open.bytes));
    open.bytes += bytes.length;
  };
  const close = ({ place, charset, pieces }: OpenPart): void => {
    const bytes = Buffer.concat(pieces);
    if (place === 'returned') {
      returned ??= bytes;
      return;
    }
    const text = charactersOf(bytes, charset).replaceAll('\r\n', '\n');
    if (place === 'feedback') feedback ??= text;
    else if (place === 'html') texts.html ??= text;
    else if (place === 'plain' && !beginsLikeStatus.test(text)) texts.plain ??= text;
    else if (statusBytes < mostBytes) {
      status.push(text);
      statusBytes += text.length;
    }
  };
  const walker = new EntityWalker(
    {
      begin(entity) {
        if (entities === 0) fields = entity.fields;
        entities += 1;
        open = openPart(entity);
      },
      content(bytes) {
        if (open !== undefined && open.bytes < mostBytes) keep(Buffer.from(open.decoder.decode(bytes)));
      },
      between: () => undefined,
      end() {
        if (open === undefined) return;
        keep(open.decoder.end());
        close(open);
        open = undefined;
      },
    },
    { intoMessages: false, maxRootHeaderBytes, ...(root === undefined ? {} : { root }) },
  );
  for (let at = root?.bodyStart ?? 0; at < message.length && entities < mostEntities; at += pieceBytes) {
    walker.write(message.subarray(at, at + pieceBytes));
  }
  walker.end();
  return { fields, hasParts: entities > 1, status, texts, feedback, returned };
}

function openPart({ kind, content }: Entity): OpenPart | undefined {
  const place = kind === 'content' ? places[content.type] : undefined;
  if (place === undefined) return undefined;
  return { place, charset: content.charset, decoder: createTransferDecoder(content.encoding), pieces: [], bytes: 0 };
}

/** The fields of an email, or of its header alone. */
function headerOf(email: Buffer): readonly HeaderField[] {
  const sound = withCrLf(email);
  const end = sound.indexOf('\r\n\r\n');
  return headerFields(sound.subarray(0, end === -1 ? sound.length : end + 2)) ?? [];
}

/** A multipart whose delimiters got lost on the way says its text in what is no part. */
function bodyOf(message: Buffer): string {
  const headerEnd = message.indexOf('\r\n\r\n');
  if (headerEnd === -1) return '';
  return charactersOf(message.subarray(headerEnd + 4, headerEnd + 4 + mostBytes), 'us-ascii').replaceAll('\r\n', '\n');
}

/** The line that a mailbox file has above each email, which some gateways pass on. */
function withoutEnvelope(message: Buffer): Buffer {
  if (!/^>?From /.test(message.toString('latin1', 0, 6))) return message;
  const end = message.indexOf('\n');
  return end === -1 ? message : message.subarray(end + 1);
}

/** What a gateway made of a message that ends its lines with LF: a header is read by its CRLF. */
function withCrLf(message: Buffer): Buffer {
  const feed = message.indexOf('\n');
  if (feed === -1 || (feed > 0 && message[feed - 1] === 13)) return message;
  return Buffer.from(message.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1');
}

/** A multipart that names no boundary, or another than it has: its first delimiter says it. */
function withBoundaryOf(message: Buffer, fields: readonly HeaderField[]): Found | undefined {
  const type = fields.find(({ name }) => name.toLowerCase() === 'content-type');
  if (type === undefined || !/^multipart\//i.test(valueOf(type))) return undefined;
  const headerEnd = message.indexOf('\r\n\r\n');
  if (headerEnd === -1) return undefined;
  const bodyStart = headerEnd + 4;
  const [, boundary] =
    /^--([^\s"\\][^\r\n"\\]{0,199}?)\s*$/m.exec(message.toString('latin1', bodyStart, bodyStart + mostBytes)) ?? [];
  if (boundary === undefined) return undefined;
  const right = headerFields(Buffer.from(`Content-Type: multipart/mixed; boundary="${boundary}"\r\n`, 'latin1')) ?? [];
  return walked(message, { fields: right, bodyStart });
}

/** Character sets that write every character in ASCII octets: their text looks like UTF-8. */
const sevenBit = /^(?:iso-2022-|hz-)/;

/** The characters of a text for people; one that is wrong about its character set is UTF-8, or else Latin-1. */
function charactersOf(bytes: Buffer, named: string): string {
  // A program that gives no name to what it escapes: Japanese, as the first of these wrote it.
  const charset = named === 'us-ascii' && bytes.includes('\u001B$') ? 'iso-2022-jp' : named;
  if (isUtf8(bytes) && !sevenBit.test(charset)) return bytes.toString('utf8');
  if (charset === 'us-ascii' || charset === 'utf-8') return bytes.toString('latin1');
  try {
    return decodedText(charset, bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** Enough to find a sentence and an address in the html of a program, in time that grows with its length alone. */
function withoutTags(html: string): string {
  return html
    .replace(/<(?:style|title)\b[^<>]*>[^<]{0,20000}<\/(?:style|title)>/gi, ' ')
    .replace(/<(?:br|\/p|\/div|\/td|\/tr|\/h\d|\/li)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>@]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#(?:64|x40);/gi, '@')
    .replace(/&(?:nbsp|#160);/g, ' ')
    .replace(/&amp;/g, '&');
}
