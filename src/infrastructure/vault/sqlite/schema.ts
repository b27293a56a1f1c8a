import type { DatabaseSync } from '../../sqlite/database.js';

/**
 * Condition for the hourly logs of requests, webhooks and tracked links. `.` follows `-` in ASCII. A query that says
 * the same in the same words is served by the index.
 */
export const ofRequestLogs =
  "((anchor >= 'requestlog-' AND anchor < 'requestlog.') OR (anchor >= 'webhooklog-' AND anchor < 'webhooklog.') OR (anchor >= 'trackinglog-' AND anchor < 'trackinglog.')) AND keys <> zeroblob(length(keys))";

/**
 * Row and blob ids are UUIDv7, so their primary keys are in order of time: a sweep pages entries by age without
 * another index. Cells that hold key or body bytes never move between pages (rows of `key_rows` and `slots` are only
 * appended, and overwritten at the same size): SQLite zeroes what it deletes, yet may leave copies of cells that a page
 * merge has moved.
 *
 * Hourly logs have their own retention: an index of just its rows whose keys are left costs no other row anything.
 *
 * `key_rows.keys`: wrapped keys, one after the other; a destroyed key's slot is zeros, and so is a whole row that the
 * sweep has removed, or a destroyed secret. `slots`: where small bodies lie,
 * padded to a size class and used again. `blobs.slot` null: the bytes are a file.
 */
const schema = `
  CREATE TABLE IF NOT EXISTS vault (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    key_store_id TEXT,
    sealed BLOB,
    destroyed_log_bytes INTEGER NOT NULL
  );
  INSERT OR IGNORE INTO vault VALUES (1, NULL, NULL, 0);
  CREATE TABLE IF NOT EXISTS key_rows (
    row TEXT PRIMARY KEY, anchor TEXT NOT NULL, created_at TEXT NOT NULL, keys BLOB NOT NULL
  );
  DROP INDEX IF EXISTS request_log_rows;
  DROP INDEX IF EXISTS hourly_log_rows;
  CREATE INDEX IF NOT EXISTS hourly_rows ON key_rows (row) WHERE ${ofRequestLogs};
  CREATE TABLE IF NOT EXISTS destroyed_keys (kid TEXT PRIMARY KEY, destroyed_at TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, wrapped BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS blobs (
    id TEXT PRIMARY KEY, anchor TEXT NOT NULL, created_at TEXT NOT NULL, size INTEGER NOT NULL, slot INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS slots (slot INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS free_slots (
    capacity INTEGER NOT NULL, slot INTEGER NOT NULL, PRIMARY KEY (capacity, slot)
  ) WITHOUT ROWID;
`;

/**
 * Format of the tables above: raised where an older program would read them wrongly, or write what does not fit them.
 */
export const vaultFormat = 1;

/** Makes what is missing. Two processes may do so at once. */
export function createVaultSchema(database: DatabaseSync): void {
  database.exec(`BEGIN IMMEDIATE; ${schema} COMMIT`);
}
