import { query } from '../access/use-case.js';
import { webhookMessagesProjection } from '../../projections/webhooks/webhook-log.projections.js';
import type { WebhookDocument, WebhookMessageDocument } from '../../projections/webhooks/webhooks.document.js';
import { foldWebhook } from '../../projections/webhooks/webhooks.projection.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { type EndpointOverview, readOverviews } from './endpoint-overview.js';
import { loadWebhook } from './manage-webhooks.js';
import { listWebhooks } from './read-webhooks.js';

/** GET /dashboard-api/webhooks: every endpoint of a team and how it stands, newest first. */
export interface ListEndpoints {
  readonly teamId: string;
}

/** GET /dashboard-api/webhooks/{id}/standing. Undefined when the team has no such endpoint. */
export interface GetEndpoint {
  readonly teamId: string;
  readonly webhookId: string;
}

export interface ShownEndpoint extends EndpointOverview {
  readonly recent: RecentMessages;
}

export interface ShownEndpointState extends ShownEndpoint {
  /** ISO 8601: until then the former secret signs too; null: there is none. */
  readonly formerSecretUntil: string | null;
}

/** Counts over the newest messages that have had an attempt, at most a hundred. */
interface RecentMessages {
  readonly messages: number;
  readonly taken: number;
  readonly failed: number;
}

export type EndpointsPorts = LogPorts & Pick<Ports, 'readStore' | 'ownWrites'>;

/** More than a team has. */
const mostEndpoints = 1_000;
const recentLimit = 100;

export const ListEndpoints = query({ name: 'ListEndpoints', need: 'read-only', run: listEndpoints });

export const GetEndpoint = query({ name: 'GetEndpoint', need: 'read-only', run: getEndpoint });

export async function listEndpoints(
  ports: EndpointsPorts,
  { teamId }: Pick<ListEndpoints, 'teamId'>,
): Promise<readonly ShownEndpoint[]> {
  const found = await listWebhooks(ports, { teamId, page: { limit: mostEndpoints } });
  return 'refused' in found ? [] : shown(ports, found.documents);
}

/** Its settings are read from its own stream: a change is there at once. */
export async function getEndpoint(
  ports: EndpointsPorts,
  { teamId, webhookId }: Pick<GetEndpoint, 'teamId' | 'webhookId'>,
): Promise<ShownEndpointState | undefined> {
  const state = await loadWebhook(ports, teamId, webhookId);
  const document = state === undefined ? undefined : foldWebhook(state.recorded);
  if (state === undefined || document === undefined) return undefined;
  const [endpoint] = await shown(ports, [document]);
  const until = state.previousSecret?.until ?? null;
  const isOver = until === null || Date.parse(until) <= ports.clock.now();
  return endpoint === undefined ? undefined : { ...endpoint, formerSecretUntil: isOver ? null : until };
}

async function shown(ports: EndpointsPorts, documents: readonly WebhookDocument[]): Promise<readonly ShownEndpoint[]> {
  const endpoints: ShownEndpoint[] = [];
  for await (const overview of readOverviews(ports, documents)) {
    endpoints.push({ ...overview, recent: await recentOf(ports, overview.id) });
  }
  return endpoints;
}

async function recentOf({ readStore }: EndpointsPorts, webhookId: string): Promise<RecentMessages> {
  const query = { equals: { webhookId }, orderBy: 'id', direction: 'desc', limit: recentLimit } as const;
  const { documents } = await readStore.list(webhookMessagesProjection, query);
  const messages = documents.map(({ document }) => document);
  const count = (wanted: WebhookMessageDocument['status']): number =>
    messages.filter(({ status }) => status === wanted).length;
  return { messages: messages.length, taken: count('success'), failed: count('failed') };
}
