import { programVersion } from '../../manifest.js';
import { establishInstallation, type Installation } from '../../../application/installation/establish-installation.js';
import type { Backend, BackendOptions } from '../backend.js';
import { startDelivery } from './delivery.js';
import { type EmbeddedLog, lockedLog, openEmbeddedEngines } from './engines.js';
import { endWhenDamaged, sayLockDamaged, spareCaught, spareReadModels } from './sound-files.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { pathsIn } from '../../../infrastructure/data-dir/data-dir.js';
import { rebuildInWords } from '../../../infrastructure/projection-runner/rebuild-watch.js';
import { createInProcessQuotaCounter } from '../../../infrastructure/quota-counter/in-process-quota-counter.js';
import { createInProcessDailyAllowances } from '../../../infrastructure/rate-limiter/in-process-daily-allowances.js';
import { createInProcessSignInPatience } from '../../../infrastructure/rate-limiter/in-process-sign-in-patience.js';
import { createInProcessRateLimiter } from '../../../infrastructure/rate-limiter/in-process-rate-limiter.js';
import { sqliteReadModelIdentity } from '../../../infrastructure/read-store/sqlite-read-model-identity.js';
import { systemClock } from '../../../infrastructure/system/clock.js';
import { logPorts } from '../../../infrastructure/system/log-ports.js';

/** Everything in this process and its threads, in `DATA_DIR`. Throws `StartRefused`, `data-dir-in-use` and the like. */
export async function openEmbeddedBackend({ config, logger, onFatal: end }: BackendOptions): Promise<Backend> {
  const onFatal = endWhenDamaged(config.dataDir, end);
  const { log, release, wasDamaged } = await lockedLog(config, onFatal);
  sayLockDamaged(wasDamaged, logger);
  const installation = await establish(config, log, logger).catch(async (error: unknown) => {
    await log.close();
    release();
    throw error;
  });
  const engines = await openEmbeddedEngines(config, log, {
    onFatal,
    onProjectionFailure: (projection, reason) => logger.error({ projection, reason }, 'a projection failed'),
    onRebuild(step) {
      const { fields, message } = rebuildInWords(step);
      logger.info(fields, message);
    },
  });
  const { rateLimitPerSecond } = config;
  return {
    engines,
    installation,
    rateLimiter: rateLimitPerSecond === 0 ? null : createInProcessRateLimiter(rateLimitPerSecond),
    quotaCounter: createInProcessQuotaCounter(),
    patience: createInProcessSignInPatience(() => systemClock.now()),
    allowances: createInProcessDailyAllowances(() => systemClock.now()),
    masterKeyCreated: log.masterKeyCreated,
    projectionStatus: () => engines.projections.status(),
    engineFailures: () => [],
    canAccept: () => true,
    engineOutages: () => [],
    leases: () => new Map(),
    logFaults: () => new Map(),
    engineCalls: () => [],
    explained: async (error) => error,
    // The lock on DATA_DIR keeps every other process out.
    alone: (_name, signal, work) => work(signal),
    startDelivery: (start) => startDelivery({ log, engines, logger, onFatal, ...start }),
    async close() {
      await engines.close();
      await log.close();
      release();
    },
  };
}

/** Damaged read models are gone before anyone asks whose they are. */
async function establish(
  { dataDir }: Config,
  log: EmbeddedLog,
  logger: BackendOptions['logger'],
): Promise<Installation> {
  spareReadModels(dataDir, logger);
  spareCaught(dataDir, logger);
  return establishInstallation(logPorts(log), log.vault, {
    readModels: sqliteReadModelIdentity(pathsIn(dataDir).readStore),
    version: programVersion,
  });
}
