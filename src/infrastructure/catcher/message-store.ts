import type { CapturedMessage } from '../../application/ports/captured-mail.js';
import type { DatabaseSync } from '../sqlite/database.js';
import { truncateWal } from '../sqlite/database.js';
import type { WriteContext } from '../sqlite/group-commit.js';

const keptMessages = 1000;

interface MessageRow {
  readonly email_id: string;
  readonly received_at: string;
  readonly reverse_path: string;
  readonly recipients: string;
  readonly raw: Uint8Array;
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
  const select = database.prepare('SELECT * FROM message WHERE email_id = ? ORDER BY number DESC');

  return {
    add({ emailId, receivedAt, reversePath, recipients, raw }: CapturedMessage): void {
      const { lastInsertRowid } = insert.run(emailId, receivedAt, reversePath, JSON.stringify(recipients), raw);
      trim.run(Number(lastInsertRowid) - keptMessages);
    },
    forEmail(emailId: string) {
      // The columns are those of the table above.
      return (select.all(emailId) as unknown as readonly MessageRow[]).map((row) => ({
        emailId: row.email_id,
        receivedAt: row.received_at,
        reversePath: row.reverse_path,
        recipients: JSON.parse(row.recipients) as readonly string[],
        raw: row.raw,
      }));
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
