import { existsSync } from 'node:fs';
import { establishInstallation, type Installation } from '../../application/installation/establish-installation.js';
import type { LogPorts, Occasion } from '../../application/shared/handle.js';
import { type EmbeddedLog, lockedLog, openEmbeddedLog } from '../../embedded.module.js';
import { logPorts } from '../../services.module.js';
import type { Config } from '../config/config.js';
import { DataDirInUse, pathsIn } from '../data-dir/data-dir.js';
import { Declined, Unopened } from './outcome.js';

/** Log and vault, known to belong together. */
export interface OpenInstallation {
  readonly log: EmbeddedLog;
  readonly ports: LogPorts;
  readonly installation: Installation['installation'];
}

/** `beside`: a server may be running. `alone`: throws `DataDirInUse` where one is. */
export type Access = 'beside' | 'alone';

/** Opens what lies in `DATA_DIR`, as a first start would make it where there is nothing, and closes it after `work`. */
export async function withInstallation<Result>(
  config: Config,
  work: (opened: OpenInstallation) => Promise<Result>,
  access: Access = 'beside',
): Promise<Result> {
  let fail: (error: Error) => void = () => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  // Nobody may be listening yet, or any more.
  ended.catch(() => undefined);
  const { log, release } = await open(config, access, fail);
  try {
    const ports = logPorts(log);
    const { installation } = await establishInstallation(ports, log.vault);
    if (log.masterKeyCreated) {
      process.stderr.write(`${config.dataDir}/master.key was made. Keep a copy of it, apart from your backups.\n`);
    }
    return await Promise.race([work({ log, ports, installation }), ended]);
  } finally {
    await log.close();
    release();
  }
}

async function open(config: Config, access: Access, onFatal: (error: Error) => void) {
  try {
    if (access === 'alone') return await lockedLog(config, onFatal);
    return { log: await openEmbeddedLog(config, onFatal), release: () => undefined };
  } catch (cause) {
    if (cause instanceof DataDirInUse) throw cause;
    throw new Unopened(`${config.dataDir} cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** For commands that look at what is there: throws {@link Declined} before anything is made. */
export function requireLog(config: Config): void {
  if (!existsSync(pathsIn(config.dataDir).eventLog)) throw new Declined(`There is no event log in ${config.dataDir}.`);
}

/** What the events of one run of a command are stamped with. */
export function occasionOf(command: string, ports: LogPorts, teamId: string | null): Occasion {
  const actor = { kind: 'cli', id: command } as const;
  return { context: { teamId, actor, correlationId: ports.ids.next() }, region: null };
}
