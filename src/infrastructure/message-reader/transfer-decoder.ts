import type { PartPlace } from '../../domain/shared/accepted-email.js';

/** Undoes a transfer encoding (RFC 2045 §6) piece by piece. */
export interface TransferDecoder {
  decode(chunk: Buffer): Buffer;
  end(): Buffer;
}

const none = Buffer.alloc(0);

export function createTransferDecoder(encoding: PartPlace['encoding']): TransferDecoder {
  if (encoding === 'base64') return base64Decoder();
  if (encoding === 'quoted-printable') return quotedPrintableDecoder();
  return { decode: (chunk) => chunk, end: () => none };
}

/** What is none of its 64 characters is ignored, RFC 2045 §6.8. */
function base64Decoder(): TransferDecoder {
  let rest = '';
  return {
    decode(chunk) {
      const text = rest + chunk.toString('latin1').replace(/[^A-Za-z0-9+/]+/g, '');
      const whole = text.length - (text.length % 4);
      rest = text.slice(whole);
      return Buffer.from(text.slice(0, whole), 'base64');
    },
    end() {
      const last = Buffer.from(rest, 'base64');
      rest = '';
      return last;
    },
  };
}

const tab = 9;
const lineFeed = 10;
const carriageReturn = 13;
const space = 32;
const equals = 61;

/** White space at the end of a line is gone, RFC 2045 §6.7; an equals sign that encodes nothing stays as it is. */
function quotedPrintableDecoder(): TransferDecoder {
  /** A line that has not ended. */
  let rest = none;
  const decodeLines = (bytes: Buffer, atEnd: boolean): Buffer => {
    const output = Buffer.allocUnsafe(bytes.length);
    let length = 0;
    let start = 0;
    while (start < bytes.length) {
      const feed = bytes.indexOf(lineFeed, start);
      // A line without an end is held back, unless it is longer than any encoder makes them.
      if (feed === -1 && !atEnd && bytes.length - start < maxHeldBytes) break;
      const next = feed === -1 ? bytes.length : feed + 1;
      length = decodeLine(bytes, start, next, output, length);
      start = next;
    }
    rest = Buffer.from(bytes.subarray(start));
    return output.subarray(0, length);
  };
  return {
    decode: (chunk) => decodeLines(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]), false),
    end: () => decodeLines(rest, true),
  };
}

const maxHeldBytes = 64 * 1024;

/** One line with its end, if it has one. Answers where the output ends now. */
function decodeLine(bytes: Buffer, start: number, end: number, output: Buffer, from: number): number {
  let contentEnd = end;
  if (contentEnd > start && bytes[contentEnd - 1] === lineFeed) contentEnd--;
  if (contentEnd < end && contentEnd > start && bytes[contentEnd - 1] === carriageReturn) contentEnd--;
  const lineEnd = contentEnd;
  while (contentEnd > start && isBlank(bytes[contentEnd - 1])) contentEnd--;
  const soft = contentEnd > start && bytes[contentEnd - 1] === equals;
  if (soft) contentEnd--;
  let length = from;
  for (let index = start; index < contentEnd; index++) {
    const byte = bytes[index] ?? 0;
    const high = byte === equals ? hexDigit(bytes[index + 1]) : -1;
    const low = high === -1 || index + 2 >= contentEnd ? -1 : hexDigit(bytes[index + 2]);
    if (low === -1) output[length++] = byte;
    else {
      output[length++] = high * 16 + low;
      index += 2;
    }
  }
  if (!soft) for (let index = lineEnd; index < end; index++) output[length++] = bytes[index] ?? 0;
  return length;
}

function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === tab;
}

function hexDigit(byte = 0): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
