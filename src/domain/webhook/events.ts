import { z } from 'zod';
import { emailTag } from '../shared/accepted-email.js';
import { unreachable } from '../shared/decider.js';
import {
  type DataOf,
  event,
  type EventIn,
  type EventOf,
  noMembers,
  personal,
  position,
  streams,
} from '../shared/event.js';
import { erasedText, reveal } from '../shared/personal.js';

const webhookTarget = z.object({
  /** Absolute, http or https. */
  url: z.string(),
  /** Sent with each message, beside the headers of the signature. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** Only messages about mails that have one of these tags; empty: all. */
  tags: z.array(emailTag),
});
/** What of an endpoint is secret: where it is, what is sent along, and tags that may name customers. */
export type WebhookTarget = DataOf<typeof webhookTarget>;

/** It is the team's, and names no person by address. */
const withWebhook = { erased: 'with the webhook, whose key is destroyed when it is deleted' } as const;

const webhookSettings = z.object({
  /** Under the endpoint's own key. */
  target: personal(webhookTarget, withWebhook),
  /** Types of messages, as `email.delivered`; null: all. */
  events: z.array(z.string()).nullable(),
  /** Only messages about these domains and mail from them; empty: all. */
  domainIds: z.array(z.string()),
  /** One message at a time, in the order of the log: a message that fails holds back those behind it. */
  ordered: z.boolean(),
  /** Null for as fast as the endpoint answers. */
  perSecond: z.number().nullable(),
  /** Opens and clicks by privacy proxies and scanners too; missing: by people alone. */
  machineHits: z.boolean().optional(),
});
/** What a team may set. */
export type WebhookSettings = DataOf<typeof webhookSettings>;

/** `whsec_` and base64. Its key goes with it when it is replaced; in older endpoints it is the one of the target. */
const secret = personal(z.string(), { ...withWebhook, ownKey: true });

/** What happens from here on is sent to the endpoint. */
const webhookRegistered = event('WebhookRegistered', {
  data: z.object({ ...webhookSettings.shape, webhookId: z.string(), teamId: z.string(), secret }),
  summary: ({ teamId, ...settings }) => `Webhook registered for team ${teamId}: ${settingsOf(settings)}`,
});
export type WebhookRegistered = EventOf<typeof webhookRegistered>;

/** The settings as they are from now on. */
const webhookChanged = event('WebhookChanged', {
  data: webhookSettings,
  summary: (settings) => `Settings changed: ${settingsOf(settings)}`,
});

/** What happens from here on is sent again. What happened while it was disabled is sent on request only. */
const webhookEnabled = event('WebhookEnabled', {
  data: noMembers,
  summary: 'Enabled: events from now on are sent',
});

/** It has answered nothing but failures for a day. Said once for each such time. */
const webhookKeptFailing = event('WebhookKeptFailing', {
  data: z.object({
    /** ISO 8601: of the first failure behind the last success. */
    since: z.string(),
  }),
  summary: ({ since }) => `All requests have failed since ${since}`,
  activity: 'never',
});
export type WebhookKeptFailing = EventOf<typeof webhookKeptFailing>;

const webhookDisabledWhy = z.enum(['person', 'failing', 'gone']);
/** `person`: on request. `failing`: nothing but failures for too long. `gone`: the endpoint answered 410. */
export type WebhookDisabledWhy = z.output<typeof webhookDisabledWhy>;

const disabledBecause: Readonly<Record<WebhookDisabledWhy, string>> = {
  person: 'on request',
  failing: 'after persistent failures',
  gone: 'because the endpoint returned 410 Gone',
};

/** Nothing is sent any more, and nothing is tried again. */
const webhookDisabled = event('WebhookDisabled', {
  data: z.object({ why: webhookDisabledWhy }),
  summary: ({ why }) => `Disabled ${disabledBecause[why]}`,
  activity: 'server-too',
});
export type WebhookDisabled = EventOf<typeof webhookDisabled>;

/** Both secrets sign until `previousUntil` (ISO 8601). */
const webhookSecretRotated = event('WebhookSecretRotated', {
  data: z.object({ secret, previousUntil: z.string() }),
  summary: ({ previousUntil }) => `Signing secret rotated; the previous secret also signs until ${previousUntil}`,
});
export type WebhookSecretRotated = EventOf<typeof webhookSecretRotated>;

/** Its key is destroyed after this. */
const webhookDeleted = event('WebhookDeleted', { data: noMembers, summary: 'Webhook deleted' });

/** `retries`: the schedule ran out. `refused`: the endpoint asked for no further attempt. */
const exhaustedWhy = z.enum(['retries', 'refused']);

const exhaustedMessage = z.object({
  /** `msg_…` */
  messageId: z.string(),
  /** The event that the message is about. */
  eventId: z.string(),
  /** As `email.delivered`. */
  type: z.string(),
  /** Attempts of the last schedule. */
  attempts: z.number(),
  why: exhaustedWhy,
});
export type ExhaustedMessage = DataOf<typeof exhaustedMessage>;

