import type { Position } from '../../domain/shared/recorded.js';
import {
  webhookMessagesProjection,
  webhookProgressProjection,
} from '../../projections/webhooks/webhook-log.projections.js';
import {
  partitions,
  type WebhookDocument,
  type WebhookMessageDocument,
  type WebhookProgressDocument,
} from '../../projections/webhooks/webhooks.document.js';
import { webhooksProjection } from '../../projections/webhooks/webhooks.projection.js';
import type { EventStore } from '../ports/event-store.js';
import type { ReadStoreReader } from '../ports/read-store.js';
import { timeOf } from './endpoint-messages.js';
import { endpointsOf } from './endpoints-of.js';
import { followedByWebhooks } from './messages.js';

/** How an endpoint stands, as its process reported it a few seconds ago. */
export interface EndpointOverview
  extends Pick<WebhookDocument, 'id' | 'teamId' | 'partition' | 'url' | 'events' | 'status' | 'why' | 'createdAt'> {
  /** Messages that wait for another attempt. */
  readonly retrying: number;
  /** ISO 8601, of the oldest event among theirs; null: none waits. */
  readonly retryingSince: string | null;
  /** ISO 8601: nothing but failures from then on; null: the last attempt was taken, or there was none. */
  readonly failingSince: string | null;
  /** ISO 8601, of the oldest event that it has not come to; null: there is none, or it is disabled. */
  readonly behindSince: string | null;
}

export interface OverviewPorts {
  readonly readStore: Pick<ReadStoreReader, 'get' | 'list' | 'count'>;
  readonly store: Pick<EventStore, 'readAll'>;
}

/** Every endpoint of these partitions, of whatever team; `wanted` spares the others their figures. */
export async function* overviewOf(
  ports: OverviewPorts,
  ofPartitions: readonly string[] = partitions,
  wanted: (document: WebhookDocument) => boolean = () => true,
): AsyncGenerator<EndpointOverview> {
  const known = new Map<Position | undefined, string | null>();
  for (const partition of ofPartitions) {
    const progress = await ports.readStore.get(webhookProgressProjection, partition);
    for await (const document of endpointsOf(ports.readStore, webhooksProjection, partition)) {
      if (wanted(document)) yield await readOverview(ports, document, progress, known);
    }
  }
}

/** State of endpoints that were read before, in their order. */
export async function* readOverviews(
  ports: OverviewPorts,
  documents: readonly WebhookDocument[],
): AsyncGenerator<EndpointOverview> {
  const known = new Map<Position | undefined, string | null>();
  const reports = new Map<string, WebhookProgressDocument | undefined>();
  for (const document of documents) {
    const { partition } = document;
    if (!reports.has(partition)) {
      const found = await ports.readStore.get(webhookProgressProjection, partition);
      reports.set(partition, found);
    }
    yield await readOverview(ports, document, reports.get(partition), known);
  }
}

async function readOverview(
  ports: OverviewPorts,
  document: WebhookDocument,
  progress: WebhookProgressDocument | undefined,
  known: Map<Position | undefined, string | null>,
): Promise<EndpointOverview> {
  const { id, teamId, partition, url, events, status, why, createdAt } = document;
  const waiting = { webhookId: id, status: 'attempting' };
  const retrying = await ports.readStore.count(webhookMessagesProjection, waiting);
  const oldest = retrying === 0 ? undefined : await oldestOf(ports, waiting);
  const failing = progress?.failing.find(({ webhookId }) => webhookId === id);
  return {
    ...{ id, teamId, partition, url, events, status, why, createdAt },
    retrying,
    retryingSince: oldest?.createdAt ?? null,
    failingSince: status === 'enabled' ? (failing?.since ?? null) : null,
    behindSince: status === 'enabled' ? await behindSince(ports, document, progress, known) : null,
  };
}

/**
 * A report is made soon after any event that may concern an endpoint, so a later event is one that no process has
 * handled yet.
 */
async function behindSince(
  { store }: OverviewPorts,
  { id, createdAt }: WebhookDocument,
  progress: WebhookProgressDocument | undefined,
  known: Map<Position | undefined, string | null>,
): Promise<string | null> {
  if (progress === undefined) return null;
  const own = progress.readers.find(({ webhookId, replayId }) => webhookId === id && replayId === null);
  const after = own?.position ?? progress.position;
  if (!known.has(after)) {
    const { events } = await store.readAll({ after, limit: 1, filter: followedByWebhooks });
    known.set(after, events[0] === undefined ? null : timeOf(events[0]));
  }
  const at = known.get(after) ?? null;
  return at !== null && at < createdAt ? createdAt : at;
}

async function oldestOf(
  { readStore }: OverviewPorts,
  equals: Readonly<Record<string, string>>,
): Promise<WebhookMessageDocument | undefined> {
  const query = { equals, orderBy: 'id', direction: 'asc', limit: 1 } as const;
  const [oldest] = (await readStore.list(webhookMessagesProjection, query)).documents;
  // As above.
  return oldest?.document;
}
