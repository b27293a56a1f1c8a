const tab = 9;
const lineFeed = 10;
const carriageReturn = 13;
const space = 32;

/**
 * RFC 6376 §3.4.4, relaxed body: white space within a line is one space, at its end none, and empty lines at the end of
 * the body are gone. Bytes in, bytes out: one pass without strings, because this runs for every mail.
 */
export function relaxedBody(body: Buffer): Buffer {
  const output = Buffer.allocUnsafe(body.length + 2);
  let length = 0;
  /** Where the output ends when the lines that are empty so far turn out to be the last. */
  let contentEnd = 0;
  let pendingSpace = false;
  for (let index = 0; index < body.length; index++) {
    const byte = body[index] ?? 0;
    if (byte === space || byte === tab) {
      pendingSpace = true;
    } else if (byte === carriageReturn && body[index + 1] === lineFeed) {
      pendingSpace = false;
      output[length++] = carriageReturn;
      output[length++] = lineFeed;
      index++;
    } else {
      if (pendingSpace) output[length++] = space;
      pendingSpace = false;
      output[length++] = byte;
      contentEnd = length;
    }
  }
  if (contentEnd === 0) return output.subarray(0, 0);
  output[contentEnd] = carriageReturn;
  output[contentEnd + 1] = lineFeed;
  return output.subarray(0, contentEnd + 2);
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
