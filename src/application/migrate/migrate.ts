import { installation } from '../../domain/installation/installation.js';
import { installationStream } from '../../domain/shared/stream-name.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { Installation, VaultIdentity } from '../installation/establish-installation.js';
import type { LogImport } from '../ports/log-import.js';
import type { SealMath } from '../ports/seal-signing.js';
import { factPatience, handle, load, type LogPorts, type Provenance } from '../shared/handle.js';
import type { Finding } from '../verify/finding.js';
import type { ChainLink } from '../verify/succession.js';
import { verifyLog } from '../verify/verify-log.js';
import type { StoredEvent } from '../ports/event-store.js';
import { arrive } from './arrive.js';
import { compareLogs } from './compare-logs.js';
import { copyLog } from './copy-log.js';
import { type CopiedVault, copyVault, migrationSecret, type VaultCounts } from './copy-vault.js';
import { MigrationRefused } from './live-events.js';

/** Log and vault of one installation, with no other process at work on them. */
export interface MigrationSide extends LogPorts, CopiedVault {
  readonly keys: LogPorts['keys'] & MigrationSecrets;
  readonly vault: VaultIdentity;
}

interface MigrationSecrets {
  createSecret(name: string, secret: Buffer): Promise<'created' | 'exists'>;
  getSecret(name: string): Promise<Buffer | undefined>;
}

export type MigrationStep = 'copying' | 'verifying' | 'marking' | 'finishing';

export interface Migration {
  readonly source: MigrationSide;
  readonly target: MigrationSide & { readonly import: LogImport };
  readonly linkOf: (stored: StoredEvent) => ChainLink;
  readonly math: SealMath;
  readonly provenance: Provenance;
  /** Resolves once every process that served the source has ended or has seen that it left. */
  readonly settle: () => Promise<void>;
  /** Called once the target's vault says that a migration fills it: from here on nothing starts on it. */
  readonly onBegun: () => Promise<void>;
  readonly onStep: (step: MigrationStep) => void;
  /** Called now and then with how many events the target holds. */
  readonly onProgress: (events: number) => void;
}

export interface Migrated extends Omit<VaultCounts, 'copied'> {
  readonly migrationId: string;
  readonly installationId: string;
  /** Copied from the source; the target holds a few of its own behind them. */
  readonly events: number;
  readonly streams: number;
  readonly seals: number;
}

export type MigrationOutcome =
  | { readonly outcome: 'moved'; readonly summary: Migrated }
  /** An earlier call has done everything. */
  | { readonly outcome: 'moved-before'; readonly migrationId: string; readonly installationId: string }
  /** The copy is not a log in order: nothing was marked, and the source goes on. */
  | { readonly outcome: 'bad-log'; readonly bad: Finding };

/**
 * Copies log and vault of an installation into an empty place, event by event and byte by byte, and leaves it to go on
 * there. The target gets the vault's identity last of all, and without that nothing starts on it; the source says
 * before that it has left. So at no moment both can be started, wherever this is cut off; called again it goes on.
 * Throws {@link MigrationRefused} where the two are not a source and its own copy.
 */
