import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** For `startServer`: the server's wall clock is ahead by so much. */
export function aheadBy(shiftMs: number): Readonly<Record<string, string>> {
  const preloaded = pathToFileURL(join(import.meta.dirname, 'shifted-clock.mjs')).href;
  return { NODE_OPTIONS: `--import=${preloaded}`, CLOCK_SHIFT_MS: String(shiftMs) };
}
