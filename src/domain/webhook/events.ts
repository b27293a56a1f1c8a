import type { EmailTag } from '../shared/accepted-email.js';
import type { Personal } from '../shared/personal.js';
import type { Position } from '../shared/recorded.js';

/** What of an endpoint is secret: where it is, what is sent along, and tags that may name customers. */
export interface WebhookTarget {
  /** Absolute, http or https. */
  readonly url: string;
  /** Sent with each message, beside the headers of the signature. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Only messages about mails that have one of these tags; empty: all. */
  readonly tags: readonly EmailTag[];
}

/** What a team may set. */
export interface WebhookSettings {
  /** Under the endpoint's own key. */
  readonly target: Personal<WebhookTarget>;
  /** Types of messages, as `email.delivered`; null: all. */
  readonly events: readonly string[] | null;
  /** Only messages about these domains and mail from them; empty: all. */
  readonly domainIds: readonly string[];
  /** One message at a time, in the order of the log: a message that fails holds back those behind it. */
  readonly ordered: boolean;
  /** Null: as fast as the endpoint answers. */
  readonly perSecond: number | null;
}

/** What happens from here on is sent to the endpoint. */
export interface WebhookRegistered {
  readonly type: 'WebhookRegistered';
  readonly data: WebhookSettings & {
    readonly webhookId: string;
    readonly teamId: string;
    /** `whsec_` and base64; under the endpoint's own key. */
    readonly secret: Personal<string>;
  };
}

/** The settings as they are from now on. */
export interface WebhookChanged {
  readonly type: 'WebhookChanged';
  readonly data: WebhookSettings;
}

/** What happens from here on is sent again. What happened while it was disabled is sent on request only. */
export interface WebhookEnabled {
  readonly type: 'WebhookEnabled';
  readonly data: Readonly<Record<string, never>>;
}

/** It has answered nothing but failures for a day. Said once for each such time. */
export interface WebhookKeptFailing {
  readonly type: 'WebhookKeptFailing';
  /** ISO 8601: of the first failure behind the last success. */
  readonly data: { readonly since: string };
}

/** `person`: on request. `failing`: nothing but failures for too long. `gone`: the endpoint answered 410. */
export type WebhookDisabledWhy = 'person' | 'failing' | 'gone';

/** Nothing is sent any more, and nothing is tried again. */
export interface WebhookDisabled {
  readonly type: 'WebhookDisabled';
  readonly data: { readonly why: WebhookDisabledWhy };
}

/** Both secrets sign until `previousUntil`. */
export interface WebhookSecretRotated {
  readonly type: 'WebhookSecretRotated';
  readonly data: {
    readonly secret: Personal<string>;
    /** ISO 8601. */
    readonly previousUntil: string;
  };
}

/** Its key is destroyed after this. */
export interface WebhookDeleted {
  readonly type: 'WebhookDeleted';
  readonly data: Readonly<Record<string, never>>;
}

/** `retries`: the schedule ran out. `refused`: the endpoint asked for no further attempt. */
export type ExhaustedWhy = 'retries' | 'refused';

export interface ExhaustedMessage {
  /** `msg_…` */
  readonly messageId: string;
  /** The event that the message is about. */
  readonly eventId: string;
  /** As `email.delivered`. */
  readonly type: string;
  /** Of the last schedule. */
  readonly attempts: number;
  readonly why: ExhaustedWhy;
}

/** These messages were given up: the endpoint has not taken them, and they are sent again on request only. */
export interface WebhookMessagesExhausted {
  readonly type: 'WebhookMessagesExhausted';
  readonly data: { readonly messages: readonly ExhaustedMessage[] };
}

/** Which messages are to be sent again, all of events before the request. */
export type ReplayScope =
  | { readonly kind: 'message'; readonly messageId: string }
  /** Those whose last attempt failed and that are not tried again. Both are ISO 8601, of the message's event; `until` exclusive. */
  | { readonly kind: 'failed'; readonly since: string; readonly until?: string | undefined }
  /** Everything that matches the endpoint, whether it was sent before or not. */
  | {
      readonly kind: 'events';
      /** ISO 8601 or null, and exclusive position or null: the later of the two is where it starts. */
      readonly since: string | null;
      readonly after: Position | null;
      /** ISO 8601, exclusive; absent: the request. */
      readonly until?: string | undefined;
      /** Of these types only; null: those of the endpoint. */
      readonly types: readonly string[] | null;
    };

/** Somebody wants messages sent again. They go out beside the live ones, in the log's order. */
export interface WebhookReplayRequested {
  readonly type: 'WebhookReplayRequested';
  readonly data: {
    readonly replayId: string;
    readonly scope: ReplayScope;
    /** At most; absent: as many as is usual. */
    readonly perSecond?: number | undefined;
  };
}

/** What a replay has sent so far. */
export interface ReplayCounts {
  readonly sent: number;
  /** Of these, those whose attempt in this replay failed. */
  readonly failed?: number | undefined;
}

/** On request, or because the endpoint was disabled or deleted. Counts are as they were last reported. */
export interface WebhookReplayStopped {
  readonly type: 'WebhookReplayStopped';
  readonly data: {
    readonly replayId: string;
    readonly sent?: number | undefined;
    readonly failed?: number | undefined;
  };
}

/** Each of its messages was attempted; those that failed are tried again as any other message is. */
export interface WebhookReplayCompleted {
  readonly type: 'WebhookReplayCompleted';
  readonly data: { readonly replayId: string } & ReplayCounts;
}

export type WebhookEvent =
  | WebhookRegistered
  | WebhookChanged
  | WebhookEnabled
  | WebhookKeptFailing
  | WebhookDisabled
  | WebhookSecretRotated
  | WebhookDeleted
  | WebhookMessagesExhausted
  | WebhookReplayRequested
  | WebhookReplayStopped
  | WebhookReplayCompleted;
