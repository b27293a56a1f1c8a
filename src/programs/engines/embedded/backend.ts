import { establishInstallation } from '../../../application/installation/establish-installation.js';
import type { Backend, BackendOptions } from '../backend.js';
import { startDelivery } from './delivery.js';
import { lockedLog, openEmbeddedEngines } from './engines.js';
import { pathsIn } from '../../../infrastructure/data-dir/data-dir.js';
import { createInProcessQuotaCounter } from '../../../infrastructure/quota-counter/in-process-quota-counter.js';
import { createInProcessDailyAllowances } from '../../../infrastructure/rate-limiter/in-process-daily-allowances.js';
import { createInProcessSignInPatience } from '../../../infrastructure/rate-limiter/in-process-sign-in-patience.js';
import { createInProcessRateLimiter } from '../../../infrastructure/rate-limiter/in-process-rate-limiter.js';
import { sqliteReadModelIdentity } from '../../../infrastructure/read-store/sqlite-read-model-identity.js';
import { systemClock } from '../../../infrastructure/system/clock.js';
import { logPorts } from '../../../infrastructure/system/log-ports.js';

/** Everything in this process and its threads, in `DATA_DIR`. Throws `StartRefused`, `data-dir-in-use` and the like. */
export async function openEmbeddedBackend({ config, logger, onFatal }: BackendOptions): Promise<Backend> {
  const { log, release } = await lockedLog(config, onFatal);
  const readModels = sqliteReadModelIdentity(pathsIn(config.dataDir).readStore);
  const installation = await establishInstallation(logPorts(log), log.vault, readModels).catch(
    async (error: unknown) => {
      await log.close();
      release();
      throw error;
    },
  );
  const engines = await openEmbeddedEngines(config, log, {
    onFatal,
    onProjectionFailure: (projection, reason) => logger.error({ projection, reason }, 'a projection failed'),
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
    leases: () => new Map(),
    logFaults: () => new Map(),
    engineCalls: () => [],
    // The lock on DATA_DIR keeps every other process out.
    alone: (_name, signal, work) => work(signal),
    startDelivery: (start) => startDelivery({ config, log, engines, logger, onFatal, ...start }),
    async close() {
      await engines.close();
      await log.close();
      release();
    },
  };
}
