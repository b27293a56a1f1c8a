import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../../sqlite/database.js';
import { serveWrites } from '../../sqlite/group-commit.js';
import { announceCommits } from './commit-signal.js';
import { eventLogWrites } from './event-log-writes.js';

/** What the thread that writes the log is started with. */
export interface EventLogWorkerData {
  readonly path: string;
}

if (parentPort !== null) {
  const { path } = workerData as EventLogWorkerData;
  const database = openDatabase(path);
  serveWrites(parentPort, { database, handlers: eventLogWrites(database), onCommitted: announceCommits(path) });
}
