import type { DatabaseSync } from '../sqlite/database.js';
import { truncateWal } from '../sqlite/database.js';
import type { WriteContext } from '../sqlite/group-commit.js';

/** Format of the table below: raised where an older program could not use it. */
export const catcherFormat = 1;

const keptMessages = 1000;
/** Kept beginning of one message, and of all messages of one email together. */
const [startBytes, allStartsBytes] = [256 * 1024, 1024 * 1024];

/** A message as it came. */
export interface ReceivedMessage {
  /** The email it belongs to, from its Message-ID. */
  readonly emailId: string;
  readonly receivedAt: string;
  readonly reversePath: string;
  readonly recipients: readonly string[];
  readonly raw: Buffer;
}

export interface MessageHead extends Omit<ReceivedMessage, 'emailId' | 'raw'> {
  readonly number: number;
  readonly sizeBytes: number;
  /** So many of its bytes as may be shown. */
  readonly start: Uint8Array;
}

interface WantedMessage {
  readonly emailId: string;
  readonly number: number;
}

interface MessageRow {
  readonly number: number;
  readonly received_at: string;
  readonly reverse_path: string;
  readonly recipients: string;
  readonly size: number;
}

/** The handlers of the catcher's own file, each inside a transaction. */
export function createMessageStore(database: DatabaseSync) {
  database.exec(`
    CREATE TABLE IF NOT EXISTS message (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      email_id TEXT NOT NULL,
      received_at TEXT NOT NULL,
      reverse_path TEXT NOT NULL,
      recipients TEXT NOT NULL,
      raw BLOB NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS message_email_id ON message (email_id, number);
  `);
  const insert = database.prepare(
    'INSERT INTO message (email_id, received_at, reverse_path, recipients, raw) VALUES (?, ?, ?, ?, ?)',
  );
  const trim = database.prepare('DELETE FROM message WHERE number <= ?');
  const remove = database.prepare('DELETE FROM message WHERE email_id IN (SELECT value FROM json_each(?))');
  const select = database.prepare(
    'SELECT number, received_at, reverse_path, recipients, length(raw) AS size FROM message WHERE email_id = ? ORDER BY number DESC',
  );
  const selectStart = database.prepare('SELECT substr(raw, 1, ?) AS start FROM message WHERE number = ?');
  const selectSize = database.prepare('SELECT length(raw) AS size FROM message WHERE email_id = ? AND number = ?');
  const selectWhole = database.prepare('SELECT raw FROM message WHERE email_id = ? AND number = ?');

  return {
    add({ emailId, receivedAt, reversePath, recipients, raw }: ReceivedMessage): void {
      const { lastInsertRowid } = insert.run(emailId, receivedAt, reversePath, JSON.stringify(recipients), raw);
      trim.run(Number(lastInsertRowid) - keptMessages);
    },
    /** Newest first. */
    heads(emailId: string): MessageHead[] {
      let left = allStartsBytes;
      // The columns are those of the table above.
      return (select.all(emailId) as unknown as readonly MessageRow[]).map((row) => {
        const shown = Math.min(startBytes, left);
        const found = shown === 0 ? undefined : selectStart.get(shown, row.number)?.['start'];
        const start = found instanceof Uint8Array ? found : new Uint8Array();
        left -= start.length;
        return {
          number: row.number,
          receivedAt: row.received_at,
          reversePath: row.reverse_path,
          recipients: JSON.parse(row.recipients) as readonly string[],
          sizeBytes: row.size,
          start,
        };
      });
    },
    size({ emailId, number }: WantedMessage): number | undefined {
      const size = selectSize.get(emailId, number)?.['size'];
      return typeof size === 'number' ? size : undefined;
    },
    whole({ emailId, number }: WantedMessage): Uint8Array | undefined {
      const raw = selectWhole.get(emailId, number)?.['raw'];
      return raw instanceof Uint8Array ? raw : undefined;
    },
    forget(emailIds: readonly string[], context: WriteContext): void {
      const { changes } = remove.run(JSON.stringify(emailIds));
      if (changes === 0) return;
      context.afterCommit(() => {
        // Rows that moved between pages may have left copies: a new file has none.
        database.exec('VACUUM');
        truncateWal(database);
      });
    },
    empty(_argument: null, context: WriteContext): void {
      database.exec('DELETE FROM message');
      context.afterCommit(() => truncateWal(database));
    },
  };
}
