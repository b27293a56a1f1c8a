import type { Db } from 'mongodb';
import type { LeaseState } from '../../../application/ports/lease.js';

/** The newest state of every lease that was ever taken, by name. For the operator: nothing is decided from it. */
export async function listLeases(database: Db): Promise<ReadonlyMap<string, LeaseState>> {
  const rows = await database
    .collection<LeaseState & { readonly name: string }>('leases')
    .find({})
    .sort({ name: 1, heartbeat: 1 })
    .toArray();
  return new Map(rows.map(({ name, holder, fence, heartbeat }) => [name, { holder, fence, heartbeat }]));
}
