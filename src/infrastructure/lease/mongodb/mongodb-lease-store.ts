import type { Collection, Db } from 'mongodb';
import type { LeaseState, LeaseStore } from '../../../application/ports/lease.js';
import { isDuplicateKey } from '../../mongodb/errors.js';

/** One state of one lease. A lease has one or two of them at any time. */
interface LeaseRow extends LeaseState {
  /** Heartbeat and name. */
  readonly _id: string;
  readonly name: string;
}

/**
 * Leases in MongoDB. Each state is a document of its own, and the compare-and-set is an insert: of several under one
 * `_id` every server lets one in, on servers too that do not make a conditional update in one step.
 */
export function mongodbLeaseStore(database: Db): LeaseStore {
  const rows = database.collection<LeaseRow>('leases');
  return {
    async read(name) {
      const row = await latest(rows, name);
      return row === null ? undefined : { holder: row.holder, fence: row.fence, heartbeat: row.heartbeat };
    },
    async replace(name, next) {
      const before = await latest(rows, name);
      if ((before?.heartbeat ?? 0) !== next.heartbeat - 1) return false;
      try {
        await rows.insertOne({ _id: `${next.heartbeat}:${name}`, name, ...next });
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
      // Frozen between look and insert, it may have put back a state that was long over and deleted.
      const after = await latest(rows, name);
      await rows.deleteMany({ name, heartbeat: { $lt: after?.heartbeat ?? 0 } });
      return after?.heartbeat === next.heartbeat;
    },
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
