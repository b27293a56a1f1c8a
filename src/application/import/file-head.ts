import { type Encoding, type FilePlace, type Separator, separators } from '../../domain/import/events.js';
import { type CsvRow, readRows } from './csv-rows.js';

/** The header and some rows are looked for in here. */
export const headBytes = 256 * 1024;

/** What the first bytes of a file say of it. */
export interface FileLayout {
  readonly encoding: Encoding;
  readonly separator: Separator;
  readonly header: readonly string[];
  readonly rowsAt: FilePlace;
}

/** Looks at a file as it passes: keeps its first bytes, and finds out whether all of it is UTF-8. */
export class FileHead {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #kept: Buffer[] = [];
  #keptBytes = 0;
  #bytes = 0;
  #isUtf8 = true;

  add(bytes: Buffer): void {
    this.#bytes += bytes.length;
    if (this.#keptBytes < headBytes) {
      const part = Buffer.from(bytes.subarray(0, headBytes - this.#keptBytes));
      this.#kept.push(part);
      this.#keptBytes += part.length;
    }
    if (this.#isUtf8) this.#isUtf8 = this.#decodes(() => this.#decoder.decode(bytes, { stream: true }));
  }

  /**
   * To be asked once, after the last byte.
   * @returns undefined when there is no header.
   */
  layout(): FileLayout | undefined {
    if (this.#isUtf8) this.#isUtf8 = this.#decodes(() => this.#decoder.decode());
    const head = Buffer.concat(this.#kept);
    const mark = markOf(head);
    const encoding = mark.encoding ?? (this.#isUtf8 ? 'utf-8' : 'windows-1252');
    const { markBytes } = mark;
    const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(head.subarray(markBytes), {
      stream: !this.#isWhole,
    });
    const reading = { line: 1, isLast: this.#isWhole, maxRows: 1 };
    const found = separators
      .map((separator) => ({ separator, ...readRows(text, { ...reading, separator }) }))
      .reduce((best, each) => ((each.rows[0]?.cells.length ?? 0) > (best.rows[0]?.cells.length ?? 0) ? each : best));
    const [header] = found.rows;
    if (header === undefined || header.isCutOff) return undefined;
    const { separator, end, line } = found;
    const rowsAt = { byte: markBytes + bytesOf(text.slice(0, end), encoding), line };
    return { encoding, separator, header: header.cells.map((cell) => cell.trim()), rowsAt };
  }

  /** The first rows behind the header. */
  rows({ encoding, separator, rowsAt }: FileLayout, maxRows: number): readonly CsvRow[] {
    const bytes = Buffer.concat(this.#kept).subarray(rowsAt.byte);
    const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes, { stream: !this.#isWhole });
    return readRows(text, { separator, line: rowsAt.line, isLast: this.#isWhole, maxRows }).rows;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get #isWhole(): boolean {
    return this.#bytes === this.#keptBytes;
  }

  #decodes(decode: () => string): boolean {
    try {
      decode();
      return true;
    } catch {
      return false;
    }
  }
}

/** The mark of an encoding that some programs put before the text. */
function markOf(head: Buffer): { readonly encoding?: Encoding; readonly markBytes: number } {
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', markBytes: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', markBytes: 2 };
  return { markBytes: head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0 };
}

/** How many bytes of the file a decoded text was. */
export function bytesOf(text: string, encoding: Encoding): number {
  switch (encoding) {
    case 'utf-8':
      return Buffer.byteLength(text);
    case 'windows-1252':
      return text.length;
    case 'utf-16le':
    case 'utf-16be':
      return text.length * 2;
  }
}
