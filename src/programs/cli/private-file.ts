import { writeFileSync } from 'node:fs';
import { Declined } from './shared/outcome.js';

/** Only for this user of the system; what is there already stays. Throws {@link Declined}. */
export function writePrivate(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new Declined(`${file} could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
