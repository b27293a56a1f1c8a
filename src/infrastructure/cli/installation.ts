import { existsSync } from 'node:fs';
import { establishInstallation, type Installation } from '../../application/installation/establish-installation.js';
import type { Occasion } from '../../application/shared/handle.js';
import type { LogPorts } from '../../application/shared/handle.js';
import { type EmbeddedLog, lockedLog, openEmbeddedLog } from '../../embedded.module.js';
import { logPorts } from '../../services.module.js';
import type { Config } from '../config/config.js';
import { pathsIn } from '../data-dir/data-dir.js';
import { Declined } from './outcome.js';

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
  const gone = Promise.withResolvers<never>();
  const { log, release } =
    access === 'alone'
      ? await lockedLog(config, gone.reject)
      : { log: await openEmbeddedLog(config, gone.reject), release: () => undefined };
  try {
    const ports = logPorts(log);
    const { installation } = await establishInstallation(ports, log.vault);
    if (log.masterKeyCreated) {
      process.stderr.write(`${config.dataDir}/master.key was made. Keep a copy of it, apart from your backups.\n`);
    }
    return await Promise.race([work({ log, ports, installation }), gone.promise]);
  } finally {
    await log.close();
    release();
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
