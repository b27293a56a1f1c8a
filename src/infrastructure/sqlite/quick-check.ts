import { openDatabase } from './database.js';

/** What SQLite finds wrong with a file (`PRAGMA quick_check`); empty: nothing. Reads all of it and changes nothing. */
export function quickCheck(path: string): readonly string[] {
  try {
    const database = openDatabase(path, { readOnly: true, isLook: true });
    try {
      const rows = database.prepare('PRAGMA quick_check').all() as { quick_check: string }[];
      return rows.map((row) => row.quick_check).filter((text) => text !== 'ok');
    } finally {
      database.close();
    }
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
