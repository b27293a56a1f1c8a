import { installation, type InstallationState } from '../../domain/installation/installation.js';
import type { InstallationCreated } from '../../domain/installation/events.js';
import { installationStream, streamName } from '../../domain/shared/stream-name.js';
import { team } from '../../domain/team/team.js';
import type { ReadModelIdentity } from '../ports/read-model-identity.js';
import { handle, load, type LogPorts, type Provenance } from '../shared/handle.js';
import { requireKnownFormat, wordsForNewerEvents } from './newer-data.js';
import { StartRefused } from './start-refused.js';

export { StartRefused } from './start-refused.js';

interface IdentifiedVault {
  readonly keyStoreId: string;
  readonly masterKeyFits: boolean;
}

/** Which vault this is, readable without the right master key. */
export interface VaultIdentity {
  identify(): Promise<IdentifiedVault | undefined>;
  /**
   * Gives a new vault its id and the value that proves the master key; a vault that has one keeps it, and answers it.
   */
  establish(keyStoreId: string): Promise<IdentifiedVault>;
  /** A migration has begun to fill this vault; one that is whole has an id beside. */
  isBeingCopied(): Promise<boolean>;
}

/** Who starts. */
export interface Starting {
  /** Where this process builds read models. */
  readonly readModels?: ReadModelIdentity | undefined;
  /** The version of the program, for those who start an older one later. */
  readonly version?: string | undefined;
}

export type Installation = Extract<InstallationState, { status: 'created' }>;

export const startOccasion = (correlationId: string): Provenance => ({
  context: { teamId: null, actor: { kind: 'system', id: 'start' }, correlationId },
  region: null,
});

/**
 * The first start writes `installation-main` under "must not exist": one process wins, the others read it. Every start
 * compares the vault with it before anything else is read or written.
 */
export async function establishInstallation(
  ports: LogPorts,
  vault: VaultIdentity,
  { readModels, version }: Starting = {},
): Promise<Installation> {
  // Before the log: another process names its installation here only once the log has it.
  const built = await readModels?.builtFrom();
  const loaded = await load(ports, installation, installationStream).catch(wordsForNewerEvents);
  const known = await vault.identify();
  if (known === undefined && (await vault.isBeingCopied())) throw moveUnfinished();
  if (loaded.state.status === 'created') {
    requireKnownFormat(loaded.state.eventFormat, ports.codec.format, loaded.state.formatVersion);
    checkVault(loaded.state.installation, known?.keyStoreId);
    checkMasterKey(known);
    checkIsHere(loaded.state);
    return establishTeam(ports, loaded.state, { readModels, version });
  }
  if (built !== undefined && readModels !== undefined) throw logEmpty(built.installationId, readModels);
  // Another process may have been first: the id that the vault has counts.
  const identity = known ?? (await vault.establish(ports.ids.next()));
  checkMasterKey(identity);
  const { keyStoreId } = identity;
  const ownIds = { installationId: ports.ids.next(), firstTeamId: ports.ids.next() };
  const created = {
    ...ownIds,
    keyStoreId,
    eventFormat: ports.codec.format,
    ...(version === undefined ? {} : { version }),
  };
  const handled = await handle(
    ports,
    installation,
    installationStream,
    { type: 'CreateInstallation', installation: created },
    startOccasion(created.installationId),
  );
  const { state } = handled.loaded;
  if (state.status !== 'created') throw logUnavailable();
  checkVault(state.installation, keyStoreId);
  return establishTeam(ports, state, { readModels, version });
}

async function establishTeam(
  ports: LogPorts,
  state: Installation,
  { readModels, version }: Starting,
): Promise<Installation> {
  const { installationId } = state.installation;
  const builtFrom = await readModels?.belongTo(installationId);
  if (readModels !== undefined && builtFrom !== undefined && builtFrom !== installationId) {
    throw wrongLog(builtFrom, installationId, readModels);
  }
  await raiseEventFormat(ports, state, version);
  return ensureFirstTeam(ports, state);
}

