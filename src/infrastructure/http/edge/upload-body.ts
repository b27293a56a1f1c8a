import type { Readable } from 'node:stream';
import { mostParts, tooManyParts, tooMuchAtOnce, tooSlow } from './body-errors.js';
import { ApiError, invalid } from './errors/api-error.js';
import { type BodyPace, IncomingBody } from './incoming-body.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body is a form with a file. */
    takesUpload?: boolean;
  }
}

/** What is read of a form; all else in it is dropped as it comes. */
export interface WantedParts {
  /** Limit for the whole form. */
  readonly maxBytes: number;
  /** The texts, by name. */
  readonly fields: readonly string[];
  /** The first file with this name. It is read to its end here: what is left of it is dropped. */
  readonly file: string;
  readonly take: (content: AsyncIterable<Buffer>, fileName: string | null) => Promise<void>;
}

export interface UploadLimits {
  readonly pace: BodyPace;
  /** Memory for as long as the request lasts. */
  readonly hold: (bytes: number) => boolean;
}

const maxHeaderBytes = 16 * 1024;
const maxFieldBytes = 64 * 1024;
/** What a form takes while its file passes: what waits to be read, and a piece of the file, plain and sealed. */
const passingBytes = 2 * 1024 * 1024;
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
 * A form with a file (RFC 7578), read as it comes: never more of it in memory than what has just arrived and the texts
 * that are wanted. It is parsed here, because no package among those that we have does it without holding the whole.
 */
export class UploadBody {
  #bytes: IncomingBody | undefined;

  constructor(
    private readonly payload: Readable,
    private readonly boundary: string,
    private readonly limits: UploadLimits,
  ) {}

  /**
   * The texts by name, once. Throws the answer for what is no form, too large, too slow or of too many parts; the rest
   * is then dropped.
   */
  async read({ maxBytes, fields, file, take }: WantedParts): Promise<ReadonlyMap<string, string>> {
    if (!this.limits.hold(passingBytes)) throw tooMuchAtOnce();
    const read = new Map<string, string>();
    let isTaken = false;
    for await (const { name, fileName, content } of this.parts(maxBytes)) {
      if (name === file && !isTaken) {
        isTaken = true;
        await take(content, fileName);
      } else if (fields.includes(name)) {
        read.set(name, await this.text(name, content));
      }
    }
    return read;
  }

  /** The rest is read by no one. */
  drop(): void {
    this.#bytes ??= new IncomingBody(this.payload, { maxBytes: 0, pace: this.limits.pace });
    this.#bytes.drop();
  }

  private async *parts(maxBytes: number): AsyncGenerator<FormPart> {
    this.#bytes ??= new IncomingBody(this.payload, { maxBytes, pace: this.limits.pace });
    const bytes = new FormBytes(this.#bytes, { maxBytes, pace: this.limits.pace });
    const delimiter = Buffer.from(`\r\n--${this.boundary}`);
    try {
      await drop(bytes.until(delimiter));
      for (let count = 1; !(await bytes.startsWith(lastMark)); count += 1) {
        if (count > mostParts) throw tooManyParts();
        // Spaces may stand behind the boundary; without a header the empty line follows at once.
        await drop(bytes.until(lineEnd));
        bytes.unread(lineEnd);
        const header = await collect(bytes.until(headerEnd), maxHeaderBytes, 'header of a part');
        const content = bytes.until(delimiter);
        yield { ...namesIn(header.toString('utf8')), content };
        await drop(content);
      }
    } finally {
      this.#bytes.drop();
    }
  }

  private async text(name: string, content: AsyncIterable<Buffer>): Promise<string> {
    const counted = async function* (hold: UploadLimits['hold']): AsyncGenerator<Buffer> {
      for await (const chunk of content) {
        if (!hold(chunk.length)) throw tooMuchAtOnce();
        yield chunk;
      }
    };
    return (await collect(counted(this.limits.hold), maxFieldBytes, `\`${name}\` field`)).toString('utf8');
  }
}

interface FormPart {
  readonly name: string;
  /** Null when it is no file. */
  readonly fileName: string | null;
  /** To be read before the next part is asked for; what is left of it is dropped. */
  readonly content: AsyncIterable<Buffer>;
}

/** The bytes of a form up to the next mark. */
class FormBytes {
  /** As if a line had ended before: the first boundary is found like any other. */
  #waiting: Buffer = lineEnd;

  constructor(
    private readonly source: IncomingBody,
    private readonly limits: { readonly maxBytes: number; readonly pace: BodyPace },
  ) {}

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
    const value = await this.source.next();
    if (value === undefined) throw invalid('The form ends before its last boundary.');
    if (value === 'too-slow') throw tooSlow(this.limits.pace);
    if (value === 'too-large') {
      const message = `The form is too large. It holds at most ${this.limits.maxBytes} bytes.`;
      throw new ApiError(413, 'validation_error', message);
    }
    this.#waiting = this.#waiting.length === 0 ? value : Buffer.concat([this.#waiting, value]);
  }
}

async function drop(content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of content);
}

/** All of a short content. */
async function collect(content: AsyncIterable<Buffer>, maxBytes: number, what: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > maxBytes) throw invalid(`The ${what} of the form is longer than ${maxBytes} bytes.`);
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
