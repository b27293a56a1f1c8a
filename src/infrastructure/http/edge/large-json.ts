import { randomUUID } from 'node:crypto';
import { nextTurn } from '../../../application/shared/delay.js';
import { parseJsonString } from '../../slices/json-string.js';
import { afterWhiteSpace, type JsonProblem, maxValues, type Scanned, scanJson, type Span } from './large-json-scan.js';
import { decodedBase64, decodedByteValues } from './lifted-content.js';
import { isList } from '../../../domain/shared/members.js';

/** A digit and a comma. */
const minBytesPerValue = 2;
/** Size of the items of a list that are handed on together. */
const minGroupBytes = 64 * 1024;

const quote = 0x22;
const openingBracket = 0x5b;
const closingBracket = 0x5d;

export type LargeJson = { readonly body: unknown } | JsonProblem;

/** Items of a list, and the contents in them, each in memory of its own. */
export type TakeItems = (items: readonly unknown[], contents: readonly Uint8Array<ArrayBuffer>[]) => void;

/**
 * JSON.parse for a body of many megabytes: the contents of attachments never become text, but are decoded where they
 * lie (the bytes are overwritten), long bodies of mails are read in slices, and the event loop gets its turns. In the
 * places of contents stand a `Uint8Array`, or false where one is neither base64 nor byte values. Where the body is a
 * list, its items go to `take` as they are read, some at a time, also where a later one shows that it is no JSON; the
 * body is an empty list then.
 */
export async function parseLargeJson(bytes: Buffer, maxDepth: number, take?: TakeItems): Promise<LargeJson> {
  const scanned = await scanJson(bytes, maxDepth);
  if ('problem' in scanned) return scanned;
  const { spans } = scanned;
  // It cannot be guessed, so no text of the body is taken for one of ours.
  const reading: Reading = { bytes, spans, mark: `${randomUUID()}:`, listed: 0 };
  const items = take === undefined ? undefined : itemsOf(bytes, scanned);
  try {
    if (take !== undefined && items !== undefined) return await readItems(reading, items, take);
    const whole = { start: startOf(bytes), end: bytes.length, spans };
    return withinLimits(reading, await readPart(reading, whole));
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: 'malformed' };
    throw error;
  }
}

interface Reading {
  readonly bytes: Buffer;
  readonly spans: readonly Span[];
  readonly mark: string;
  /** Bytes of lists of numbers that are no contents. */
  listed: number;
}

/** A part of the body that is JSON on its own, with what is read apart in it. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly spans: readonly Span[];
}

async function readItems(reading: Reading, items: readonly Part[], take: TakeItems): Promise<LargeJson> {
  let group: unknown[] = [];
  let contents: Uint8Array<ArrayBuffer>[] = [];
  let groupBytes = 0;
  for (const [index, item] of items.entries()) {
    group.push(await readPart(reading, item, contents));
    groupBytes += item.end - item.start;
    if (groupBytes < minGroupBytes && index < items.length - 1) continue;
    take(group, contents);
    [group, contents, groupBytes] = [[], [], 0];
    await nextTurn();
  }
  return withinLimits(reading, []);
}

/** Long lists of numbers are contents of attachments, or too many values as any others. */
function withinLimits({ listed }: Reading, body: unknown): LargeJson {
  return listed > maxValues * minBytesPerValue ? { problem: 'too-many-values' } : { body };
}

/** Throws where it is no JSON. `contents`: they get memory of their own, and are added to these. */
async function readPart(reading: Reading, part: Part, contents?: Uint8Array<ArrayBuffer>[]): Promise<unknown> {
  const { bytes, mark } = reading;
  const value: unknown = JSON.parse(textWithout(bytes, part, mark));
  const spanOf = (each: unknown): Span | undefined =>
    typeof each === 'string' && each.startsWith(mark) ? part.spans[Number(each.slice(mark.length))] : undefined;
  const texts = await readTexts(bytes, part.spans);
  const mails = contents === undefined && isList(value) ? value : [value];
  const decoded = await decodeContents(bytes, mails, spanOf, contents);
  const isListed = (span: Span): boolean => bytes[span.start] === openingBracket && !decoded.has(span);
  for (const span of part.spans) if (isListed(span)) reading.listed += span.end - span.start;
  const read = (span: Span): unknown => texts.get(span) ?? JSON.parse(bytes.toString('utf8', span.start, span.end));
  return restored(value, spanOf, read);
}

/** Undefined where the body is no list of two items at least. */
function itemsOf(bytes: Buffer, { spans, commas, closedAt }: Scanned): readonly Part[] | undefined {
  const start = afterWhiteSpace(bytes, startOf(bytes));
  const isBracketed = bytes[start] === openingBracket && bytes[closedAt] === closingBracket;
  if (!isBracketed || commas.length === 0 || afterWhiteSpace(bytes, closedAt + 1) < bytes.length) return undefined;
  let next = 0;
  return [...commas, closedAt].map((end, index) => {
    const first = next;
    while ((spans[next]?.start ?? Infinity) < end) next += 1;
    return { start: (commas[index - 1] ?? start) + 1, end, spans: spans.slice(first, next) };
  });
}

/** Behind the mark of UTF-8 that some clients put before the text. */
function startOf(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** Throws where one is no JSON. */
async function readTexts(bytes: Buffer, spans: readonly Span[]): Promise<ReadonlyMap<Span, string>> {
  const texts = new Map<Span, string>();
  for (const span of spans) {
    if (span.isText) texts.set(span, await parseJsonString(bytes, span.start + 1, span.end - 1));
  }
  return texts;
}

/** The part with a marked text in the place of each content. */
function textWithout(bytes: Buffer, { start, end, spans }: Part, mark: string): string {
  let text = '';
  let copied = start;
  for (const [index, span] of spans.entries()) {
    text += `${bytes.toString('utf8', copied, span.start)}"${mark}${index}"`;
    copied = span.end;
  }
  return text + bytes.toString('utf8', copied, end);
}

/**
 * Decodes what is the content of an attachment of a mail. Answers what was one, decoded or not. `contents`: as in
 * `readPart`.
 */
async function decodeContents(
  bytes: Buffer,
  mails: readonly unknown[],
  spanOf: (value: unknown) => Span | undefined,
  contents: Uint8Array<ArrayBuffer>[] | undefined,
): Promise<ReadonlySet<Span>> {
  const decoded = new Set<Span>();
  for (const mail of mails) {
    const attachments = isRecord(mail) ? mail['attachments'] : undefined;
    for (const attachment of isList(attachments) ? attachments : []) {
      if (!isRecord(attachment)) continue;
      const { content } = attachment;
      const holder = isRecord(content) ? content : attachment;
      const name = isRecord(content) ? 'data' : 'content';
      const span = spanOf(holder[name]);
      if (span === undefined) continue;
      decoded.add(span);
      const isString = bytes[span.start] === quote;
      const decode = isString ? decodedBase64 : decodedByteValues;
      const found = await decode(bytes, span.start + 1, span.end - 1);
      holder[name] = (contents === undefined ? found : movable(found, contents)) ?? false;
    }
  }
  return decoded;
}

/**
 * A copy in memory of its own, which is added to `contents`: it can be moved to another thread without the rest of the
 * body.
 */
function movable(found: Buffer | undefined, contents: Uint8Array<ArrayBuffer>[]): Uint8Array | undefined {
  const copy = found === undefined ? undefined : Uint8Array.from(found);
  if (copy !== undefined) contents.push(copy);
  return copy;
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
