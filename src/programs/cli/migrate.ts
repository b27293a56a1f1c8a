import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LogImport } from '../../application/ports/log-import.js';
import { delay } from '../../application/shared/delay.js';
import {
  migrate as migrateInstallation,
  type Migrated,
  type MigrationOutcome,
  type MigrationSide,
  type MigrationStep,
} from '../../application/migrate/migrate.js';
import { MigrationRefused } from '../../application/migrate/live-events.js';
import { openSharedLog, type SharedLog } from '../engines/shared/open-log.js';
import { leaseTimes } from '../../application/lease/hold-lease.js';
import { lockedLog } from '../engines/embedded/engines.js';
import { logPorts } from '../../infrastructure/system/log-ports.js';
import type { Config } from '../../infrastructure/config/config.js';
import { pathsIn } from '../../infrastructure/data-dir/data-dir.js';
import { chainLink } from '../../infrastructure/event-codec/digest.js';
import { categories } from '../resources/resources.js';
import { openEventStoreDbImport } from '../../infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { sealMath } from '../../infrastructure/crypto/seal-key.js';
import { WrappedKeyUnreadable } from '../../infrastructure/vault/key-wrap.js';
import { putMasterKey, readMasterKey } from '../../infrastructure/vault/master-key.js';
import { wouldDo } from './shared/command.js';
import { provenanceOf } from './shared/installation.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';

export interface MigrateOptions {
  readonly from: string;
  readonly to: string;
  /** Progress goes to stderr without it. */
  readonly json?: boolean;
}

type Place = { readonly kind: 'embedded'; readonly folder: string } | { readonly kind: 'engines' };

