import type { SmtpReply } from './reply-parser.js';

interface Line {
  readonly atMs: number;
  readonly text: string;
  /** The recipient that it is about; null: it is about all of them. */
  readonly about: string | null;
}

/** Kept lines of one transaction and, where it was the first, of opening its connection. */
const maxBytes = 8 * 1024;
const maxLineLength = 512;

/** The lines exchanged on a connection, without the message and without credentials. */
export class Conversation {
  private lines: Line[] = [];
  private bytes = 0;
  private startedMs = performance.now();
  /** Commands that have no reply yet, in their order. */
  private asked: (string | null)[] = [];

  /** `about`: the recipient, where the command names one. */
  sent(line: string, about: string | null = null): void {
    this.asked.push(about);
    this.add(`> ${line}`, about);
  }

  received({ lines, code }: SmtpReply): void {
    const about = this.asked.shift() ?? null;
    lines.forEach((line, index) => this.add(`< ${code}${index < lines.length - 1 ? '-' : ' '}${line}`, about));
  }

  /** Something that is no line of the protocol. */
  note(text: string): void {
    this.add(`* ${text}`, null);
  }

  /** Another transaction on the same connection: the lines before belong to others. */
  beginAgain(text: string): void {
    this.lines = [];
    this.bytes = 0;
    this.asked = [];
    this.startedMs = performance.now();
    this.note(text);
  }

  /**
   * As one recipient may know it: lines about the others are left out. Milliseconds since its start before each line.
   */
  shownTo(address: string | null): string {
    const shown = this.lines.filter(({ about }) => about === null || about === address);
    return shown.map(({ atMs, text }) => `+${atMs} ${text}`).join('\n');
  }

  private add(text: string, about: string | null): void {
    if (this.bytes > maxBytes) return;
    const atMs = Math.round(performance.now() - this.startedMs);
    const line = text.length > maxLineLength ? `${text.slice(0, maxLineLength)} …` : text;
    this.bytes += Buffer.byteLength(line) + 8;
    this.lines.push({ atMs, text: this.bytes > maxBytes ? '* more was said than is kept' : line, about });
  }
}
