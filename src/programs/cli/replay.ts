import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../infrastructure/config/config.js';
import { pathsIn } from '../../infrastructure/data-dir/data-dir.js';
import { withLeasesTaken, withLeaseTaken } from '../../application/lease/with-lease-taken.js';
import type { ReadModelIdentity } from '../../application/ports/read-model-identity.js';
import type { Fence } from '../../application/ports/lease.js';
import { leaseTimes } from '../../application/lease/hold-lease.js';
import { leaseOf } from '../../infrastructure/projection-runner/shared-projections.js';
import { systemClock } from '../../infrastructure/system/clock.js';
import { ids } from '../../infrastructure/system/ids.js';
import { compareProjection, type Difference } from '../../infrastructure/projection-runner/compare-projection.js';
import { copyReadModel, settleReadModel } from '../../infrastructure/projection-runner/copy-read-model.js';
import type { FoldPorts } from '../../infrastructure/projection-runner/fold-page.js';
import { rebuildProjection } from '../../infrastructure/projection-runner/rebuild-projection.js';
import { copyDatabase } from '../../infrastructure/sqlite/database.js';
import { sqliteReadModelIdentity } from '../../infrastructure/read-store/sqlite-read-model-identity.js';
import { SqliteReadStore } from '../../infrastructure/read-store/sqlite-read-store.js';
import type { AnyProjection } from '../../projections/shared/projection.js';
import { projections } from '../../programs/resources/resources.js';
import { spareReadStore } from '../engines/embedded/sound-files.js';
import { type OpenInstallation, requireLog, withExisting } from './shared/installation.js';
import { counted } from '../../application/doctor/units.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';

/** `replay [projection…]`: drops and folds again, alone in the folder, or under each projection's lease. */
export async function replay(config: Config, names: readonly string[]): Promise<Outcome> {
  const chosen = choose(names);
  return withExisting(config, (opened) => rebuild(config, opened, chosen), 'alone');
}

/** `replay [projection…] --compare`: folds a copy and changes nothing, beside a running server. */
export async function compare(config: Config, names: readonly string[]): Promise<Outcome> {
  const chosen = choose(names);
  if (config.engines === null) {
    requireLog(config);
    if (!existsSync(pathsIn(config.dataDir).readStore)) {
      throw new Declined(`There are no read models in ${config.dataDir}.`);
    }
  }
  return withExisting(config, (opened) => inTemporaryFolder((folder) => compareAll(config, opened, chosen, folder)));
}

/** By `name` or `name@version`; all where none is named. */
function choose(names: readonly string[]): readonly AnyProjection[] {
  const unknown = names.find((name) => !projections.some((projection) => goesBy(projection, name)));
  if (unknown !== undefined) {
    const known = projections.map(({ name }) => name).join(', ');
    throw new Misused(`There is no projection ${unknown}; there are ${known}.`);
  }
  return names.length === 0
    ? projections
    : projections.filter((projection) => names.some((name) => goesBy(projection, name)));
}

function goesBy({ name, version }: AnyProjection, given: string): boolean {
  return given === name || given === `${name}@${version}`;
}

async function rebuild(config: Config, opened: OpenInstallation, chosen: readonly AnyProjection[]): Promise<Outcome> {
  const { shared } = opened;
  if (shared === null) spareReadStore(config.dataDir, true);
  const readStore = shared === null ? SqliteReadStore.open(pathsIn(config.dataDir).readStore) : shared.readStore;
  const rebuilt = [];
  try {
    for (const projection of chosen) {
      const { events, durationMs, eventsPerSecond } = await settled(opened, projection, (fence) =>
        rebuildProjection({ ...foldPorts(opened), projection, readStore, ...fence }),
      );
      const documents = await readStore.count(projection, {});
      const { name, version } = projection;
      rebuilt.push({
        projection: `${name}@${version}`,
        events,
        documents,
        durationMs: Math.round(durationMs),
        eventsPerSecond,
      });
    }
    // Positions of another log are gone with the last of them.
    if (chosen.length === projections.length)
      await identityIn(config, shared).moveTo(opened.installation.installationId);
  } finally {
    await readStore.close();
  }
  const lines = rebuilt.map(
    ({ projection, events, documents, durationMs, eventsPerSecond }) =>
      `${projection}: ${documents} documents from ${events} events in ${durationMs} ms (${eventsPerSecond} events/s)`,
  );
  return { result: { projections: rebuilt }, text: lines.join('\n') };
}

