const tab = 9;
const lineFeed = 10;
const carriageReturn = 13;
const space = 32;

/** No more is copied at a time, however large the body is. */
const pieceBytes = 64 * 1024;

/**
 * RFC 6376 §3.4.4, relaxed body: white space within a line is one space, at its end none, and empty lines at the end of
 * the body are gone. Bytes in, bytes out: one pass without strings, because this runs for every mail. A piece is only
 * good until the next one is asked for.
 */
export function* relaxedBody(body: Buffer): Generator<Buffer> {
  const output = Buffer.allocUnsafe(Math.min(body.length + 8, pieceBytes));
  const full = output.length - 4;
  let length = 0;
  let hasContent = false;
  let pendingSpace = false;
  /** Line ends that count once something follows them. */
  let pendingLines = 0;
  for (let index = 0; index < body.length; index++) {
    const byte = body[index] ?? 0;
    if (byte === space || byte === tab) {
      pendingSpace = true;
    } else if (byte === carriageReturn && body[index + 1] === lineFeed) {
      pendingSpace = false;
      pendingLines++;
      index++;
    } else {
      for (; pendingLines > 0; pendingLines--) {
        if (length > full) {
          yield output.subarray(0, length);
          length = 0;
        }
        output[length++] = carriageReturn;
        output[length++] = lineFeed;
      }
      if (length > full) {
        yield output.subarray(0, length);
        length = 0;
      }
      if (pendingSpace) output[length++] = space;
      pendingSpace = false;
      output[length++] = byte;
      hasContent = true;
    }
  }
  if (!hasContent) return;
  output[length++] = carriageReturn;
  output[length++] = lineFeed;
  yield output.subarray(0, length);
}

export interface HeaderField {
  /** Lower case. */
  readonly name: string;
  /** RFC 6376 §3.4.2, relaxed: `name:value` without a line end. One character for each byte. */
  readonly relaxed: string;
}

/** The fields in order. `headers` is one character for each byte (latin1), so that UTF-8 passes through unchanged. */
export function relaxedHeaders(headers: string): HeaderField[] {
  return headers
    .split(/\r\n(?![ \t])/)
    .filter((field) => field.includes(':'))
    .map(relaxedHeader);
}

export function relaxedHeader(field: string): HeaderField {
  const colon = field.indexOf(':');
  const name = field
    .slice(0, colon)
    .replace(/[ \t]+$/, '')
    .toLowerCase();
  const value = field
    .slice(colon + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/^ | $/g, '');
  return { name, relaxed: `${name}:${value}` };
}
