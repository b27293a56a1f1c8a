import { type Collection, MongoBulkWriteError } from 'mongodb';
import type { LeaseState } from '../../../application/ports/lease.js';
import { withIds } from '../../mongodb/with-ids.js';

const duplicateKey = 11_000;

/** One state of one lease. A lease has one or two of them at any time. */
export interface LeaseRow extends LeaseState {
  /** Heartbeat and name. */
  readonly _id: string;
  readonly name: string;
}

export interface Replacement {
  readonly name: string;
  readonly next: LeaseState;
}

/** For each, in order, what `LeaseStore.replace` answers, or why it was refused. Each name may be there once. */
export async function replaceAll(
  rows: Collection<LeaseRow>,
  replacements: readonly Replacement[],
): Promise<readonly (boolean | Error)[]> {
  const names = replacements.map(({ name }) => name);
  const before = latestOf(await statesOf(rows, names));
  const due = replacements.filter(({ name, next }) => (before.get(name)?.heartbeat ?? 0) === next.heartbeat - 1);
  const refused = await insert(
    rows,
    due.map(({ name, next }) => ({ _id: `${next.heartbeat}:${name}`, name, ...next })),
  );
  const written = due.filter(({ name }) => !refused.has(name));
  // Frozen between look and insert, it may have put back a state that was long over and deleted.
  const states = await statesOf(
    rows,
    written.map(({ name }) => name),
  );
  const after = latestOf(states);
  const over = states.filter(({ name, heartbeat }) => heartbeat < (after.get(name)?.heartbeat ?? 0));
  if (over.length > 0) await rows.deleteMany(withIds(over.map(({ _id }) => _id)));
  const newest = new Set(
    written.filter(({ name, next }) => after.get(name)?.heartbeat === next.heartbeat).map(({ name }) => name),
  );
  return names.map((name) => refused.get(name) ?? newest.has(name));
}

/** The newest state of each of these that was ever held, by name. */
export async function readLatest(
  rows: Collection<LeaseRow>,
  names: readonly string[],
): Promise<ReadonlyMap<string, LeaseRow>> {
  return latestOf(await statesOf(rows, names));
}

async function statesOf(rows: Collection<LeaseRow>, names: readonly string[]): Promise<readonly LeaseRow[]> {
  if (names.length === 0) return [];
  return rows.find({ name: { $in: [...names] } }).toArray();
}

function latestOf(states: readonly LeaseRow[]): ReadonlyMap<string, LeaseRow> {
  const latest = new Map<string, LeaseRow>();
  for (const state of states) {
    if (state.heartbeat > (latest.get(state.name)?.heartbeat ?? 0)) latest.set(state.name, state);
  }
  return latest;
}

/** By name, those that were not written: false where another caller was first. */
async function insert(
  rows: Collection<LeaseRow>,
  states: readonly LeaseRow[],
): Promise<ReadonlyMap<string, false | Error>> {
  const refused = new Map<string, false | Error>();
  if (states.length === 0) return refused;
  try {
    await rows.insertMany([...states], { ordered: false });
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError() !== undefined) throw error;
    const failures = [error.writeErrors].flat();
    if (failures.length === 0) throw error;
    for (const { index, code, errmsg } of failures) {
      const name = states[index]?.name;
      if (name !== undefined) refused.set(name, code === duplicateKey ? false : new Error(errmsg ?? `code ${code}`));
    }
  }
  return refused;
}
