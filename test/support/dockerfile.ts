import { readFileSync } from 'node:fs';

export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions of a Dockerfile in order, continued lines put together. */
export function instructionsOf(path: string): Instruction[] {
  return readFileSync(path, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', text = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
      return { name, text };
    });
}

/** What follows `CMD` in the exec form. */
export function commandOf(text: string): string[] {
  return JSON.parse(text.slice(text.indexOf('['))) as string[];
}