function identityIn(config: Config, shared: OpenInstallation['shared']): ReadModelIdentity {
  return shared?.readModels ?? sqliteReadModelIdentity(pathsIn(config.dataDir).readStore);
}

async function compareAll(
  config: Config,
  opened: OpenInstallation,
  chosen: readonly AnyProjection[],
  folder: string,
): Promise<Outcome> {
  const { shared } = opened;
  const snapshot = shared === null ? snapshotIn(config, folder) : await copyOf(opened, shared, chosen, folder);
  const scratch = SqliteReadStore.open(join(folder, 'scratch.sqlite'));
  try {
    const compared: { projection: string; documents: number }[] = [];
    for (const projection of chosen) {
      const difference = await compareProjection({ ...foldPorts(opened), projection, snapshot, scratch });
      if (difference !== undefined) return differs(difference);
      const documents = await snapshot.count(projection, {});
      compared.push({ projection: `${projection.name}@${projection.version}`, documents });
    }
    const lines = compared.map(
      ({ projection, documents }) => `${projection}: ${counted(documents, 'document')}, equal to the log`,
    );
    return { result: { difference: null, projections: compared }, text: lines.join('\n') };
  } finally {
    await snapshot.close();
    await scratch.close();
  }
}

function snapshotIn(config: Config, folder: string): SqliteReadStore {
  const copy = join(folder, 'snapshot.sqlite');
  copyDatabase(pathsIn(config.dataDir).readStore, copy);
  return SqliteReadStore.open(copy, { readOnly: true });
}

/** What processes share, each projection under its lease, which running servers get back at once. */
async function copyOf(
  opened: OpenInstallation,
  shared: NonNullable<OpenInstallation['shared']>,
  chosen: readonly AnyProjection[],
  folder: string,
): Promise<SqliteReadStore> {
  const copy = SqliteReadStore.open(join(folder, 'snapshot.sqlite'));
  try {
    const byLease = new Map(chosen.map((projection) => [leaseOf(projection), projection]));
    await withLeasesTaken(shared.leases, [...byLease.keys()], ownLease(), async (name) => {
      const projection = byLease.get(name);
      if (projection !== undefined) await copyReadModel(projection, shared.readStore, copy);
    });
    for (const projection of chosen) await settleReadModel({ ...foldPorts(opened), projection, readStore: copy });
    return copy;
  } catch (error) {
    await copy.close();
    throw error;
  }
}

/**
 * While no other process writes the projection's documents: in `DATA_DIR` the lock sees to it; on shared engines its
 * lease, which running servers get back at once.
 */
function settled<Result>(
  { shared }: OpenInstallation,
  projection: AnyProjection,
  work: (fence: { readonly fence?: Fence }) => Promise<Result>,
): Promise<Result> {
  if (shared === null) return work({});
  return withLeaseTaken(shared.leases, leaseOf(projection), ownLease(), ({ fence }) => work({ fence }));
}

function ownLease() {
  return { holder: ids.next(), ...leaseTimes, clock: systemClock, onFailure: () => undefined };
}

const kinds = {
  missing: 'is missing from the read models',
  extra: 'is in the read models, and the log does not give it',
  different: 'is not what the log gives',
} as const;

function differs(difference: Difference): Outcome {
  const { projection, id, kind } = difference;
  return { result: { difference }, text: `${projection}: document ${id} ${kinds[kind]} (${kind})`, negative: true };
}

function foldPorts({ log: { store, codec, keys } }: OpenInstallation): FoldPorts {
  return { store, codec, keys };
}

/** Copies of documents hold personal data: readable by this user alone, and gone afterwards, also when interrupted. */
async function inTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-compare-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const interrupted = (): void => process.exit(130);
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    return await work(folder);
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted).off('exit', remove);
    remove();
  }
}