/** Log and vault of one side, held by this process alone until `close`. */
interface OpenSide {
  readonly side: MigrationSide & { readonly import: LogImport };
  /** Resolves once every process that served it has ended or has seen that it left. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** What `migrate` would do. */
export async function previewMigrate(config: Config, options: MigrateOptions): Promise<Outcome> {
  placesIn(config, options);
  const { from, to } = options;
  return wouldDo(
    `Copy the installation from ${from} to ${to}, where it goes on; ${from} refuses to start afterwards.`,
    {
      from,
      to,
    },
  );
}

/** `migrate --from <place> --to <place>` */
export async function migrate(config: Config, options: MigrateOptions): Promise<Outcome> {
  const { from, to } = placesIn(config, options);
  const masterKey = await masterKeyFor(config, from);
  let fail: (error: Error) => void = () => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  // Without a listener any more, this is no unhandled rejection.
  ended.catch(() => undefined);
  const source = await open(config, from, masterKey, fail);
  try {
    const ownKeyIn = to.kind === 'embedded' && config.masterKey === null ? to.folder : undefined;
    if (ownKeyIn !== undefined) await requireMasterKey(ownKeyIn, masterKey);
    const target = await open(config, to, masterKey, fail);
    const onBegun = async () => {
      if (ownKeyIn !== undefined) await putMasterKey(ownKeyIn, masterKey);
    };
    try {
      return describe(await Promise.race([move(source, target, onBegun, options), ended]), options);
    } finally {
      await target.close();
    }
  } catch (error) {
    throw error instanceof MigrationRefused || isWrongKey(error) ? new Declined(messageOf(error)) : error;
  } finally {
    await source.close();
  }
}

function move(
  source: OpenSide,
  target: OpenSide,
  onBegun: () => Promise<void>,
  { json }: MigrateOptions,
): Promise<MigrationOutcome> {
  const say = (line: string): void => {
    if (json !== true) process.stderr.write(`${line}\n`);
  };
  return migrateInstallation({
    source: source.side,
    target: target.side,
    linkOf: chainLink,
    math: sealMath,
    provenance: provenanceOf('migrate', source.side, null),
    settle: () => source.settle(),
    onBegun,
    onStep: (step) => say(stepsInWords[step]),
    onProgress: (events) => say(`  ${events} events`),
  });
}

const stepsInWords: Readonly<Record<MigrationStep, string>> = {
  copying: 'Copying the log, then the vault.',
  verifying: 'Comparing both, and verifying the copy.',
  marking: 'Marking the source as moved.',
  finishing: 'Finishing the target.',
};

/** Both places. Throws {@link Misused} and {@link Declined} where nothing can be copied between them. */
function placesIn(config: Config, options: MigrateOptions): { readonly from: Place; readonly to: Place } {
  const [from, to] = [parsePlace(options.from, config), parsePlace(options.to, config)];
  if (from.kind === to.kind && (from.kind === 'engines' || (to.kind === 'embedded' && from.folder === to.folder))) {
    throw new Misused('--from and --to name the same place.');
  }
  if (from.kind === 'embedded' && !existsSync(pathsIn(from.folder).eventLog)) {
    throw new Declined(
      `There is no Posthorn installation in ${from.folder} (--from): name the DATA_DIR of the server.`,
    );
  }
  if (config.otherMasterKey !== null) {
    throw new Declined(
      'The master key is being rotated: finish with `posthorn keys rotate-master`, and unset OTHER_MASTER_KEY.',
    );
  }
  return { from, to };
}

/** Throws {@link Misused}. */
function parsePlace(given: string, { engines }: Config): Place {
  const [, scheme, path] = /^(embedded|engines):(.*)$/s.exec(given) ?? [];
  if (scheme === 'embedded' && path !== undefined && path !== '') return { kind: 'embedded', folder: resolve(path) };
  if (scheme !== 'engines' || path !== '') {
    throw new Misused('A place is embedded:<folder>, or engines: for what EVENTSTOREDB_URL and MONGODB_URL name.');
  }
  if (engines === null)
    throw new Misused('engines: takes EVENTSTOREDB_URL, MONGODB_URL, REDIS_URL and MASTER_KEY: set them.');
  return { kind: 'engines' };
}

/** Keys are copied as they are wrapped: both sides have the one that the source has. */
async function masterKeyFor({ masterKey }: Config, from: Place): Promise<Buffer> {
  if (masterKey !== null) return Buffer.from(masterKey, 'hex');
  const found =
    from.kind === 'embedded' ? await readMasterKey({ configured: undefined, dataDir: from.folder }) : undefined;
  if (found === undefined) throw new Declined('The vault needs its master key: set MASTER_KEY.');
  return found;
}

/** The target's own key, where it has one. A place gets the source's once nothing can start on it. */
async function requireMasterKey(folder: string, masterKey: Buffer): Promise<void> {
  const existing = await readMasterKey({ configured: undefined, dataDir: folder });
  if (existing?.equals(masterKey) === false) {
    throw new Declined(`${folder}/master.key is not the master key of the source.`);
  }
}

async function open(
  config: Config,
  place: Place,
  masterKey: Buffer,
  onFatal: (error: Error) => void,
): Promise<OpenSide> {
  return place.kind === 'embedded' ? openEmbedded(config, place.folder, masterKey, onFatal) : openShared(config);
}

async function openEmbedded(
  config: Config,
  dataDir: string,
  masterKey: Buffer,
  onFatal: (error: Error) => void,
): Promise<OpenSide> {
  const { log, release } = await lockedLog({ ...config, dataDir, masterKey: masterKey.toString('hex') }, onFatal);
  return {
    side: { ...logPorts(log), ...log },
    settle: async () => undefined,
    async close() {
      await log.close();
      release();
    },
  };
}

async function openShared(config: Config): Promise<OpenSide> {
  const { engines } = config;
  if (engines === null) throw new Error('the place was parsed without engines');
  // What was destroyed comes with the vault: no file of this machine is to be applied, or added to.
  const log = await openSharedLog(config, engines, undefined);
  const removals = openEventStoreDbImport({ url: engines.eventStoreUrl, categories });
  const close = async (): Promise<void> => {
    await removals.close();
    await log.close();
  };
  try {
    await requireQuiet(log);
  } catch (error) {
    await close();
    throw error;
  }
  return { side: { ...logPorts(log), ...log, import: removals }, settle: () => delay(leaseTimes.termMs), close };
}

/** Servers show signs of life in their leases. */
async function requireQuiet({ listLeases }: SharedLog): Promise<void> {
  const before = await listLeases();
  if ([...before.values()].every(({ holder }) => holder === null)) return;
  await delay(leaseTimes.termMs);
  const moved = [...(await listLeases())].find(([name, { heartbeat }]) => before.get(name)?.heartbeat !== heartbeat);
  if (moved === undefined) return;
  throw new Declined(`A server runs on the engines and holds ${moved[0]}: stop all of them first.`);
}

function isWrongKey(error: unknown): boolean {
  return error instanceof WrappedKeyUnreadable;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function describe(outcome: MigrationOutcome, { from, to }: MigrateOptions): Outcome {
  switch (outcome.outcome) {
    case 'moved':
      return { result: { ...outcome.summary, outcome: 'moved' }, text: describeMoved(outcome.summary, from, to) };
    case 'moved-before':
      return {
        result: outcome,
        text: `The installation ${outcome.installationId} was moved from ${from} to ${to} before: there is nothing to do.`,
      };
    case 'bad-log': {
      const { stream, revision, problem } = outcome.bad;
      const text = `${stream} revision ${revision}: ${problem}\nNothing was marked: the source goes on. See posthorn verify.`;
      return { result: outcome, text, negative: true };
    }
  }
}

function describeMoved(moved: Migrated, from: string, to: string): string {
  const { installationId, migrationId, events, streams, seals, keyRows, destroyedKeys, secrets, bodies } = moved;
  return [
    `Installation ${installationId} moved from ${from} to ${to} (migration ${migrationId}).`,
    `${events} events, the same in both, in ${streams} streams: all digests, chains and ${seals} seals are correct.`,
    `${keyRows} rows of keys, ${destroyedKeys} destroyed keys, ${secrets} secrets and ${bodies} bodies, the same in both.`,
    `Start it on ${to}; read models are built there first. On ${from} it refuses to start.`,
  ].join('\n');
}
