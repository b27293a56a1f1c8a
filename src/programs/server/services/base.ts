import { LiveChanges } from '../../../application/live/live-changes.js';
import {
  fairReads,
  FairSemaphore,
  type InTurn,
  turnsOfEngine,
  turnsOfThread,
} from '../../../application/shared/fair-semaphore.js';
import { createOwnWrites } from '../../../application/shared/own-writes.js';
import type { Ports } from '../../../application/shared/ports.js';
import { ReadPlaces } from '../../../application/shared/read-places.js';
import { type OwnerOf, TeamOwners } from '../../../application/shared/team-owners.js';
import { TemplateContents } from '../../../application/template/template-content.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { csvWriter } from '../../../infrastructure/csv/csv-writer.js';
import { messageReader } from '../../../infrastructure/message-reader/message-reader.js';
import { ownServices } from '../../../infrastructure/outbound-http/own-services.js';
import { createCallerScope } from '../../../infrastructure/system/caller-scope.js';
import { logPorts } from '../../../infrastructure/system/log-ports.js';
import type { Engines } from '../../engines/backend.js';
import { resources } from '../../resources/resources.js';

export interface BaseOptions {
  /** Where this process listens; filled while it starts. */
  readonly ownPorts: ReadonlySet<number>;
  /** Speaks for the server. */
  readonly firstTeamId: string;
  readonly cannotStore: () => boolean;
  /** Called with errors of work that no request waits for. */
  readonly onFailure: (error: unknown) => void;
}

export type Base = ReturnType<typeof createBase>;

/** What use cases of every kind stand on: the ports themselves, and the turns in which teams are served. */
export function createBase(engines: Engines, config: Config, options: BaseOptions) {
  const { hash, sealer, keys, blobs, captured, whenProcessed } = engines;
  const { firstTeamId, cannotStore, onFailure } = options;
  // Embedded, one thread answers every list, and the log is read in this one.
  const turnLimits = config.engines === null ? turnsOfThread : turnsOfEngine;
  /** Owner of a team that has asked for something. */
  const ownerOf: OwnerOf = (teamId) => teamOwners.known(teamId);
  const readStore = fairReads(engines.readStore, new FairSemaphore(turnLimits), ownerOf);
  const logTurns = new FairSemaphore(turnLimits);
  /** Long reads of the log, in turns of the teams' owners. */
  const inTurn: InTurn = (teamId, step) => logTurns.run(ownerOf(teamId), 'step', step);
  const templates = new TemplateContents({ blobs, sealer, keys });
  const ports: Ports = {
    ...logPorts(engines),
    hash,
    sealer,
    keys,
    blobs,
    readStore,
    captured,
    ownWrites: createOwnWrites(whenProcessed, config.listPatienceMs),
    reader: messageReader,
    templates,
    resources,
  };
  const teamOwners = new TeamOwners(ports);
  return {
    ...ports,
    ports,
    templates,
    whenProcessed,
    teamOwners,
    ownerOf,
    inTurn,
    readPlaces: new ReadPlaces(),
    callerScope: createCallerScope(),
    liveChanges: new LiveChanges({ store: ports.store, resources, whenProcessed, onFailure }),
    /** What this process serves itself. */
    own: ownServices(config.publicUrl, options.ownPorts),
    csv: csvWriter,
    firstTeamId,
    cannotStore,
    onFailure,
  };
}
