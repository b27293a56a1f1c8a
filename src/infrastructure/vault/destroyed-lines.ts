/** One line of the append-only file of destroyed keys. */
export interface DestroyedKey {
  readonly kid: string;
  /** ISO 8601. */
  readonly destroyedAt: string;
}

/** A kid, a space, an ISO 8601 time. */
const wholeLine = /^(\S+) (\S+)$/;
export const lineEnd = 0x0a;

/** Undefined where the line is none: a crash cut it short. */
export function destroyedBy(line: string): DestroyedKey | undefined {
  const [, kid, destroyedAt] = wholeLine.exec(line) ?? [];
  return kid === undefined || destroyedAt === undefined ? undefined : { kid, destroyedAt };
}

/** Every whole line of the file's content; a torn last one is none. */
export function destroyedIn(content: Buffer): readonly DestroyedKey[] {
  const lines = content.toString('utf8', 0, content.lastIndexOf(lineEnd) + 1).split('\n');
  return lines.flatMap((line) => destroyedBy(line) ?? []);
}

/** Throws where a word would not stay one in its line. */
export function assertWords(kids: readonly string[], destroyedAt: string): void {
  if ([destroyedAt, ...kids].some((word) => !/^\S+$/.test(word))) throw new TypeError('not a kid or not a time');
}

/** Whole lines, to be appended. */
export function destroyedLines(kids: readonly string[], destroyedAt: string): string {
  return kids.map((kid) => `${kid} ${destroyedAt}\n`).join('');
}
