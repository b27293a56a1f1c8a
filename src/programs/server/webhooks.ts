import { untilResumed } from '../../application/installation/delivery-hold.js';
import { aborted } from '../../application/shared/delay.js';
import { waitAtMost } from '../../application/shared/timeout.js';
import { EndpointChanges } from '../../application/webhook/endpoint-changes.js';
import { overviewOf, type OverviewPorts } from '../../application/webhook/endpoint-overview.js';
import { FairScheduler } from '../../application/webhook/fair-scheduler.js';
import { joinedWaits } from '../../application/shared/own-writes.js';
import { LogTail } from '../../application/webhook/log-tail.js';
import { payloadsOfEvent } from '../../application/webhook/endpoint-messages.js';
import { RecentPayloads } from '../../application/webhook/recent-payloads.js';
import { type PartitionPorts, runPartition } from '../../application/webhook/run-partition.js';
import { WebhookLog } from '../../application/webhook/webhook-log.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { Config } from '../../infrastructure/config/config.js';
import type { Metrics } from '../../infrastructure/telemetry/metrics.js';
import type { WaitingWebhook } from '../../infrastructure/telemetry/metrics/webhook-metrics.js';
import { systemClock } from '../../infrastructure/system/clock.js';
import {
  webhookMessagesProjection,
  webhookProgressProjection,
} from '../../projections/webhooks/webhook-log.projections.js';
import { partitions } from '../../projections/webhooks/webhooks.document.js';
import { webhooksProjection } from '../../projections/webhooks/webhooks.projection.js';
import type { Backend, Engines } from '../engines/backend.js';
import type { ServerHealth } from './server-health.js';
import type { Services } from './services/services.js';
import { createWebhookSender } from './services/webhooks.js';

export interface WebhooksDependencies {
  readonly config: Config;
  readonly backend: Pick<Backend, 'alone'>;
  readonly engines: Engines;
  readonly services: Services;
  readonly metrics: Pick<Metrics, 'webhooks'>;
  readonly serverHealth: Pick<ServerHealth, 'noteWebhook'>;
  readonly onFailure: (error: unknown) => void;
}

/** What the partitions may take to end by themselves; then the log of attempts is closed before them. */
const endingMs = 1_000;

/**
 * `after`: the end of the log at the start. Runs each partition of endpoints that no other process runs, until the
 * signal aborts and everything has ended.
 */
export async function runWebhooks(
  dependencies: WebhooksDependencies,
  after: Position | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { config, backend, engines, services, metrics, serverHealth, onFailure } = dependencies;
  const { store, readStore, whenProcessed } = engines;
  // Held since a restore, as deliveries are.
  if (!(await untilResumed(services.ports, signal, onFailure))) return;
  const sender = createWebhookSender(config, services.own);
  const tail = new LogTail(store);
  const changes = new EndpointChanges(store);
  const log = new WebhookLog(services.ports, onFailure);
  const scheduler = new FairScheduler(systemClock, config.webhookSending);
  metrics.webhooks.askHeld(() => scheduler.waiting());
  const made = { ...services.ports, recordSettings: services.recordSettings };
  const ports: PartitionPorts = {
    ...made,
    sender,
    retryDelaysMs: config.webhookSending.retryDelaysMs,
    tail,
    recent: new RecentPayloads(systemClock, (event) => payloadsOfEvent(made, event)),
    changes,
    log,
    inTurn: async (teamId, ...asked) => scheduler.run(await services.teamOwners.of(teamId), ...asked),
    onAttempt(attempt) {
      metrics.webhooks.count(attempt);
      serverHealth.noteWebhook(attempt.webhookId, attempt.outcome === 'delivered');
    },
    tracer: services.tracer,
    whenProcessed: joinedWaits(whenProcessed),
    webhooks: webhooksProjection,
    messages: webhookMessagesProjection,
    progress: webhookProgressProjection,
  };
  const running = new Set<string>();
  metrics.webhooks.ask(() => waitingFor({ store, readStore }, [...running], services.ports.clock.now()));
  const ended = Promise.all([
    tail.followOnDemand(signal, onFailure),
    changes.follow(after, signal, onFailure),
    ...partitions.map((partition) =>
      backend.alone(`webhooks-${partition}`, signal, async (held) => {
        running.add(partition);
        await runPartition(ports, partition, held, onFailure).finally(() => running.delete(partition));
      }),
    ),
  ]);
  await aborted(signal);
  // A position waits for the log: where that cannot be written, only its end ends the partitions.
  await waitAtMost(endingMs, ended);
  await log.stop();
  await ended;
  await sender.close();
}

/** What waits for the enabled endpoints of this process's partitions: each is reported by one process. */
async function waitingFor(
  ports: OverviewPorts,
  ofPartitions: readonly string[],
  nowMs: number,
): Promise<readonly WaitingWebhook[]> {
  const waiting: WaitingWebhook[] = [];
  for await (const endpoint of overviewOf(ports, ofPartitions, ({ status }) => status === 'enabled')) {
    const { id, retrying, retryingSince, behindSince } = endpoint;
    const ages = [retryingSince, behindSince].map((at) => (at === null ? 0 : Math.max(0, nowMs - Date.parse(at))));
    waiting.push({ webhookId: id, retrying, oldestMs: Math.max(...ages) });
  }
  return waiting;
}
