import { withoutTrailing } from '../../domain/shared/without-trailing.js';

const tab = 9;
const lineFeed = 10;
const carriageReturn = 13;
const space = 32;

/** No more is copied at a time, however large the body is. */
const pieceBytes = 64 * 1024;

/**
 * RFC 6376 §3.4.4, relaxed body: white space within a line is one space, at its end none, and empty lines at the end of
 * the body are gone. Bytes in, bytes out, without strings, and long stretches that stay as they are without a copy,
 * because this runs for every mail.
 */
export class RelaxedBody {
  #output = Buffer.alloc(0);
  #hasContent = false;
  #carried: Pending = { space: false, lines: 0, carriageReturn: false };

  /** A piece is only good until the next one is asked for. */
  *write(chunk: Buffer): Generator<Buffer> {
    for (let at = 0; at < chunk.length; ) {
      const plainEnd = isSettled(this.#carried) ? plainUntil(chunk, at) : at;
      if (plainEnd - at >= worthSkipping) {
        yield chunk.subarray(at, plainEnd);
        this.#hasContent = true;
        at = plainEnd;
      } else {
        const until = Math.min(chunk.length, at + copiedAtOnce);
        yield* this.#copy(chunk.subarray(at, until));
        at = until;
      }
    }
  }

  *#copy(chunk: Buffer): Generator<Buffer> {
    const wantedBytes = Math.min(chunk.length + 8, pieceBytes);
    if (this.#output.length < wantedBytes) this.#output = Buffer.allocUnsafe(wantedBytes);
    const output = this.#output;
    const full = output.length - 4;
    let length = 0;
    let { space: pendingSpace, lines: pendingLines, carriageReturn: pendingReturn } = this.#carried;
    for (let index = 0; index < chunk.length; index++) {
      let byte = chunk[index] ?? 0;
      if (pendingReturn) {
        pendingReturn = false;
        if (byte === lineFeed) {
          pendingSpace = false;
          pendingLines++;
          continue;
        }
        // A bare one is a character like others, and this byte comes again.
        byte = carriageReturn;
        index--;
      } else if (byte === space || byte === tab) {
        pendingSpace = true;
        continue;
      } else if (byte === carriageReturn) {
        pendingReturn = true;
        continue;
      }
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
    }
    this.#carried = { space: pendingSpace, lines: pendingLines, carriageReturn: pendingReturn };
    if (length === 0) return;
    this.#hasContent = true;
    yield output.subarray(0, length);
  }

  *end(): Generator<Buffer> {
    if (this.#carried.carriageReturn) {
      this.#hasContent = true;
      yield Buffer.from(`${'\r\n'.repeat(this.#carried.lines)}${this.#carried.space ? ' ' : ''}\r`);
    }
    if (this.#hasContent) yield lineEnd;
  }
}

/** What counts only once something follows it. */
interface Pending {
  readonly space: boolean;
  readonly lines: number;
  /** The last byte so far: what follows decides whether a line ends. */
  readonly carriageReturn: boolean;
}

function isSettled({ space, lines, carriageReturn }: Pending): boolean {
  return !space && lines === 0 && !carriageReturn;
}

const lineEnd = Buffer.from('\r\n');

/** A shorter stretch is not worth a call of the hash. */
const worthSkipping = 256;
/** So much goes byte by byte before the next stretch is looked for. */
const copiedAtOnce = 4096;

/** Where the stretch ends that begins at `at` and goes into the hash as it came, without a copy. */
function plainUntil(chunk: Buffer, at: number): number {
  const last = chunk.length - 1;
  let end = at;
  let byte = chunk[at] ?? tab;
  if (isWhiteSpace(byte)) return at;
  // Never beyond the last one: a loop that might read there is compiled to a slower one.
  while (end < last) {
    const next = chunk[end + 1] ?? tab;
    if (byte <= space && (byte === tab || (byte === space && isWhiteSpace(next)))) break;
    byte = next;
    end += 1;
  }
  if (end === last) end += 1;
  // What white space at its end becomes depends on what follows.
  while (end > at && isWhiteSpace(chunk[end - 1])) end -= 1;
  return end;
}

function isWhiteSpace(byte: number | undefined): boolean {
  return byte === space || byte === tab || byte === carriageReturn || byte === lineFeed;
}

/** One of a message's fields. One character for each byte (latin1), so that UTF-8 passes through unchanged. */
export interface HeaderField {
  /** Lower case. */
  readonly name: string;
  /** As it stands, folded, without the line end. */
  readonly text: string;
}

/** The fields in order. */
export function headerFields(headers: string): HeaderField[] {
  return headers
    .split(/\r\n(?![ \t])/)
    .filter((text) => text.includes(':'))
    .map((text) => ({ name: nameOf(text), text }));
}

function nameOf(text: string): string {
  return withoutTrailing(text.slice(0, text.indexOf(':')), ' \t').toLowerCase();
}

/** RFC 6376 §3.4.2, relaxed: `name:value` without a line end. */
export function relaxedHeader({ name, text }: HeaderField): string {
  // White space follows each line end within a field. A single space stays: most of them are.
  const value = text.slice(text.indexOf(':') + 1).replace(/(?:[ \t]|\r\n){2,}|\t/g, ' ');
  const start = value.startsWith(' ') ? 1 : 0;
  return `${name}:${value.slice(start, value.endsWith(' ') ? -1 : undefined)}`;
}
