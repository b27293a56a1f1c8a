/** A message that comes in chunks: its header first, then its body. Ends only with its own end, or what it throws. */
export interface MessageSource {
  /** The header section with its last line end, without the empty line. To be asked first, once. */
  header(): Promise<Buffer | 'too-large'>;
  /** What follows the empty line, or as much of it as is allowed. */
  body(): AsyncGenerator<Buffer>;
  /** Whether the body was cut. */
  isTooLarge(): boolean;
  /** Reads what is left: a client listens to an answer only when it has said everything. */
  drain(): Promise<void>;
}

const separator = Buffer.from('\r\n\r\n');
const lineEnd = Buffer.from('\r\n');

export function openSource(
  message: AsyncIterable<Buffer>,
  { maxHeaderBytes, maxMessageBytes }: { readonly maxHeaderBytes: number; readonly maxMessageBytes: number },
): MessageSource {
  // Asked by hand: a loop that is left early would close what the chunks come from.
  const chunks = message[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let bytes = 0;
  let ended = false;
  let tooLarge = false;

  async function next(): Promise<Buffer | undefined> {
    if (ended) return undefined;
    const result = await chunks.next();
    if (result.done === true) {
      ended = true;
      return undefined;
    }
    bytes += result.value.length;
    tooLarge ||= bytes > maxMessageBytes;
    return result.value;
  }

  return {
    async header() {
      let read: Buffer = Buffer.alloc(0);
      for (;;) {
        // The first line may be the empty one.
        const isEmpty = read.subarray(0, 2).equals(lineEnd);
        const end = isEmpty ? 0 : read.indexOf(separator);
        if (end !== -1 && end <= maxHeaderBytes) {
          rest = read.subarray(isEmpty ? 2 : end + separator.length);
          return read.subarray(0, isEmpty ? 0 : end + lineEnd.length);
        }
        if (read.length > maxHeaderBytes) return 'too-large';
        const chunk = await next();
        if (chunk === undefined) return read;
        read = read.length === 0 ? chunk : Buffer.concat([read, chunk]);
      }
    },
    async *body() {
      const first = rest;
      rest = Buffer.alloc(0);
      if (first.length > 0) yield first;
      for (let chunk = await next(); chunk !== undefined && !tooLarge; chunk = await next()) yield chunk;
    },
    isTooLarge: () => tooLarge,
    async drain() {
      for (let chunk = await next(); chunk !== undefined; ) chunk = await next();
    },
  };
}
