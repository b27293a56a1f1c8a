import { erasedText, reveal } from '../../domain/shared/personal.js';
import { lowestIdAt } from '../../domain/shared/uuid-time.js';
import type {
  AnswerHeaders,
  AttemptOutcome,
  WebhookAttempted,
  WebhookTested,
} from '../../domain/webhook/log-events.js';
import {
  webhookAttemptsProjection,
  webhookMessagesProjection,
} from '../../projections/webhooks/webhook-log.projections.js';
import type { WebhookAttemptDocument, WebhookMessageDocument } from '../../projections/webhooks/webhooks.document.js';
import type { LogPorts } from '../shared/handle.js';
import { listPage } from '../shared/list-page.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';
import { messageOf, type MessagePorts } from './endpoint-messages.js';
import { bodyOf } from './messages.js';

/** All of them hold together. */
export interface AttemptFilter {
  readonly webhookId?: string;
  readonly messageId?: string;
  readonly emailId?: string;
  readonly type?: string;
  readonly outcome?: AttemptOutcome;
  readonly status?: number;
  /** 2 for every 2xx, and so on; 0: no answer came. */
  readonly statusClass?: number;
  /** Milliseconds since the epoch: ended then or later. */
  readonly sinceMs?: number;
  /** Milliseconds since the epoch: ended before. */
  readonly untilMs?: number;
}

export interface AnsweredAttempt {
  readonly document: WebhookAttemptDocument;
  /** The body, cut; empty where none came. */
  readonly answer: string;
  /** Null when erased, or not kept. */
  readonly headers: AnswerHeaders | null;
}

export type ReadAttemptsPorts = LogPorts & Pick<Ports, 'readStore'> & MessagePorts;

/** The newest first. */
export function listTeamAttempts(
  { readStore }: { readonly readStore: Pick<Ports['readStore'], 'get' | 'list' | 'count'> },
  { teamId, page, filter }: { readonly teamId: string; readonly page: PageRequest; readonly filter: AttemptFilter },
): Promise<Page<WebhookAttemptDocument>> {
  const { sinceMs, untilMs, ...equals } = filter;
  const definition = {
    shape: webhookAttemptsProjection,
    teamId,
    // Members that are absent are not there at all.
    equals: { teamId, ...equals },
    orderBy: 'id',
    range: {
      ...(sinceMs === undefined ? {} : { oldest: lowestAttemptAt(sinceMs) }),
      ...(untilMs === undefined ? {} : { newest: lowestAttemptAt(untilMs) }),
    },
  };
  return listPage<WebhookAttemptDocument>(readStore, definition, page);
}

export async function getAttempt(
  ports: ReadAttemptsPorts,
  { teamId, attemptId }: { readonly teamId: string; readonly attemptId: string },
): Promise<AnsweredAttempt | undefined> {
  const document = await ports.readStore.get(webhookAttemptsProjection, attemptId);
  if (document?.teamId !== teamId) return undefined;
  // As above.
  const message = await ports.readStore.get(webhookMessagesProjection, document.messageId);
  const isWhole = document.isTest || (message !== undefined && (await canBeMadeWhole(ports, message)));
  return { document, ...(isWhole ? await answerTo(ports, document) : { answer: erasedText, headers: null }) };
}

/**
 * False once a person in the message was erased, or its event was removed: the stored answer of an endpoint may quote
 * them.
 */
export async function canBeMadeWhole(ports: MessagePorts, document: WebhookMessageDocument): Promise<boolean> {
  const message = await messageOf(ports, document);
  return message !== undefined && !bodyOf(message.payload, message.createdAt).includes(erasedText);
}

/** From the log: answers are in no document. */
export async function answerTo(
  { store, codec, keys }: LogPorts,
  { stream, revision, index }: WebhookAttemptDocument,
): Promise<Omit<AnsweredAttempt, 'document'>> {
  const stored = await store.readStream(stream, { from: revision, limit: 1 });
  const [recorded] = codec.decode(stored, await keys.getMany(codec.kids(stored)));
  // The document was made from this event.
  const event = recorded?.event as WebhookAttempted | WebhookTested | undefined;
  if (event === undefined) return { answer: '', headers: null };
  if (event.type === 'WebhookTested') return { answer: reveal(event.data.answer) ?? erasedText, headers: null };
  const { data } = event;
  const headers = data.answerHeaders === undefined ? undefined : reveal(data.answerHeaders);
  return { answer: reveal(data.answers)?.[index] ?? erasedText, headers: headers?.[index] ?? null };
}

/** Ids begin with the time at which the attempt ended. */
function lowestAttemptAt(milliseconds: number): string {
  return `atmpt_${lowestIdAt(milliseconds).replaceAll('-', '')}`;
}
