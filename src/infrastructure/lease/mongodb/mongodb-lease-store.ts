import type { Collection, Db } from 'mongodb';
import type { LeaseStore } from '../../../application/ports/lease.js';
import type { LeaseRow } from './replace-all.js';
import { ReplaceLane } from './replace-lane.js';

/**
 * Leases in MongoDB. Each state is a document of its own, and the compare-and-set is an insert: of several under one
 * `_id` every server lets one in, on servers too that do not make a conditional update in one step.
 */
export function mongodbLeaseStore(database: Db): LeaseStore {
  const rows = database.collection<LeaseRow>('leases');
  const lane = new ReplaceLane(rows);
  return {
    async read(name) {
      const row = await latest(rows, name);
      return row === null ? undefined : { holder: row.holder, fence: row.fence, heartbeat: row.heartbeat };
    },
    replace: (name, next) => lane.add(name, next),
    async list(prefix) {
      const named = { name: { $gte: prefix, $lt: `${prefix}\uffff` } };
      const found = await rows.find(named).sort({ name: 1, heartbeat: 1 }).toArray();
      return new Map(found.map(({ name, holder, fence, heartbeat }) => [name, { holder, fence, heartbeat }]));
    },
    async remove(name) {
      await rows.deleteMany({ name });
    },
  };
}

function latest(rows: Collection<LeaseRow>, name: string): Promise<LeaseRow | null> {
  return rows.findOne({ name }, { sort: { heartbeat: -1 } });
}
