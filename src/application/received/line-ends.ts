const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** With CRLF in place of each lone LF, as some programs write them: what is kept ends its lines as RFC 5322 has it. */
export async function* withLineEnds(message: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let before = 0;
  for await (const chunk of message) {
    const pieces: Buffer[] = [];
    let start = 0;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) {
      if ((at === 0 ? before : chunk[at - 1]) === carriageReturn) continue;
      pieces.push(chunk.subarray(start, at), Buffer.from('\r'));
      start = at;
    }
    before = chunk.at(-1) ?? before;
    yield start === 0 && pieces.length === 0 ? chunk : Buffer.concat([...pieces, chunk.subarray(start)]);
  }
}