/** These messages were given up: the endpoint has not taken them, and they are sent again on request only. */
const webhookMessagesExhausted = event('WebhookMessagesExhausted', {
  data: z.object({ messages: z.array(exhaustedMessage) }),
  summary: ({ messages }) => `Failed: ${messages.map(({ messageId, type }) => `${messageId} (${type})`).join(', ')}`,
  activity: 'never',
});

const replayScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), messageId: z.string() }),
  /**
   * Those whose last attempt failed and that are not tried again. Both are ISO 8601, of the message's event; `until`
   * exclusive.
   */
  z.object({ kind: z.literal('failed'), since: z.string(), until: z.string().optional() }),
  /** Everything that matches the endpoint, whether it was sent before or not. */
  z.object({
    kind: z.literal('events'),
    /** ISO 8601 or null, and exclusive position or null: the later of the two is where it starts. */
    since: z.string().nullable(),
    after: position.nullable(),
    /** ISO 8601, exclusive; absent: the request. */
    until: z.string().optional(),
    /** Only these types; null: those of the endpoint. */
    types: z.array(z.string()).nullable(),
  }),
]);
/** Which messages are to be sent again, all of events before the request. */
export type ReplayScope = DataOf<typeof replayScope>;

/** Somebody wants messages sent again. They go out beside the live ones, in the log's order. */
const webhookReplayRequested = event('WebhookReplayRequested', {
  data: z.object({
    replayId: z.string(),
    scope: replayScope,
    /** At most; absent: as many as is usual. */
    perSecond: z.number().optional(),
  }),
  summary: ({ replayId, scope }) => `Replay ${replayId} requested: ${scopeOf(scope)}`,
});
export type WebhookReplayRequested = EventOf<typeof webhookReplayRequested>;

const replayCounts = z.object({
  sent: z.number(),
  /** Messages among `sent` whose attempt in this replay failed. */
  failed: z.number().optional(),
});
/** What a replay has sent so far. */
export type ReplayCounts = DataOf<typeof replayCounts>;

/** A process begins to send it. Written before, so that a replay which ends the process shows. */
const webhookReplayBegun = event('WebhookReplayBegun', {
  data: z.object({
    replayId: z.string(),
    /** How far it is. */
    at: z.string(),
  }),
  summary: ({ replayId }) => `Replay ${replayId} started`,
  activity: 'never',
});
/** The process stops in order; another goes on. */
const webhookReplayLeft = event('WebhookReplayLeft', {
  data: z.object({ replayId: z.string() }),
  summary: ({ replayId }) => `Replay ${replayId} interrupted; it continues later`,
  activity: 'never',
});

/** On request, or because the endpoint was disabled or deleted. Counts are as they were last reported. */
const webhookReplayStopped = event('WebhookReplayStopped', {
  data: z.object({
    replayId: z.string(),
    ...replayCounts.partial().shape,
    /** It ended the server twice at the same place. */
    because: z.literal('ended-the-process').optional(),
  }),
  summary: ({ replayId, because }) =>
    `Replay ${replayId} stopped${because === undefined ? '' : ': it crashed the server twice'}`,
});
export type WebhookReplayStopped = EventOf<typeof webhookReplayStopped>;

/** Each of its messages was attempted; those that failed are tried again as any other message is. */
const webhookReplayCompleted = event('WebhookReplayCompleted', {
  data: z.object({ replayId: z.string(), ...replayCounts.shape }),
  summary: ({ replayId, sent, failed = 0 }) => `Replay ${replayId} completed: ${sent} messages sent, ${failed} failed`,
});

export const webhookStreams = streams('webhook', [
  webhookRegistered,
  webhookChanged,
  webhookEnabled,
  webhookKeptFailing,
  webhookDisabled,
  webhookSecretRotated,
  webhookDeleted,
  webhookMessagesExhausted,
  webhookReplayRequested,
  webhookReplayBegun,
  webhookReplayLeft,
  webhookReplayStopped,
  webhookReplayCompleted,
]);
export type WebhookEvent = EventIn<typeof webhookStreams>;

/** Shows only the host of the target: a path may hold a password. */
function settingsOf({ target, events, domainIds, ordered, perSecond, machineHits }: WebhookSettings): string {
  const url = reveal(target)?.url;
  return [
    `to ${url === undefined ? erasedText : new URL(url).host}`,
    events === null ? 'all types' : events.join(' '),
    ...(domainIds.length === 0 ? [] : [`domains ${domainIds.join(' ')}`]),
    ...(ordered ? ['in order'] : []),
    ...(perSecond === null ? [] : [`at most ${perSecond} per second`]),
    ...(machineHits === true ? ['including automated opens and clicks'] : []),
  ].join(', ');
}

function scopeOf(scope: ReplayScope): string {
  switch (scope.kind) {
    case 'message':
      return `message ${scope.messageId}`;
    case 'failed':
      return `failed messages since ${scope.since}${endOf(scope.until)}`;
    case 'events': {
      const from = scope.since ?? (scope.after === null ? 'the first event' : `position ${scope.after}`);
      return `events from ${from}${endOf(scope.until)}, ${scope.types === null ? 'all types' : scope.types.join(' ')}`;
    }
    default:
      return unreachable(scope);
  }
}

function endOf(until: string | undefined): string {
  return until === undefined ? '' : ` before ${until}`;
}

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly webhook: true;
  }
}
