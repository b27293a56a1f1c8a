const lineFeed = 10;
const dot = 46;
const oneDot = Buffer.from('.');
const crlf = Buffer.from('\r\n');

/**
 * RFC 5321 §4.5.2: doubles a dot that begins a line, and ends the last line, so that only `.` CRLF is missing. Expects
 * CRLF line ends; the same buffer comes back where nothing is to be done.
 */
export function dotStuffed(message: Buffer): Buffer {
  const stuffed = withDoubledDots(message, true);
  return endsLine(message) ? stuffed : Buffer.concat([stuffed, crlf]);
}

/** {@link dotStuffed} for a message that comes in chunks. */
export async function* dotStuffedChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let atLineStart = true;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    yield withDoubledDots(chunk, atLineStart);
    atLineStart = endsLine(chunk);
  }
  if (!atLineStart) yield crlf;
}

function withDoubledDots(text: Buffer, atLineStart: boolean): Buffer {
  const parts: Buffer[] = [];
  let copied = 0;
  const doubleAt = (position: number): void => {
    parts.push(text.subarray(copied, position), oneDot);
    copied = position;
  };
  if (atLineStart && text[0] === dot) doubleAt(0);
  for (let end = text.indexOf('\n.'); end !== -1; end = text.indexOf('\n.', end + 1)) doubleAt(end + 1);
  return parts.length === 0 ? text : Buffer.concat([...parts, text.subarray(copied)]);
}

function endsLine(text: Buffer): boolean {
  return text.length === 0 || text[text.length - 1] === lineFeed;
}
