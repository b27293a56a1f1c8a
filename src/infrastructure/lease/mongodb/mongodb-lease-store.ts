import type { Db } from 'mongodb';
import type { LeaseStore } from '../../../application/ports/lease.js';
import { ReadBatcher } from '../../mongodb/read-batcher.js';
import { type LeaseRow, readLatest } from './replace-all.js';
import { ReplaceBatcher } from './replace-batcher.js';

/** Names in one question. */
const mostNames = 100;

/**
 * Leases in MongoDB. Each state is a document of its own, and the compare-and-set is an insert: of several under one
 * `_id` every server lets one in, on servers too that do not make a conditional update in one step.
 */
export function mongodbLeaseStore(database: Db): LeaseStore {
  const rows = database.collection<LeaseRow>('leases');
  const replacements = new ReplaceBatcher(rows);
  const reads = new ReadBatcher((names) => readLatest(rows, names), mostNames);
  return {
    async read(name) {
      const row = (await reads.ask([name])).get(name);
      return row === undefined ? undefined : { holder: row.holder, fence: row.fence, heartbeat: row.heartbeat };
    },
    replace: (name, next) => replacements.add(name, next),
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
