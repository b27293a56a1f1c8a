/** Either all there was, or the beginning of more. */
export type Beginning =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'longer'; readonly bytes: AsyncIterable<Buffer> };

/** Reads until it knows whether there is more than `maxBytes`; the longer one begins with what was read. */
export async function readBeginning(bytes: AsyncIterable<Buffer>, maxBytes: number): Promise<Beginning> {
  const source = bytes[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let length = 0;
  while (length <= maxBytes) {
    const next = await source.next();
    if (next.done === true) return { kind: 'whole', bytes: Buffer.concat(read) };
    read.push(next.value);
    length += next.value.length;
  }
  return { kind: 'longer', bytes: continued(read, source) };
}

async function* continued(read: Buffer[], source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let first = read.shift(); first !== undefined; first = read.shift()) yield first;
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
}

/** The same bytes in pieces of this size; the last may be smaller. */
export async function* inPieces(bytes: AsyncIterable<Buffer>, pieceBytes: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < pieceBytes) continue;
    const joined = waiting.length === 1 ? chunk : Buffer.concat(waiting);
    let start = 0;
    for (; start + pieceBytes <= joined.length; start += pieceBytes) yield joined.subarray(start, start + pieceBytes);
    waiting = start < joined.length ? [joined.subarray(start)] : [];
    length = joined.length - start;
  }
  if (length > 0) yield Buffer.concat(waiting);
}
