import { FileDamaged, notedDamage } from './damage.js';
import { type DatabaseSync, formatOf, openDatabase } from './database.js';

/** What a short look at a database file shows, however large it is. */
export interface FileLook {
  /** In SQLite's words, or as it was noted when it was met; null: none was seen. */
  readonly damage: string | null;
  /** Format of what lies in it; 0: from before formats were recorded. */
  readonly format: number;
}

/**
 * Reads the file's beginning and the first row of each table, and changes nothing. Damage further inside is met by
 * those who read there. The file must exist.
 */
export function lookAt(path: string): FileLook {
  const noted = notedDamage(path);
  if (noted !== undefined) return { damage: noted, format: 0 };
  try {
    const database = openDatabase(path, { readOnly: true, isLook: true });
    try {
      readFirstRows(database);
      return { damage: null, format: formatOf(database) };
    } finally {
      database.close();
    }
  } catch (error) {
    // Anything else is met, and reported, by who opens the file in earnest.
    return { damage: error instanceof FileDamaged ? error.reason : null, format: 0 };
  }
}

function readFirstRows(database: DatabaseSync): void {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  // Names come from the file: a quote in one would end it.
  for (const { name } of tables)
    database.prepare(`SELECT 1 FROM "${String(name).replaceAll('"', '""')}" LIMIT 1`).get();
}
