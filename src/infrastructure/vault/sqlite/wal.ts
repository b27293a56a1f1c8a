import type { DatabaseSync } from '../../sqlite/database.js';

/**
 * Empties the write-ahead log, so that what was overwritten is in no file any more; throws where a reader is in the
 * way.
 */
export function emptyWal(database: DatabaseSync): void {
  const outcome = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  if (outcome?.['busy'] !== 0) throw new Error('the write-ahead log could not be emptied: another process is reading');
}
