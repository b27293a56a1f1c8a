import { nextTurn } from '../../../application/shared/delay.js';
import { endOfByteValues } from './lifted-content.js';

/** No request has a use for more; a body of nothing but small values would take a hundred times its size as objects. */
export const maxValues = 100_000;
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

export interface JsonProblem {
  readonly problem: 'malformed' | 'too-deep' | 'too-many-values';
}

/** A token in the body that is read apart from the rest, the first byte and the one after the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** A body of a mail; else a content. */
  readonly isText: boolean;
}

export interface Scanned {
  /** In the order in which they stand. */
  readonly spans: readonly Span[];
  /** Between the items of the outermost list, if it is one. */
  readonly commas: readonly number[];
  /** Where the outermost value ends first, if it has brackets; else -1. */
  readonly closedAt: number;
}

/**
 * Finds the long values of `content`, of the `data` inside it, of `html` and of `text`, without looking for what they
 * are part of, and the items of a list.
 */
export async function scanJson(bytes: Buffer, maxDepth: number): Promise<Scanned | JsonProblem> {
  const spans: Span[] = [];
  const commas: number[] = [];
  let closedAt = -1;
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
        if (depth === 0 && closedAt === -1) closedAt = at;
        break;
      case comma:
        if (depth === 1) commas.push(at);
        if (++values > maxValues) return { problem: 'too-many-values' };
        key = '';
        break;
      default:
        break;
    }
    at++;
  }
  return { spans, commas, closedAt };
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let start = at;
  while (bytes[start - 1] === backslash) start--;
  return (at - start) % 2 === 1;
}

export function afterWhiteSpace(bytes: Buffer, at: number): number {
  let next = at;
  for (let byte = bytes[next]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = bytes[next])
    next++;
  return next;
}
