import { type BadEvent, verifyLog } from '../../application/verify/verify-log.js';
import type { Config } from '../config/config.js';
import { pathsIn } from '../data-dir/data-dir.js';
import { chainLink } from '../event-codec/digest.js';
import { openSqliteEventStore } from '../event-store/sqlite/sqlite-event-store.js';
import { requireLog } from './installation.js';
import type { Outcome } from './outcome.js';

/** `verify`: needs no key and writes nothing. */
export async function verify(config: Config): Promise<Outcome> {
  requireLog(config);
  const writer = { call: () => Promise.reject(new Error('opened for reading only')) };
  const store = openSqliteEventStore({ path: pathsIn(config.dataDir).eventLog, writer });
  try {
    const { events, streams, head, bad } = await verifyLog({ store, linkOf: chainLink });
    const counts = { events, streams, head };
    if (bad !== undefined) return { result: { ok: false, ...counts, bad }, text: describe(bad), negative: true };
    return {
      result: { ok: true, ...counts },
      text: `${events} events in ${streams} streams: every digest and every chain is right.`,
    };
  } finally {
    await store.close();
  }
}

function describe({ stream, revision, position, id, problem }: BadEvent): string {
  return `${stream} revision ${revision}, position ${position}, event ${id}: ${problem}`;
}
