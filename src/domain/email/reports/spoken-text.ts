import type { ReportedReply } from './report.js';
import { replyIn } from './reported-reply.js';

/** A report of one email names no more of them: who sends more wants to cost us something. */
export const mostRecipients = 1_000;
/** Places of an address in a text that are looked at. */
const mostPlaces = 8;
const linesBehind = 40;
/** What is read behind addresses of one text, all together: each place may have all of the text behind it. */
const mostReadBehind = 1_000_000;

/** What a report says to people, taken apart once for all the addresses that it is asked about. */
export interface SpokenText {
  readonly text: string;
  readonly lines: readonly string[];
  /** What all of it says. */
  readonly reply: () => ReportedReply;
  /** Numbers of the first lines that have an address, which is in lower case. */
  readonly naming: (address: string) => readonly number[];
  /** A line and those behind it; none once too much was read. */
  readonly behind: (line: number) => readonly string[];
}

export function spokenText(text: string): SpokenText {
  const lines = text.split('\n');
  const lower = lines.map((line) => line.toLowerCase());
  const searched = lower.join('\n');
  const starts: number[] = [];
  let start = 0;
  for (const { length } of lower) {
    starts.push(start);
    start += length + 1;
  }
  let left = mostReadBehind;
  let whole: ReportedReply | undefined;
  return {
    text,
    lines,
    reply: () => (whole ??= replyIn(text)),
    naming(address) {
      const found: number[] = [];
      for (let from = 0; found.length < mostPlaces; ) {
        const at = searched.indexOf(address, from);
        if (at === -1) break;
        const line = lastUpTo(starts, at);
        found.push(line);
        from = starts[line + 1] ?? Infinity;
      }
      return found;
    },
    behind(line) {
      if (left <= 0) return [];
      const read = lines.slice(line, line + linesBehind);
      left -= read.reduce((sum, { length }) => sum + length + 1, 0);
      return read;
    },
  };
}

/** Index of the last of these rising numbers that is not above `most`. */
function lastUpTo(numbers: readonly number[], most: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[middle] ?? Infinity) <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}
