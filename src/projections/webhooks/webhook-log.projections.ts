import type {
  AttemptOutcome,
  WebhookAttempted,
  WebhookMessagesDropped,
  WebhookProgressed,
  WebhookTested,
} from '../../domain/webhook/log-events.js';
import type { Projection } from '../shared/projection.js';
import {
  type MessageStatus,
  partitionOf,
  type WebhookAttemptDocument,
  type WebhookMessageDocument,
  type WebhookProgressDocument,
} from './webhooks.document.js';

/** An event holds the attempts of a moment, hundreds of them at most. */
const pageSize = 20;

const statuses: Readonly<Record<AttemptOutcome, MessageStatus>> = {
  delivered: 'success',
  retrying: 'attempting',
  exhausted: 'failed',
  refused: 'failed',
};

/** The messages of each endpoint that have had an attempt, and which of them are due for another. */
export const webhookMessagesProjection: Projection<WebhookAttempted | WebhookMessagesDropped, WebhookMessageDocument> =
  {
    name: 'webhook-messages',
    version: 3,
    categories: ['webhooklog'],
    handles: ['WebhookAttempted', 'WebhookMessagesDropped'],
    personal: false,
    fields: {
      webhookId: 'text',
      partition: 'text',
      type: 'text',
      status: 'text',
      nextAttemptAt: 'text',
      stream: 'text',
    },
    indexes: [
      ['webhookId', 'id'],
      ['webhookId', 'status', 'id'],
      ['webhookId', 'type', 'id'],
      // Only of those that are attempted again is the time ever asked for, and those have one.
      ['partition', 'status', 'nextAttemptAt'],
      ['webhookId', 'status', 'nextAttemptAt'],
      ['stream', 'id'],
    ],
    pageSize,
    keys: ({ event }) =>
      event.type === 'WebhookAttempted'
        ? [...new Set(event.data.attempts.map(({ messageId }) => messageId))]
        : event.data.messageIds,
    evolve(document, { event, metadata, stream, position: loggedAt }, key) {
      if (event.type === 'WebhookMessagesDropped') {
        if (document?.status !== 'attempting') return document;
        return { ...document, status: 'failed', nextAttemptAt: null };
      }
      const attempt = event.data.attempts.findLast(({ messageId }) => messageId === key);
      if (attempt === undefined || metadata.teamId === null) return document;
      const { webhookId, type, eventId, position, source, part, emailId, createdAt } = attempt;
      const { durationMs, failure, nextAttemptAt, replayId } = attempt;
      return {
        id: key,
        teamId: metadata.teamId,
        webhookId,
        partition: partitionOf(webhookId),
        type,
        eventId,
        position,
        source: source ?? null,
        loggedAt,
        part,
        emailId,
        createdAt,
        status: statuses[attempt.outcome],
        attempts: attempt.number,
        attemptedAt: attempt.at,
        durationMs,
        lastStatus: attempt.status,
        failure,
        nextAttemptAt,
        replayId,
        stream,
      };
    },
  };

/** Each attempt and each test, for the lists of a team, an endpoint, a mail and a message. */
export const webhookAttemptsProjection: Projection<WebhookAttempted | WebhookTested, WebhookAttemptDocument> = {
  name: 'webhook-attempts',
  version: 2,
  categories: ['webhooklog'],
  handles: ['WebhookAttempted', 'WebhookTested'],
  personal: false,
  fields: {
    teamId: 'text',
    webhookId: 'text',
    messageId: 'text',
    emailId: 'text',
    type: 'text',
    outcome: 'text',
    status: 'integer',
    statusClass: 'integer',
    stream: 'text',
  },
  // Types, outcomes and statuses are few: what has none of its own is looked through in one of these.
  indexes: [
    ['teamId', 'id'],
    ['teamId', 'statusClass', 'id'],
    ['webhookId', 'id'],
    ['emailId', 'id'],
    ['messageId', 'id'],
    ['stream', 'id'],
  ],
  pageSize,
  keys: ({ event }) => attemptsOf(event).map(({ id }) => id),
  evolve(document, { event, metadata, stream, revision }, key) {
    const index = attemptsOf(event).findIndex(({ id }) => id === key);
    const attempt = attemptsOf(event)[index];
    if (document !== undefined || attempt === undefined || metadata.teamId === null) return document;
    const { id, webhookId, messageId, type, emailId, number, outcome, status, failure, at, durationMs } = attempt;
    return {
      id,
      teamId: metadata.teamId,
      webhookId,
      messageId,
      type,
      emailId,
      number,
      outcome,
      status,
      statusClass: Math.floor((status ?? 0) / 100),
      failure,
      at,
      durationMs,
      isTest: event.type === 'WebhookTested',
      stream,
      revision,
      index,
    };
  },
};

/** A test is the only attempt of a message that is about no mail. */
function attemptsOf(event: WebhookAttempted | WebhookTested) {
  if (event.type === 'WebhookAttempted') return event.data.attempts;
  const { test } = event.data;
  return [{ ...test, number: 1, emailId: null, outcome: test.failure === null ? 'delivered' : 'exhausted' } as const];
}

/** Where each partition of endpoints stands. It stays when its last report is removed with the hour's log. */
export const webhookProgressProjection: Projection<WebhookProgressed, WebhookProgressDocument> = {
  name: 'webhook-progress',
  version: 2,
  categories: ['webhooklog'],
  handles: ['WebhookProgressed'],
  personal: false,
  fields: {},
  indexes: [],
  keys: ({ event }) => [event.data.partition],
  evolve(_document, { event }, id) {
    const { position, readers, failing } = event.data;
    return { id, position, readers, failing };
  },
};
