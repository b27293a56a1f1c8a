import { isBlank } from './trailing-blanks.js';

const separator = Buffer.from('\r\n\r\n');
const lineEnd = Buffer.from('\r\n');
const mostBlankBytes = 64 * 1024;
/** RFC 5322 sets no limits; no program writes as much. A field takes time to read, however short it is. */
const maxHeaderBytes = 256 * 1024;
const maxHeaderLines = 10_000;
const maxMessageBytes = 41_943_040;

/** A message that comes in chunks: its header first, then its body. An error of the chunks goes through. */
export class MessageSource {
  // Read with next(): a for-await that ends early would close the source of the chunks.
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  #bytes = 0;
  #ended = false;
  #tooLarge = false;

  constructor(message: AsyncIterable<Buffer>) {
    this.#chunks = message[Symbol.asyncIterator]();
  }

  /** The header section with its last line end, without the empty line. To be called first, once. */
  async header(): Promise<Buffer | 'too-large'> {
    const header = await this.#header();
    return header === undefined || linesIn(header) > maxHeaderLines ? 'too-large' : header;
  }

  async #header(): Promise<Buffer | undefined> {
    let read: Buffer = Buffer.alloc(0);
    for (;;) {
      // The first line may be the empty one.
      const isEmpty = read.subarray(0, 2).equals(lineEnd);
      const end = isEmpty ? 0 : read.indexOf(separator);
      if (end !== -1 && end <= maxHeaderBytes) {
        this.#rest = read.subarray(isEmpty ? 2 : end + separator.length);
        return read.subarray(0, isEmpty ? 0 : end + lineEnd.length);
      }
      if (read.length > maxHeaderBytes) return undefined;
      const chunk = await this.#next();
      if (chunk === undefined) return read;
      read = read.length === 0 ? chunk : Buffer.concat([read, chunk]);
    }
  }

  /** Whether the body has nothing but white space; of a long one that begins so this is not asked. */
  async isBlank(): Promise<boolean> {
    while (this.#rest.every(isBlank)) {
      if (this.#rest.length > mostBlankBytes) return false;
      const chunk = await this.#next();
      if (chunk === undefined) return true;
      this.#rest = Buffer.concat([this.#rest, chunk]);
    }
    return false;
  }

  /** What follows the empty line, or as much of it as is allowed. */
  async *body(): AsyncGenerator<Buffer> {
    const first = this.#rest;
    this.#rest = Buffer.alloc(0);
    if (first.length > 0) yield first;
    for (let chunk = await this.#next(); chunk !== undefined && !this.#tooLarge; chunk = await this.#next())
      yield chunk;
  }

  /** Whether the body was cut. */
  isTooLarge(): boolean {
    return this.#tooLarge;
  }

  /** Reads what is left: a client waits for an answer only when it has sent everything. */
  async drain(): Promise<void> {
    for (let chunk = await this.#next(); chunk !== undefined; ) chunk = await this.#next();
  }

  async #next(): Promise<Buffer | undefined> {
    if (this.#ended) return undefined;
    const result = await this.#chunks.next();
    if (result.done === true) {
      this.#ended = true;
      return undefined;
    }
    this.#bytes += result.value.length;
    this.#tooLarge ||= this.#bytes > maxMessageBytes;
    return result.value;
  }
}

function linesIn(header: Buffer): number {
  let lines = 0;
  for (let at = header.indexOf(lineEnd); at !== -1; at = header.indexOf(lineEnd, at + lineEnd.length)) lines += 1;
  return lines;
}
