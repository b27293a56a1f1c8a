import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventually } from './wait-for.js';

/** Points that a command can be stopped at, as `pausing-command.mjs` reads them. */
export const pausePoints = {
  /** A body that is a file of its own has just been begun in the backup's vault. */
  backupOfABody: 'copies /vault/blobs/',
  /** A body has just been begun in the folder that is to be put in place. */
  restoreOfABody: 'copies /restore-staging/blobs/',
  /** The log is about to say that the erasure was asked for, and nothing is erased yet. */
  erasureRequested: 'wrote ErasureRequested',
  /** Events are on their way into the target, and more is to come. */
  migrateCopies: 'wrote EmailAccepted',
  migrateCompares: 'says Comparing',
  migrateMarks: 'says Marking',
  migrateFinishes: 'says Finishing',
} as const;

export type PausePoint = (typeof pausePoints)[keyof typeof pausePoints];

/** For the environment of a command: it stops at this point, and stays there until it is killed. */
export function pausingAt(point: PausePoint): Readonly<Record<string, string>> {
  const preloaded = pathToFileURL(join(import.meta.dirname, 'pausing-command.mjs')).href;
  return { NODE_OPTIONS: `--import=${preloaded}`, PAUSE_AT: point };
}

/** Throws, with what it said, where the command ends before it comes to its point. */
export async function untilPaused(command: { readonly ended: Promise<unknown>; said(): string }): Promise<void> {
  let hasEnded = false;
  void command.ended.then(() => (hasEnded = true));
  await eventually(() => hasEnded || command.said().includes('paused: '));
  if (hasEnded) throw new Error(`the command ended before its pause point:\n${command.said()}`);
}
