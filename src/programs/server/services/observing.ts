import { isbot } from 'isbot';
import type { Trouble } from '../../../application/delivery/trouble/trouble.js';
import { withTroubles } from '../../../application/doctor/check-troubles.js';
import type { Tracer } from '../../../application/ports/tracer.js';
import type { ServerTrouble } from '../../../application/server-trouble/server-trouble.js';
import { RequestLog } from '../../../application/request-log/request-log.js';
import { createOwnWrites } from '../../../application/shared/own-writes.js';
import { ErasedMails } from '../../../application/tracking/erased-mails.js';
import { TrackingKeys } from '../../../application/tracking/tracking-keys.js';
import { TrackingLog } from '../../../application/tracking/tracking-log.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { trackingSealer } from '../../../infrastructure/crypto/tracking-sealer.js';
import { kept } from '../../../infrastructure/http/edge/kept-answer.js';
import type { Base } from './base.js';
import { withTimeout } from '../../../application/shared/timeout.js';
import { startModestWorker } from '../../../infrastructure/system/modest-worker.js';
import { workerUrl } from '../../../infrastructure/system/worker-url.js';
import type { LookData, LookResult } from '../../cli/doctor/doctor.worker.js';

const maxHeapMb = 256;
/** On shared engines it waits for the heartbeats of leases. */
const timeoutMs = 60_000;

/** Looks in a thread of its own, which ends with the look. Rejects where the look fails or takes too long. */
function lookInThread(config: LookData): Promise<LookResult> {
  const worker = startModestWorker(workerUrl(import.meta.url, '../../cli/doctor/doctor.worker.js'), {
    maxHeapMb,
    workerData: config,
  });
  const look = new Promise<LookResult>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the look at the installation ended without a result')));
  });
  const late = (): Error => new Error('the look at the installation took too long');
  return withTimeout(timeoutMs, look, late).finally(() => void worker.terminate());
}

export interface ObservingOptions {
  /** Null where no traces are made. */
  readonly tracer: Tracer | null;
  readonly onRequestsLost: (requests: number) => void;
  readonly onHitsLost: (hits: number) => void;
  /** What keeps email from leaving now. */
  readonly troubles: () => readonly Trouble[];
  /** What else is wrong with this process now. */
  readonly serverTroubles: () => readonly ServerTrouble[];
}

const healthKeptMs = 30_000;

/** What is noted of requests, opens and clicks, and how the server itself is doing. */
export function observingServices(
  { ports, whenProcessed, onFailure }: Base,
  config: Config,
  options: ObservingOptions,
) {
  const { listPatienceMs } = config;
  return {
    requestLog: new RequestLog({
      ...ports,
      // Lists of other things wait for nothing that is written here.
      ownWrites: createOwnWrites(whenProcessed, listPatienceMs),
      listPatienceMs,
      onLost: options.onRequestsLost,
      onFailure,
    }),
    tracer: options.tracer,
    trackingLog: new TrackingLog(ports, { onLost: options.onHitsLost, onFailure }),
    trackingKeys: new TrackingKeys(ports),
    trackingSealer,
    erasedMails: new ErasedMails(ports),
    /** Whether a user agent calls itself a program. */
    isBot: (userAgent: string): boolean => isbot(userAgent),
    // In a thread, and not more often than an open page needs.
    lookAtHealth: kept(healthKeptMs, async () =>
      withTroubles(await lookInThread(config), options.troubles(), options.serverTroubles()),
    ),
    /** Null for no limit. */
    requestsPerSecond: config.rateLimitPerSecond === 0 ? null : config.rateLimitPerSecond,
  };
}
