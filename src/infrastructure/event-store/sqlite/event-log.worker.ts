import { parentPort, workerData } from 'node:worker_threads';
import { endThreadWhenDamaged } from '../../sqlite/damage.js';
import { openDatabase } from '../../sqlite/database.js';
import { serveWrites } from '../../sqlite/group-commit.js';
import { announceCommits } from './commit-signal.js';
import { eventLogFormat, eventLogWrites } from './event-log-writes.js';
import { Appended } from './recent-appends.js';

/** What the thread that writes the log is started with. */
export interface EventLogWorkerData {
  readonly path: string;
}

if (parentPort !== null) {
  const { path } = workerData as EventLogWorkerData;
  endThreadWhenDamaged();
  const database = openDatabase(path, { format: eventLogFormat });
  const announce = announceCommits(path);
  const appended = new Appended();
  serveWrites(parentPort, {
    database,
    handlers: eventLogWrites(database, (rows) => appended.add(rows)),
    onCommitted: () => announce(appended.take()),
  });
}
