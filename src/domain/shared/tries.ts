/**
 * The processes that began a job at the place where it still is, and did not say that they left it: they ended there.
 * Each says so before the work, so that work which ends the process shows.
 */
export interface Tries {
  /** How far the job was when the last of them began. */
  readonly at: string;
  readonly count: number;
}

/** Work that ended so many processes at one place is not begun there again. */
const mostTries = 2;

/** With one more that begins at `at`. `tries`: undefined where the last one left the job. */
export function oneMoreTry(tries: Tries | undefined, at: string): Tries {
  if (tries === undefined) return { at, count: 1 };
  // The last one came as far as here, and ended here.
  return { at, count: tries.at === at ? tries.count + 1 : 2 };
}

export const mayTry = (tries: Tries | undefined, at: string): boolean => oneMoreTry(tries, at).count <= mostTries;
