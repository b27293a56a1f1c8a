import type { DeliveryResult } from '../../application/delivery/delivery-result.js';
import type { Logger } from '../../infrastructure/telemetry/logger.js';
import type { Metrics } from '../../infrastructure/telemetry/metrics.js';

/** A line and a count for what became of one recipient. */
export function noteResult(
  { logger, metrics }: { readonly logger: Pick<Logger, 'info'>; readonly metrics: Metrics },
  result: DeliveryResult,
): void {
  const { receiver, outcome, kind, durationMs, mxSet, tls } = result;
  if (mxSet !== null) metrics.queue.learn(mxSet, receiver);
  metrics.deliveryResults.inc({ receiver, outcome, reply: kind ?? 'none' });
  if (outcome === 'delivered' && tls !== null) metrics.deliveriesByTls.inc({ tls });
  metrics.deliveryDuration.observe({ receiver }, durationMs / 1000);
  logger.info(result, 'delivery result');
}
