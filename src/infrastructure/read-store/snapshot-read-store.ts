import { writeFileSync } from 'node:fs';
import { openDatabase } from '../sqlite/database.js';

/**
 * Copies documents and checkpoints, as they stand together at one moment, into a new file; a server may go on writing
 * meanwhile. The copy holds personal data: it is readable by its owner only, and the caller removes it. Throws where
 * `into` exists.
 */
export function snapshotReadStore(path: string, into: string): void {
  writeFileSync(into, '', { mode: 0o600, flag: 'wx' });
  const database = openDatabase(path, { readOnly: true });
  try {
    database.prepare('VACUUM INTO ?').run(into);
  } finally {
    database.close();
  }
}