/** Before anything that an older program cannot read is written. */
async function raiseEventFormat(
  ports: LogPorts,
  { installation: { installationId }, eventFormat }: Installation,
  version: string | undefined,
) {
  if (eventFormat >= ports.codec.format) return;
  const noted = version === undefined ? {} : { version };
  const command = { type: 'RaiseEventFormat', format: ports.codec.format, ...noted } as const;
  const handled = await handle(ports, installation, installationStream, command, startOccasion(installationId));
  if ('refused' in handled && handled.refused === 'unavailable') throw logUnavailable();
}

const addresses = { DATA_DIR: 'DATA_DIR', MONGODB_URL: 'EVENTSTOREDB_URL and MONGODB_URL' } as const;

function wrongLog(builtFrom: string, installationId: string, { place }: ReadModelIdentity): StartRefused {
  return new StartRefused(
    'wrong-log',
    `The read models of ${place} were built from installation ${builtFrom}, and the event log is of ${installationId}. Check ${addresses[place]}. Where this log is the right one, run \`posthorn replay\`: it rebuilds all of them.`,
  );
}

function logEmpty(builtFrom: string | null, { place }: ReadModelIdentity): StartRefused {
  const whose = builtFrom === null ? 'another log' : `installation ${builtFrom}`;
  const otherPlace = place === 'DATA_DIR' ? 'take another DATA_DIR' : 'name another database in MONGODB_URL';
  return new StartRefused(
    'empty-log',
    `The read models of ${place} were built from ${whose}, and the event log is empty. Check ${addresses[place]}; where the log is lost, restore its last backup. To start over, ${otherPlace}.`,
  );
}

function checkVault({ keyStoreId }: InstallationCreated['data'], actual: string | undefined): void {
  if (actual === keyStoreId) return;
  if (actual === undefined) throw vaultMissing(keyStoreId);
  throw new StartRefused(
    'wrong-vault',
    `The event log belongs to vault ${keyStoreId}, and this vault is ${actual}. Check DATA_DIR, or EVENTSTOREDB_URL and MONGODB_URL; restore both from one backup.`,
  );
}

/** The log names a vault, and none is there. */
export const vaultMissing = (keyStoreId: string): StartRefused =>
  new StartRefused(
    'vault-missing',
    `The event log belongs to vault ${keyStoreId}, but this vault is missing. Check DATA_DIR, or EVENTSTOREDB_URL and MONGODB_URL. If the vault is lost, restore the log and the vault from one backup.`,
  );

/** Nothing is lost: the source is whole until the copy is. */
const moveUnfinished = (): StartRefused =>
  new StartRefused(
    'move-unfinished',
    'The move of an installation to this place was interrupted, and the copy is incomplete. Run the same `posthorn migrate` command again. It continues where it stopped.',
  );

/** Started here and there, it would send the same mail twice. */
function checkIsHere({ movedAway }: Installation): void {
  if (movedAway === null) return;
  throw new StartRefused(
    'moved-away',
    `This installation was moved to other engines with \`posthorn migrate\` (${movedAway}). Start it on those engines.`,
  );
}

function checkMasterKey(identity: IdentifiedVault | undefined): void {
  if (identity?.masterKeyFits !== false) return;
  throw new StartRefused(
    'wrong-master-key',
    'The vault was encrypted with a different key than MASTER_KEY, or master.key in DATA_DIR if MASTER_KEY is not set. Set the key that belongs to this data. After a restore, this is the key of the backup.',
  );
}

/** What a refused start says where the log takes nothing. */
export const logUnavailable = (): StartRefused =>
  new StartRefused(
    'log-unavailable',
    'The event log cannot be written. Check the disk of DATA_DIR, or the engine of EVENTSTOREDB_URL, and start again.',
  );

async function ensureFirstTeam(ports: LogPorts, state: Installation): Promise<Installation> {
  const { firstTeamId: teamId, installationId } = state.installation;
  const provenance = startOccasion(installationId);
  const command = { type: 'CreateTeam', teamId, name: 'First team' } as const;
  const handled = await handle(ports, team, streamName('team', teamId), command, {
    ...provenance,
    context: { ...provenance.context, teamId },
  });
  if ('refused' in handled && handled.refused === 'unavailable') throw logUnavailable();
  return state;
}
