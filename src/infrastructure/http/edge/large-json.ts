import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseJsonString } from '../../slices/json-string.js';
import { decodedBase64, decodedByteValues, endOfByteValues } from './lifted-content.js';

/** No request has a use for more; a body of nothing but small values would take a hundred times its size as objects. */
const maxValues = 100_000;
/** A digit and a comma. */
const minBytesPerValue = 2;
/** Shorter contents are left where they are. */
const minLiftedBytes = 1024;
/** And so are shorter bodies of mails: JSON.parse has them in no time. */
const minLiftedTextBytes = 256 * 1024;
/** Read in one turn of the event loop. */
const sliceBytes = 1024 * 1024;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openingBracket = 0x5b;
const closingBracket = 0x5d;
const openingBrace = 0x7b;
const closingBrace = 0x7d;

export type LargeJson = { readonly body: unknown } | { readonly problem: 'malformed' | 'too-deep' | 'too-many-values' };

/** A token in the body that is read apart from the rest, the first byte and the one after the last. */
interface Span {
  readonly start: number;
  readonly end: number;
  /** A body of a mail; else a content. */
  readonly isText: boolean;
}

/**
 * JSON.parse for a body of many megabytes: the contents of attachments never become text, but are decoded where they lie
 * (the bytes are overwritten), long bodies of mails are read in slices, and the event loop gets its turns. In the places
 * of contents stand a `Uint8Array`, or false where one is neither base64 nor byte values.
 */
export async function parseLargeJson(bytes: Buffer, maxDepth: number): Promise<LargeJson> {
  const spans = await findContents(bytes, maxDepth);
  if ('problem' in spans) return spans;
  // It cannot be guessed, so no text of the body is taken for one of ours.
  const mark = `${randomUUID()}:`;
  let body: unknown;
  try {
    body = JSON.parse(textWithout(bytes, spans, mark));
  } catch {
    return { problem: 'malformed' };
  }
  const spanOf = (value: unknown): Span | undefined =>
    typeof value === 'string' && value.startsWith(mark) ? spans[Number(value.slice(mark.length))] : undefined;
  try {
    const texts = await readTexts(bytes, spans);
    const decoded = await decodeContents(bytes, body, spanOf);
    // Long lists of numbers are contents of attachments, or too many values as any others.
    const isList = (span: Span): boolean => bytes[span.start] === openingBracket && !decoded.has(span);
    const listed = spans.reduce((sum, span) => sum + (isList(span) ? span.end - span.start : 0), 0);
    if (listed > maxValues * minBytesPerValue) return { problem: 'too-many-values' };
    const read = (span: Span): unknown => texts.get(span) ?? JSON.parse(bytes.toString('utf8', span.start, span.end));
    return { body: restored(body, spanOf, read) };
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: 'malformed' };
    throw error;
  }
}

/** Throws where one is no JSON. */
async function readTexts(bytes: Buffer, spans: readonly Span[]): Promise<ReadonlyMap<Span, string>> {
  const texts = new Map<Span, string>();
  for (const span of spans) {
    if (span.isText) texts.set(span, await parseJsonString(bytes, span.start + 1, span.end - 1));
  }
  return texts;
}

/**
 * Finds the long values of `content`, of the `data` inside it, of `html` and of `text`, without looking for what they are
 * part of.
 */
async function findContents(
  bytes: Buffer,
  maxDepth: number,
): Promise<readonly Span[] | Extract<LargeJson, { problem: string }>> {
  const spans: Span[] = [];
  let stringStart = -1;
  let key = '';
  let depth = 0;
  let values = 0;
  let turnEnds = sliceBytes;
  for (let at = 0; at < bytes.length; ) {
    if (at >= turnEnds) {
      await nextTurn();
      turnEnds = at + sliceBytes;
    }
    if (stringStart !== -1) {
      const end = bytes.indexOf(quote, at);
      if (end === -1) return { problem: 'malformed' };
      at = end + 1;
      if (isEscaped(bytes, end)) continue;
      const next = afterWhiteSpace(bytes, at);
      if (bytes[next] === colon) {
        key = at - stringStart <= 9 ? bytes.toString('latin1', stringStart + 1, end) : '';
        at = next + 1;
      } else {
        const isText = key === 'html' || key === 'text';
        const isLong = at - stringStart > (isText ? minLiftedTextBytes : minLiftedBytes);
        if (isLong && (isText || key === 'content')) spans.push({ start: stringStart, end: at, isText });
        key = '';
      }
      stringStart = -1;
      continue;
    }
    switch (bytes[at]) {
      case quote:
        stringStart = at;
        break;
      case openingBracket:
        if (key === 'content' || key === 'data') {
          const end = await endOfByteValues(bytes, at);
          if (end - at > minLiftedBytes) {
            spans.push({ start: at, end, isText: false });
            at = end - 1;
            key = '';
            break;
          }
        }
        if (++depth > maxDepth) return { problem: 'too-deep' };
        key = '';
        break;
      case openingBrace:
        if (++depth > maxDepth) return { problem: 'too-deep' };
        key = '';
        break;
      case closingBracket:
      case closingBrace:
        depth--;
        break;
      case comma:
        if (++values > maxValues) return { problem: 'too-many-values' };
        key = '';
        break;
      default:
        break;
    }
    at++;
  }
  return spans;
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let start = at;
  while (bytes[start - 1] === backslash) start--;
  return (at - start) % 2 === 1;
}

function afterWhiteSpace(bytes: Buffer, at: number): number {
  let next = at;
  for (let byte = bytes[next]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = bytes[next])
    next++;
  return next;
}

/** The body with a marked text in the place of each content. */
function textWithout(bytes: Buffer, spans: readonly Span[], mark: string): string {
  let text = '';
  let copied = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (const [index, { start, end }] of spans.entries()) {
    text += `${bytes.toString('utf8', copied, start)}"${mark}${index}"`;
    copied = end;
  }
  return text + bytes.toString('utf8', copied);
}

/** Decodes what is the content of an attachment, of a mail or of one in a list. Answers what was one, decoded or not. */
async function decodeContents(
  bytes: Buffer,
  body: unknown,
  spanOf: (value: unknown) => Span | undefined,
): Promise<ReadonlySet<Span>> {
  const decoded = new Set<Span>();
  for (const mail of Array.isArray(body) ? (body as readonly unknown[]) : [body]) {
    const attachments = isRecord(mail) ? mail['attachments'] : undefined;
    for (const attachment of Array.isArray(attachments) ? (attachments as readonly unknown[]) : []) {
      if (!isRecord(attachment)) continue;
      const { content } = attachment;
      const holder = isRecord(content) ? content : attachment;
      const name = isRecord(content) ? 'data' : 'content';
      const span = spanOf(holder[name]);
      if (span === undefined) continue;
      decoded.add(span);
      const isString = bytes[span.start] === quote;
      const decode = isString ? decodedBase64 : decodedByteValues;
      holder[name] = (await decode(bytes, span.start + 1, span.end - 1)) ?? false;
    }
  }
  return decoded;
}

/** Every other value that was taken out is text again, or a list of numbers. */
function restored(
  value: unknown,
  spanOf: (value: unknown) => Span | undefined,
  read: (span: Span) => unknown,
): unknown {
  const span = spanOf(value);
  if (span !== undefined) return read(span);
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) value.forEach((item, index) => (value[index] = restored(item, spanOf, read)));
  else if (isRecord(value)) for (const name of Object.keys(value)) value[name] = restored(value[name], spanOf, read);
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
