import { collectDefaultMetrics, Registry } from 'prom-client';
import { type BackgroundFigures, backgroundMetrics } from './metrics/background-metrics.js';
import { type DeliveryFigures, deliveryMetrics } from './metrics/delivery-metrics.js';
import { type EngineFigures, engineMetrics } from './metrics/engine-metrics.js';
import { type HttpFigures, httpMetrics } from './metrics/http-metrics.js';
import { type ProcessFigures, processMetrics } from './metrics/process-metrics.js';
import { type SmtpFigures, smtpMetrics } from './metrics/smtp-metrics.js';
import { QueueMetrics } from './metrics/queue-metrics.js';
import { WebhookMetrics } from './metrics/webhook-metrics.js';

/** What one process counts. No label ever holds an address or a domain, nor an id but those of some webhooks. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Gauges of the library whose names end as those of counters do. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** What is asked at each scrape; what is left out shows nothing. */
export type AskedFigures = ProcessFigures &
  DeliveryFigures &
  EngineFigures &
  BackgroundFigures &
  HttpFigures &
  SmtpFigures;

/** A registry of its own, so that two servers in one process do not count together. */
export function createMetrics(asked: Partial<AskedFigures> = {}) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  return {
    registry,
    webhooks: new WebhookMetrics(registry),
    queue: new QueueMetrics(registry),
    ...processMetrics(registry, asked),
    ...deliveryMetrics(registry, asked),
    ...engineMetrics(registry, asked),
    ...backgroundMetrics(registry, asked),
    ...httpMetrics(registry, asked),
    ...smtpMetrics(registry, asked),
  };
}
