import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from './server.js';

const preloaded = (file = 'shifted-clock.mjs'): string =>
  `--import=${pathToFileURL(join(import.meta.dirname, file)).href}`;

/** For `startServer`: the server's wall clock is ahead by so much. */
export function aheadBy(shiftMs: number): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: preloaded(), CLOCK_SHIFT_MS: String(shiftMs) };
}

/** For a server: its monotonic clock is so slow that no term of a lease passes while a suite waits. */
export const withoutTerms = (): Readonly<Record<string, string>> => ({ NODE_OPTIONS: preloaded('slow-clock.mjs') });

/** A wall clock that runs as any other, and that a suite moves forward while the server runs. */
export interface MovableClock {
  /** For `startServer`. */
  readonly env: Readonly<Record<string, string>>;
  advance(byMs: number): void;
  remove(): void;
}

export function movableClock(): MovableClock {
  const folder = temporaryFolder();
  const file = join(folder, 'shift');
  let shiftMs = 0;
  const write = (): void => {
    // A reader sees the old number or the new one, never half of it.
    writeFileSync(`${file}.new`, String(shiftMs));
    renameSync(`${file}.new`, file);
  };
  write();
  return {
    env: { NODE_OPTIONS: preloaded(), CLOCK_SHIFT_FILE: file },
    advance(byMs) {
      shiftMs += byMs;
      write();
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
