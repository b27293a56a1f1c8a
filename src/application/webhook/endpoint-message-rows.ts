import { query } from '../access/use-case.js';
import { emailsProjection } from '../../projections/emails/emails.projection.js';
import { webhookMessagesProjection } from '../../projections/webhooks/webhook-log.projections.js';
import type { WebhookMessageDocument } from '../../projections/webhooks/webhooks.document.js';
import type { Page } from '../shared/page.js';
import { loadWebhook } from './manage-webhooks.js';
import { messageIdsFrom } from './message-id.js';
import { type ListWebhookMessages, listWebhookMessages, type ReadMessagesPorts } from './read-messages.js';

/** A message as a page lists it: with what it is about. */
export interface EndpointMessageRow {
  readonly message: WebhookMessageDocument;
  /** Recipients of the email that it is about; empty where it is about none, or one that is not kept. */
  readonly recipients: readonly string[];
}
type ListEndpointMessagesResult = Page<EndpointMessageRow> | { readonly refused: 'not-found' };

/** How many failed messages a replay would send again. */
export interface CountFailedMessages {
  readonly teamId: string;
  readonly webhookId: string;
  /** ISO 8601, of what happened; undefined: all. */
  readonly since: string | undefined;
  /** Exclusive. */
  readonly until: string | undefined;
}
/** Undefined when the team has no such endpoint. */
type CountFailedMessagesResult = FailedMessages | undefined;

interface FailedMessages {
  readonly count: number;
  /** Whether all were counted; otherwise there are more. */
  readonly isExact: boolean;
  /** ISO 8601: what happened first of all that failed, whatever the range is; null: nothing failed. */
  readonly firstAt: string | null;
}

export const ListEndpointMessages = query({
  name: 'ListEndpointMessages',
  need: 'read-only',
  run: listEndpointMessages,
});

export const CountFailedMessages = query({ name: 'CountFailedMessages', need: 'read-only', run: countFailedMessages });

async function listEndpointMessages(
  ports: ReadMessagesPorts,
  asked: ListWebhookMessages,
): Promise<ListEndpointMessagesResult> {
  const page = await listWebhookMessages(ports, asked);
  if ('refused' in page) return page;
  const ids = page.documents.flatMap(({ emailId }) => emailId ?? []);
  const emails = await ports.readStore.getMany(emailsProjection, [...new Set(ids)]);
  const documents = page.documents.map((message): EndpointMessageRow => {
    const email = emails.get(message.emailId ?? '')?.document;
    const isOwn = email?.teamId === asked.teamId;
    return { message, recipients: isOwn ? email.recipients.map(({ address }) => address) : [] };
  });
  return { ...page, documents };
}

const mostCounted = 1_000;

async function countFailedMessages(
  ports: ReadMessagesPorts,
  { teamId, webhookId, since, until }: CountFailedMessages,
): Promise<CountFailedMessagesResult> {
  if ((await loadWebhook(ports, teamId, webhookId)) === undefined) return undefined;
  const failed = { equals: { webhookId, status: 'failed' }, orderBy: 'id', direction: 'asc' } as const;
  const first = await ports.readStore.list(webhookMessagesProjection, { ...failed, limit: 1 });
  const after = since === undefined ? undefined : messageIdsFrom(since);
  const found = await ports.readStore.list(webhookMessagesProjection, {
    ...failed,
    limit: mostCounted,
    ...(after === undefined ? {} : { after: { value: after, id: after } }),
    ...(until === undefined ? {} : { until: messageIdsFrom(until) }),
  });
  // As above.
  const oldest = first.documents[0]?.document;
  return { count: found.documents.length, isExact: !found.hasMore, firstAt: oldest?.createdAt ?? null };
}
