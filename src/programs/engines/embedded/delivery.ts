import type { Delivery, DeliveryStart } from '../backend.js';
import type { EmbeddedEngines, EmbeddedLog } from './engines.js';
import type { Logger } from '../../../infrastructure/telemetry/logger.js';
import { noteResult } from '../note-result.js';
import { startDeliveryThread } from '../../workers/threads.js';
import { pendingProjection } from '../../../projections/pending/pending.projection.js';

export interface DeliveryDependencies extends DeliveryStart {
  readonly log: Pick<EmbeddedLog, 'masterKey' | 'eventLogPort' | 'vaultPort'>;
  readonly engines: Pick<EmbeddedEngines, 'store' | 'whenProcessed' | 'projections' | 'catcherPort'>;
  readonly logger: Logger;
  /** The thread ended unexpectedly: nothing is delivered any more. */
  readonly onFatal: (error: Error) => void;
}

/** How long the start waits for the `pending` rows of an earlier run. */
const catchUpTimeoutMs = 600_000;

/** Starts the worker, in a thread of its own: what an earlier process left open comes first, then everything due. */
export async function startDelivery(dependencies: DeliveryDependencies): Promise<Delivery> {
  const { config, log, engines, logger, metrics, tracer, copiedAt, onTrouble, onTlsSession, onFatal } = dependencies;
  const { store, whenProcessed, projections, catcherPort } = engines;
  const head = await store.head();
  if (head !== undefined) await whenProcessed(pendingProjection.name, head, catchUpTimeoutMs);
  const thread = await startDeliveryThread(
    {
      config,
      masterKey: log.masterKey,
      eventLogPort: log.eventLogPort(),
      vaultPort: log.vaultPort(),
      catcherPort,
      copiedAt,
    },
    {
      listeners: {
        onLog: ({ level, fields, message }) => logger[level](fields, message),
        onCounted({ attempts, results, appends, spans, tlsSessions }) {
          for (const judged of tlsSessions) onTlsSession?.(judged);
          for (const span of spans) tracer?.record(span);
          for (const result of results) noteResult({ logger, metrics }, result);
          for (const [outcome, count] of attempts) {
            metrics.deliveryAttempts.inc({ outcome }, count);
            if (outcome === 'unknown') metrics.outcomesUnknown.inc(count);
          }
          for (const [result, count] of appends) metrics.eventLogAppends.inc({ result }, count);
        },
        onTrouble,
        onGone: onFatal,
      },
      memoryMb: config.memoryMb,
    },
  );
  const stopListening = projections.onAdvanced(pendingProjection.name, () => thread.wake());
  // What was accepted while the thread started was announced to no listener.
  thread.wake();
  return {
    stop() {
      stopListening();
      return thread.stop();
    },
  };
}
