import { parseEnv } from 'node:util';

/** A `.env` file: its values, the last line of each name, and the lines that say nothing. Lines count from 1. */
export interface DotEnv {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly lineOf: ReadonlyMap<string, number>;
  readonly brokenLines: readonly number[];
  /** Lines whose value counts for nothing, because a later line sets the same name to another one. */
  readonly overwritten: readonly { readonly name: string; readonly line: number }[];
}

const assignment = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(.*)$/s;
const quotes = ['"', "'", '`'];

/** Reads the text as Node does, and finds what Node passes by in silence. A value in quotes may have several lines. */
export function readDotEnv(text: string): DotEnv {
  // Editors of Windows put it there, and Node takes it for a part of the first name.
  const content = text.replace(/^\uFEFF/, '');
  const lines = content.split(/\r?\n/);
  const lineOf = new Map<string, number>();
  const valueOf = new Map<string, string>();
  const overwritten: { name: string; line: number }[] = [];
  const brokenLines: number[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name, value = ''] = assignment.exec(line) ?? [];
    if (name === undefined) brokenLines.push(index + 1);
    else {
      const before = lineOf.get(name);
      if (before !== undefined && valueOf.get(name) !== value) overwritten.push({ name, line: before });
      lineOf.set(name, index + 1);
      valueOf.set(name, value);
    }
    index += furtherLines(value, lines.slice(index + 1));
  }
  return { values: parseEnv(content), lineOf, brokenLines, overwritten };
}

/** How many of the next lines belong to a value whose quotes are still open. */
function furtherLines(value: string, next: readonly string[]): number {
  const quote = quotes.find((each) => value.startsWith(each));
  if (quote === undefined || value.indexOf(quote, 1) > 0) return 0;
  return next.findIndex((line) => line.includes(quote)) + 1;
}
