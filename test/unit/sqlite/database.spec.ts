import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../src/infrastructure/sqlite/database.js';

describe('a database that is written to', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-database-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  // That a flush then really comes before an answer is what test/strace shows, which needs a tracer.
  it('flushes its write-ahead log with each commit', () => {
    const database = openDatabase(join(folder, 'notes.sqlite'));
    const setting = (name: string): unknown => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    const [journalMode, synchronous] = [setting('journal_mode'), setting('synchronous')];
    database.close();
    const full = 2;
    expect({ journalMode, synchronous }).toEqual({ journalMode: 'wal', synchronous: full });
  });
});
