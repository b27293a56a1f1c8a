import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A message as a program wrote it, and what is right: one line for each recipient, or for what is no bounce. */
export interface BounceSample {
  readonly name: string;
  readonly right: readonly string[];
  readonly message: Buffer;
}

const file = join(import.meta.dirname, '../fixtures/bounces/reports.txt');

/** The samples of one file, which says at its top how it is read. */
export function bounceSamples(): readonly BounceSample[] {
  const [, ...sections] = readFileSync(file, 'utf8').split(/^==== /m);
  return sections.map((section) => {
    const [name = '', ...lines] = section.trimEnd().split('\n');
    const right = lines.filter((line) => line.startsWith('>> ') && lines.indexOf(line) < 3);
    const message = lines.slice(right.length).join('\r\n');
    return { name, right: right.map((line) => line.slice(3)), message: Buffer.from(`${message}\r\n`) };
  });
}
