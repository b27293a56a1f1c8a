import type { Readable } from 'node:stream';
import { ApiError, invalid } from './errors/api-error.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body is a form with a file. */
    takesUpload?: boolean;
  }
}

/** One part of a form, in the order in which they were sent. */
export interface FormPart {
  readonly name: string;
  /** Null when it is no file. */
  readonly fileName: string | null;
  /** To be read before the next part is asked for; what is left of it is dropped. */
  readonly content: AsyncIterable<Buffer>;
}

const maxHeaderBytes = 16 * 1024;
/** RFC 2046 §5.1.1. */
const boundaryPattern = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"\r\n]{1,70})"|([^\s";,]{1,70}))/i;
const lineEnd = Buffer.from('\r\n');
const headerEnd = Buffer.from('\r\n\r\n');
const lastMark = Buffer.from('--');

/** Undefined when the body is no form. */
export function boundaryIn(contentType: string | undefined): string | undefined {
  const found = boundaryPattern.exec(contentType ?? '');
  return found?.[1] ?? found?.[2];
}

/**
 * A form with files (RFC 7578), read as it comes: never more of it in memory than what has just arrived. It is parsed
 * here, because no package among those that we have does it without holding the whole.
 */
export class UploadBody {
  readonly #payload: Readable;
  readonly #boundary: string;

  constructor(payload: Readable, boundary: string) {
    this.#payload = payload;
    this.#boundary = boundary;
  }

  /** Its parts, once. Throws the answer for what is no form or larger than `maxBytes`; the rest is read and dropped. */
  async *parts(maxBytes: number): AsyncGenerator<FormPart> {
    const bytes = new FormBytes(this.#payload, maxBytes);
    const delimiter = Buffer.from(`\r\n--${this.#boundary}`);
    try {
      await drop(bytes.until(delimiter));
      while (!(await bytes.startsWith(lastMark))) {
        // Spaces may stand behind the boundary; without a header the empty line follows at once.
        await drop(bytes.until(lineEnd));
        bytes.unread(lineEnd);
        const header = await collect(bytes.until(headerEnd), maxHeaderBytes);
        const content = bytes.until(delimiter);
        const { name, fileName } = namesIn(header.toString('utf8'));
        yield { name, fileName, content };
        await drop(content);
      }
    } finally {
      this.#payload.resume();
    }
  }
}

/** The bytes of a form up to the next mark. */
class FormBytes {
  /** As if a line had ended before: the first boundary is found like any other. */
  #waiting: Buffer = lineEnd;
  #readBytes = 0;
  readonly #source: AsyncIterator<Buffer>;

  constructor(
    payload: Readable,
    private readonly maxBytes: number,
  ) {
    this.#source = payload.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  }

  /** What stands before the mark, as it comes; the mark is passed. */
  async *until(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#waiting.indexOf(mark);
      if (at >= 0) {
        const before = this.#waiting.subarray(0, at);
        this.#waiting = this.#waiting.subarray(at + mark.length);
        if (before.length > 0) yield before;
        return;
      }
      // Its end may be the beginning of the mark.
      const sure = Math.max(0, this.#waiting.length - mark.length + 1);
      const passed = this.#waiting.subarray(0, sure);
      this.#waiting = this.#waiting.subarray(sure);
      if (passed.length > 0) yield passed;
      await this.#more();
    }
  }

  async startsWith(mark: Buffer): Promise<boolean> {
    while (this.#waiting.length < mark.length) await this.#more();
    return this.#waiting.subarray(0, mark.length).equals(mark);
  }

  unread(bytes: Buffer): void {
    this.#waiting = Buffer.concat([bytes, this.#waiting]);
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done === true) throw invalid('The form ends before its last boundary.');
    this.#readBytes += value.length;
    if (this.#readBytes > this.maxBytes) {
      throw new ApiError(413, 'validation_error', `The form is too large. It holds at most ${this.maxBytes} bytes.`);
    }
    this.#waiting = this.#waiting.length === 0 ? value : Buffer.concat([this.#waiting, value]);
  }
}

async function drop(content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of content);
}

/** All of a short content. */
export async function collect(content: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > maxBytes) throw invalid(`A field of the form is longer than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Names are as the page that sent them wrote them: quotes and ends of lines are `%22`, `%0D` and `%0A`. */
function namesIn(header: string): Pick<FormPart, 'name' | 'fileName'> {
  const disposition = /^content-disposition:\s*form-data\b(.*)$/im.exec(header)?.[1] ?? '';
  const parameter = (name: string): string | undefined =>
    new RegExp(`;\\s*${name}="((?:[^"\\\\\\r\\n]|\\\\.)*)"`, 'i').exec(disposition)?.[1]?.replace(/\\(["\\])/g, '$1');
  const name = parameter('name');
  if (name === undefined) throw invalid('A part of the form has no name.');
  return { name, fileName: parameter('filename') ?? null };
}
