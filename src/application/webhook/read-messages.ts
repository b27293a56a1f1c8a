import { erasedText } from '../../domain/shared/personal.js';
import { command, query } from '../access/use-case.js';
import {
  webhookAttemptsProjection,
  webhookMessagesProjection,
} from '../../projections/webhooks/webhook-log.projections.js';
import type {
  MessageStatus,
  WebhookAttemptDocument,
  WebhookMessageDocument,
} from '../../projections/webhooks/webhooks.document.js';
import type { RequestContext } from '../shared/context.js';
import { listPage } from '../shared/list-page.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';
import { messageOf, type MessagePorts } from './endpoint-messages.js';
import { messageIdsFrom } from './message-id.js';
import { requested, type RequestReplayResult } from './manage-replays.js';
import { loadWebhook, write, type WritePorts } from './manage-webhooks.js';
import type { PayloadData } from './messages.js';
import { answerTo, canBeMadeWhole } from './attempt-log.js';

/** GET /webhooks/{id}/events, and /dashboard-api/webhooks/{id}/messages: what an endpoint was sent, newest first. */
export interface ListWebhookMessages {
  readonly teamId: string;
  readonly webhookId: string;
  readonly page: PageRequest;
  readonly filter: MessageFilter;
}
/** All of them hold together. Times are ISO 8601, of what happened. */
export interface MessageFilter {
  readonly status?: MessageStatus;
  readonly type?: string;
  /** Then or later. */
  readonly since?: string;
  /** Before. */
  readonly until?: string;
}
export type ListWebhookMessagesResult = Page<WebhookMessageDocument> | { readonly refused: 'not-found' };

/** GET /webhooks/{id}/events/{event_id}. Undefined when the endpoint has not been sent it. */
export interface GetWebhookMessage {
  readonly teamId: string;
  readonly webhookId: string;
  readonly messageId: string;
}
export type GetWebhookMessageResult =
  | {
      readonly document: WebhookMessageDocument;
      /** As it would be sent now; null: its event is in the log no more. */
      readonly data: PayloadData[keyof PayloadData] | null;
    }
  | undefined;

/** GET /webhooks/{id}/events/{event_id}/attempts, newest first. */
export interface ListWebhookAttempts {
  readonly teamId: string;
  readonly webhookId: string;
  readonly messageId: string;
  readonly page: PageRequest;
}
export interface ShownAttempt {
  readonly document: WebhookAttemptDocument;
  /** The body of the answer, cut; empty where none came. */
  readonly answer: string;
}
export type ListWebhookAttemptsResult = Page<ShownAttempt> | { readonly refused: 'not-found' };

/** POST /webhooks/{id}/events/{event_id}/replay: it goes out again, under the same id. */
export interface ReplayWebhookMessage {
  readonly context: RequestContext;
  readonly webhookId: string;
  readonly messageId: string;
}
type ReplayWebhookMessageResult = RequestReplayResult;

export type ReadMessagesPorts = WritePorts & MessagePorts & Pick<Ports, 'readStore'>;

export const ListWebhookMessages = query({ name: 'ListWebhookMessages', need: 'read-only', run: listWebhookMessages });

export const GetWebhookMessage = query({ name: 'GetWebhookMessage', need: 'read-only', run: getWebhookMessage });

export const ListWebhookAttempts = query({ name: 'ListWebhookAttempts', need: 'read-only', run: listWebhookAttempts });

export const ReplayWebhookMessage = command({
  name: 'ReplayWebhookMessage',
  need: 'member',
  run: replayWebhookMessage,
});

export async function listWebhookMessages(
  ports: ReadMessagesPorts,
  { teamId, webhookId, page, filter }: ListWebhookMessages,
): Promise<ListWebhookMessagesResult> {
  if ((await loadWebhook(ports, teamId, webhookId)) === undefined) return { refused: 'not-found' };
  const { since, until, ...equals } = filter;
  const definition = {
    shape: webhookMessagesProjection,
    teamId,
    // Members that are absent are not there at all.
    equals: { webhookId, ...equals },
    orderBy: 'id',
    range: {
      ...(since === undefined ? {} : { oldest: messageIdsFrom(since) }),
      ...(until === undefined ? {} : { newest: messageIdsFrom(until) }),
    },
  };
  return listPage<WebhookMessageDocument>(ports.readStore, definition, page);
}

export async function getWebhookMessage(
  ports: ReadMessagesPorts,
  { teamId, webhookId, messageId }: GetWebhookMessage,
): Promise<GetWebhookMessageResult> {
  const document = await sentTo(ports, teamId, webhookId, messageId);
  if (document === undefined) return undefined;
  const message = await messageOf(ports, document);
  return { document, data: message?.payload.data ?? null };
}

export async function listWebhookAttempts(
  ports: ReadMessagesPorts,
  { teamId, webhookId, messageId, page }: ListWebhookAttempts,
): Promise<ListWebhookAttemptsResult> {
  if ((await loadWebhook(ports, teamId, webhookId)) === undefined) return { refused: 'not-found' };
  const definition = {
    shape: webhookAttemptsProjection,
    teamId,
    equals: { messageId },
    orderBy: 'id',
  };
  const found = await listPage<WebhookAttemptDocument>(ports.readStore, definition, page);
  if ('refused' in found) return found;
  // The message of a test has no document but this one.
  const isOwn = found.documents.length > 0 && found.documents.every((document) => document.webhookId === webhookId);
  const sent = await sentTo(ports, teamId, webhookId, messageId);
  if (!isOwn && sent === undefined) return { refused: 'not-found' };
  const isWhole = sent === undefined || (await canBeMadeWhole(ports, sent));
  const documents = await Promise.all(
    found.documents.map(async (document) => {
      return { document, answer: isWhole ? (await answerTo(ports, document)).answer : erasedText };
    }),
  );
  return { ...found, documents };
}

async function replayWebhookMessage(
  ports: ReadMessagesPorts,
  { context, webhookId, messageId }: ReplayWebhookMessage,
): Promise<ReplayWebhookMessageResult> {
  const { teamId } = context;
  if ((await sentTo(ports, teamId, webhookId, messageId)) === undefined) return { refused: 'not-found' };
  const replay = { replayId: ports.ids.next(), scope: { kind: 'message', messageId } } as const;
  return requested(messageId, await write(ports, context, webhookId, { type: 'RequestReplay', teamId, replay }));
}

/** The document of a message that the team's endpoint was sent. */
async function sentTo(
  ports: ReadMessagesPorts,
  teamId: string,
  webhookId: string,
  messageId: string,
): Promise<WebhookMessageDocument | undefined> {
  if ((await loadWebhook(ports, teamId, webhookId)) === undefined) return undefined;
  const found = await ports.readStore.get(webhookMessagesProjection, messageId);
  return found?.webhookId === webhookId ? found : undefined;
}
