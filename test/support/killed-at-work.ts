import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../src/infrastructure/sqlite/database.js';
import type { CrashServer } from './crash-server.js';

const everyMs = 2;
const patienceMs = 60_000;

/**
 * Kills the server while it is in the middle of the work that says this event before its first step: nothing can be
 * written from then on, so the work comes to no end.
 *
 * @param log Its `eventlog.sqlite`.
 * @param times How often it must have been said.
 */
export async function killAtWork(server: CrashServer, log: string, type: string, times: number): Promise<void> {
  const database = openDatabase(log);
  try {
    for (const endMs = performance.now() + patienceMs; ; ) {
      database.exec('BEGIN IMMEDIATE');
      if (saidOf(database, type) >= times) break;
      database.exec('ROLLBACK');
      if (performance.now() > endMs) throw new Error(`${type} was not said ${times} times:\n${server.log()}`);
      await delay(everyMs);
    }
    await server.kill();
    database.exec('ROLLBACK');
  } finally {
    database.close();
  }
}

/** How often the log has an event of this type. */
export function timesSaid(log: string, type: string): number {
  const database = openDatabase(log, { readOnly: true });
  try {
    return saidOf(database, type);
  } finally {
    database.close();
  }
}

function saidOf(database: ReturnType<typeof openDatabase>, type: string): number {
  const counted = database.prepare('SELECT count(*) AS count FROM events WHERE type = ?').get(type);
  return (counted as unknown as { readonly count: number }).count;
}
