import { parseEnv } from 'node:util';

/** A `.env` file: its values, the line of each name, and the lines that say nothing. Lines count from 1. */
export interface DotEnv {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly lineOf: ReadonlyMap<string, number>;
  readonly brokenLines: readonly number[];
}

const assignment = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(.*)$/s;
const quotes = ['"', "'", '`'];

/** Reads the text as Node does, and finds what Node passes by in silence. A value in quotes may have several lines. */
export function readDotEnv(text: string): DotEnv {
  // Editors of Windows put it there, and Node takes it for a part of the first name.
  const content = text.replace(/^\uFEFF/, '');
  const lines = content.split(/\r?\n/);
  const lineOf = new Map<string, number>();
  const brokenLines: number[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name, value = ''] = assignment.exec(line) ?? [];
    if (name === undefined) brokenLines.push(index + 1);
    else lineOf.set(name, index + 1);
    index += furtherLines(value, lines.slice(index + 1));
  }
  return { values: parseEnv(content), lineOf, brokenLines };
}

/** How many of the next lines belong to a value whose quotes are still open. */
function furtherLines(value: string, next: readonly string[]): number {
  const quote = quotes.find((each) => value.startsWith(each));
  if (quote === undefined || value.indexOf(quote, 1) > 0) return 0;
  return next.findIndex((line) => line.includes(quote)) + 1;
}
