import { aborted, delay } from '../../application/shared/delay.js';
import { EndpointChanges } from '../../application/webhook/endpoint-changes.js';
import { LogTail } from '../../application/webhook/log-tail.js';
import { type PartitionPorts, runPartition } from '../../application/webhook/run-partition.js';
import { WebhookLog } from '../../application/webhook/webhook-log.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { Config } from '../../infrastructure/config/config.js';
import {
  webhookMessagesProjection,
  webhookProgressProjection,
} from '../../projections/webhooks/webhook-log.projections.js';
import { partitions } from '../../projections/webhooks/webhooks.document.js';
import { webhooksProjection } from '../../projections/webhooks/webhooks.projection.js';
import type { Backend, Engines } from '../engines/backend.js';
import type { Services } from './services.js';
import { createWebhookSender } from './webhook-sender.js';

export interface WebhooksDependencies {
  readonly config: Config;
  readonly backend: Pick<Backend, 'alone'>;
  readonly engines: Engines;
  readonly services: Services;
  readonly onFailure: (error: unknown) => void;
}

/** What the partitions may take to end by themselves; then the log of attempts is closed before them. */
const endingMs = 1_000;

/** `after`: the end of the log at the start. Runs each partition of endpoints that no other process runs, until the signal aborts and everything has ended. */
export async function runWebhooks(
  dependencies: WebhooksDependencies,
  after: Position | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { config, backend, engines, services, onFailure } = dependencies;
  const { store, whenProcessed } = engines;
  const sender = createWebhookSender(config, services.own);
  const tail = new LogTail(store);
  const changes = new EndpointChanges(store);
  const log = new WebhookLog(services.ports, onFailure);
  const ports: PartitionPorts = {
    ...services.ports,
    folds: services.folds,
    sender,
    tail,
    changes,
    log,
    whenProcessed,
    webhooks: webhooksProjection,
    messages: webhookMessagesProjection,
    progress: webhookProgressProjection,
  };
  const ended = Promise.all([
    tail.followOnDemand(signal, onFailure),
    changes.follow(after, signal, onFailure),
    ...partitions.map((partition) =>
      backend.alone(`webhooks-${partition}`, signal, (held) => runPartition(ports, partition, held, onFailure)),
    ),
  ]);
  await aborted(signal);
  // A position waits for the log: where that cannot be written, only its end ends the partitions.
  const patience = new AbortController();
  await Promise.race([ended, delay(endingMs, patience.signal)]);
  patience.abort();
  await log.stop();
  await ended;
  await sender.close();
}
