/** One reply of the receiving side, RFC 5321 §4.2. */
export interface SmtpReply {
  /** 200 to 599. */
  readonly code: number;
  /** RFC 3463, such as `5.1.1`; null where none is given or its class contradicts the code. */
  readonly enhancedCode: string | null;
  /** What follows the code, one entry a line, the enhanced code included. */
  readonly lines: readonly string[];
}

/** What was received is no SMTP reply, or is beyond every limit. */
export class MalformedReply extends Error {
  readonly code = 'malformed-reply';
}

/** RFC 5321 §4.5.3.1.5 says 512; some receivers explain themselves at length. */
const maxLineBytes = 4096;
const maxLines = 200;

const replyLine = /^([2-5]\d\d)(?:([ -])(.*))?$/s;
const enhancedStatus = /^([245]\.\d{1,3}\.\d{1,3})(?=\s|$)/;

const lineFeed = 10;
const carriageReturn = 13;

/** Turns bytes, however they are cut, into replies. */
export class ReplyParser {
  private unread: Buffer = Buffer.alloc(0);
  private lines: string[] = [];
  private code = 0;

  /** True between replies: nothing was received that has not been answered with a reply. */
  get isEmpty(): boolean {
    return this.unread.length === 0 && this.lines.length === 0;
  }

  /**
   * Calls `onReply` for each reply that is complete now. Throws {@link MalformedReply}; the parser is of no use then.
   */
  feed(chunk: Buffer, onReply: (reply: SmtpReply) => void): void {
    const bytes = this.unread.length === 0 ? chunk : Buffer.concat([this.unread, chunk]);
    let start = 0;
    for (;;) {
      const end = bytes.indexOf(lineFeed, start);
      if ((end === -1 ? bytes.length : end) - start > maxLineBytes) throw new MalformedReply('reply line too long');
      if (end === -1) break;
      const textEnd = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
      const reply = this.addLine(bytes.toString('utf8', start, textEnd));
      start = end + 1;
      if (reply !== undefined) onReply(reply);
    }
    this.unread = bytes.subarray(start);
  }

  private addLine(line: string): SmtpReply | undefined {
    const match = replyLine.exec(line);
    if (match === null) throw new MalformedReply('not an SMTP reply');
    const code = Number(match[1]);
    if (this.lines.length > 0 && code !== this.code) throw new MalformedReply('one reply with two codes');
    if (this.lines.length === maxLines) throw new MalformedReply('reply with too many lines');
    this.code = code;
    this.lines.push(match[3] ?? '');
    if (match[2] === '-') return undefined;
    const { lines } = this;
    this.lines = [];
    return { code, enhancedCode: enhancedCodeOf(code, lines), lines };
  }
}

function enhancedCodeOf(code: number, lines: readonly string[]): string | null {
  const status = enhancedStatus.exec(lines.at(-1) ?? '')?.[1] ?? enhancedStatus.exec(lines[0] ?? '')?.[1];
  return status !== undefined && status[0] === String(code)[0] ? status : null;
}
