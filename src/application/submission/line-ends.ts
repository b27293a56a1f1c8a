const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** With CRLF in place of each lone LF, as some programs write them: what is kept ends its lines as RFC 5322 has it. */
export async function* withLineEnds(message: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let before = 0;
  for await (const chunk of message) {
    const lone = loneIn(chunk, before);
    yield lone === 0 ? chunk : completed(chunk, before, lone);
    before = chunk.at(-1) ?? before;
  }
}

/** How many line feeds follow no carriage return. `before`: the last byte of what came before. */
function loneIn(chunk: Buffer, before: number): number {
  let lone = 0;
  for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) {
    if ((at === 0 ? before : chunk[at - 1]) !== carriageReturn) lone += 1;
  }
  return lone;
}

/** In one buffer: anyone may send megabytes of line feeds, and a piece for each would hold up the thread. */
function completed(chunk: Buffer, before: number, lone: number): Buffer {
  const whole = Buffer.allocUnsafe(chunk.length + lone);
  let last = before;
  let end = 0;
  for (const byte of chunk) {
    if (byte === lineFeed && last !== carriageReturn) end = whole.writeUInt8(carriageReturn, end);
    end = whole.writeUInt8(byte, end);
    last = byte;
  }
  return whole;
}
