import { lastCopy, lastRestore, untilResumed } from '../../application/installation/delivery-hold.js';
import type { LogPorts } from '../../application/shared/handle.js';
import type { Delivery } from '../engines/backend.js';
import type { Logger } from '../../infrastructure/telemetry/logger.js';

/** Whether delivery is held since a restore, as the log says it. */
export interface DeliveryHold {
  /** ISO 8601; null while nothing is held. */
  heldSince(): string | null;
  /** Time of the last restore or migration, ISO 8601; null when there was none. */
  readonly copiedAt: string | null;
  /** True as soon as delivery may go on; false where {@link stop} comes before. */
  readonly resumed: Promise<boolean>;
  stop(): Promise<void>;
}

/** Follows the log, so that a `posthorn resume` in another process is noticed at once. */
export async function watchHold(ports: LogPorts, logger: Logger): Promise<DeliveryHold> {
  const restore = await lastRestore(ports);
  const copiedAt = await lastCopy(ports);
  if (restore?.held !== true) {
    return { heldSince: () => null, copiedAt, resumed: Promise.resolve(true), stop: async () => undefined };
  }
  logger.warn({ backup: restore.backupId }, 'delivery is held since a restore, until `posthorn resume`');
  const stopping = new AbortController();
  let heldSince: string | null = restore.restoredAt;
  const onFailure = (error: unknown): void =>
    logger.error({ reason: error instanceof Error ? error.message : String(error) }, 'the log could not be followed');
  const resumed = untilResumed(ports, stopping.signal, onFailure).then((yes) => {
    if (yes) heldSince = null;
    return yes;
  });
  return {
    heldSince: () => heldSince,
    copiedAt,
    resumed,
    async stop() {
      stopping.abort();
      await resumed;
    },
  };
}

/** A held delivery starts when it is resumed, and is stopped like one that had begun. */
export async function deliverUnlessHeld(
  hold: DeliveryHold,
  { start, logger, onFatal }: HeldDelivery,
): Promise<Delivery> {
  if (hold.heldSince() === null) return start();
  const started = hold.resumed.then(async (yes) => {
    if (!yes) return undefined;
    logger.info('delivery is resumed');
    return start();
  });
  started.catch(onFatal);
  return {
    async stop() {
      await hold.stop();
      await (await started)?.stop();
    },
  };
}

interface HeldDelivery {
  readonly start: () => Promise<Delivery>;
  readonly logger: Logger;
  readonly onFatal: (error: Error) => void;
}