export async function migrate(migration: Migration): Promise<MigrationOutcome> {
  const { source, target, linkOf, math, onStep } = migration;
  const { state, identity } = await requireSource(source);
  const { installationId } = state.installation;
  const begun = await requireTarget(target, state);
  if (begun === 'done') return { outcome: 'moved-before', migrationId: await migrationOf(target), installationId };
  const migrationId = await begin(target);
  await migration.onBegun();
  if (state.movedAway !== null && state.movedAway !== migrationId) {
    throw new MigrationRefused(
      `The source has left by migration ${state.movedAway}, to another place than this target.`,
    );
  }

  const { clock, codec } = source;
  const copyPorts = { source: source.store, target: target.store, import: target.import, clock, codec, linkOf };
  onStep('copying');
  await copyLog({ ...copyPorts, onProgress: migration.onProgress });
  await copyVault(source, target);

  onStep('verifying');
  const { isWhole } = await compareLogs(source.store, target.store);
  if (!isWhole) throw new MigrationRefused('The source changed while it was copied. Stop every server first.');
  await requireCopied(source, target);
  const copiedThrough = (await target.store.head()) ?? ('' as Position);
  const { bad, streams, seals } = await verifyLog({ ...target, linkOf, math }, { copiedThrough });
  if (bad !== undefined) return { outcome: 'bad-log', bad };

  onStep('marking');
  const away = { type: 'MoveAway', migrationId } as const;
  const marked = await handle(source, installation, installationStream, away, migration.provenance, {
    patience: factPatience,
  });
  if ('refused' in marked)
    throw new MigrationRefused('The source could not be marked as moved: run the command again.');
  await migration.settle();

  onStep('finishing');
  await copyLog(copyPorts);
  const { copied: _, ...counts } = await requireCopied(source, target);
  const { events } = await arrive(source, target, migrationId, migration.provenance);
  await target.copy.adoptIdentity(identity);
  return { outcome: 'moved', summary: { migrationId, installationId, events, streams, seals, ...counts } };
}

async function requireSource(source: MigrationSide) {
  const { state } = await load(source, installation, installationStream);
  if (state.status === 'none') throw new MigrationRefused('There is no installation in the source.');
  const identity = await source.copy.identity();
  if (identity?.keyStoreId !== state.installation.keyStoreId) {
    throw new MigrationRefused('The vault of the source is not the one that its log belongs to.');
  }
  await requireMasterKey(source, 'source');
  return { state, identity };
}

async function requireMasterKey({ vault }: MigrationSide, side: string): Promise<void> {
  if ((await vault.identify())?.masterKeyFits !== false) return;
  throw new MigrationRefused(`The vault of the ${side} was encrypted with a different MASTER_KEY.`);
}

/** Empty, or a copy of this installation that was cut off; or all of it. */
async function requireTarget(target: MigrationSide, source: Installation): Promise<'done' | 'open'> {
  const { state } = await load(target, installation, installationStream);
  const { copy, store, keys } = target;
  const secret = await keys.getSecret(migrationSecret);
  const identity = await copy.identity();
  if (state.status === 'none') {
    const isEmpty = (await store.head()) === undefined && identity === undefined;
    if (isEmpty && (secret !== undefined || (await copy.rows.list('', 1)).length === 0)) return 'open';
    throw new MigrationRefused('The target is not empty, and does not contain a copy of this installation.');
  }
  const { installationId } = state.installation;
  if (installationId !== source.installation.installationId) {
    throw new MigrationRefused(`The target contains another installation, ${installationId}.`);
  }
  const isOurs = secret !== undefined && (source.movedAway === null || source.movedAway === secret.toString());
  if (identity === undefined && isOurs) return 'open';
  if (source.movedAway !== null && isOurs) {
    await requireMasterKey(target, 'target');
    return 'done';
  }
  throw new MigrationRefused(
    'The target already contains this installation, and not as an interrupted copy. Empty the target.',
  );
}

async function begin(target: MigrationSide): Promise<string> {
  await target.keys.createSecret(migrationSecret, Buffer.from(target.ids.next()));
  return migrationOf(target);
}

async function migrationOf({ keys }: MigrationSide): Promise<string> {
  const secret = await keys.getSecret(migrationSecret);
  if (secret === undefined) throw new MigrationRefused('The vault of the target could not be written.');
  return secret.toString();
}

/** Everything was there, byte for byte. */
async function requireCopied(source: CopiedVault, target: CopiedVault): Promise<VaultCounts> {
  const counts = await copyVault(source, target);
  if (counts.copied > 0) throw new MigrationRefused('The source changed while it was copied. Run the command again.');
  return counts;
}
