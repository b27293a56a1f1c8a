import type { Personal } from '../shared/personal.js';
import type { Position } from '../shared/recorded.js';
import type { StreamName } from '../shared/stream-name.js';

/*
 * In `webhooklog-<instance>-<hour>`: written behind, one append for a moment's attempts of all teams. A crash may lose the
 * last moment; the endpoint's position is in the same append, so what is lost is sent again and nothing is left out.
 */

/** Why no answer counts. `redirect`: one was answered and not followed. `address`: the host has no public address, or none at all; attempts of before said `dns` for the latter. */
export type AttemptFailure =
  | 'status'
  | 'redirect'
  | 'timeout'
  | 'dns'
  | 'address'
  | 'connection'
  | 'tls'
  | 'broken-answer'
  | 'bad-url';

/**
 * `delivered`: answered 2xx. `retrying`: again at `nextAttemptAt`. `exhausted`: the schedule is over. `refused`: the
 * endpoint asked for no further attempt, by a header or with 410.
 */
export type AttemptOutcome = 'delivered' | 'retrying' | 'exhausted' | 'refused';

/** One POST to one endpoint. It says enough of its message that a document of that follows from the last attempt alone. */
export interface WebhookAttempt {
  /** `atmpt_…` */
  readonly id: string;
  /** `msg_…`: the same over all attempts and replays. */
  readonly messageId: string;
  readonly webhookId: string;
  /** The event that the message is about, where it is, and which of the messages that it makes. */
  readonly eventId: string;
  readonly position: Position;
  /** Its stream and revision, which hold on other engines too; early attempts did not name them. */
  readonly source?: EventSource | undefined;
  readonly part: number;
  /** As `email.delivered`. */
  readonly type: string;
  readonly emailId: string | null;
  /** ISO 8601: of the event. */
  readonly createdAt: string;
  /** ISO 8601: of this attempt. */
  readonly at: string;
  readonly durationMs: number;
  /** From 1; a replay begins anew. */
  readonly number: number;
  /** Null: no answer came. */
  readonly status: number | null;
  /** Null: delivered. */
  readonly failure: AttemptFailure | null;
  readonly outcome: AttemptOutcome;
  /** ISO 8601; only while `retrying`. */
  readonly nextAttemptAt: string | null;
  readonly replayId: string | null;
}

export interface EventSource {
  readonly stream: StreamName;
  readonly revision: number;
}
/** Names in lower case, as the endpoint answered them; a name may stand there twice. */
export type AnswerHeaders = readonly (readonly [name: string, value: string])[];

/** One team's attempts of a moment. */
export interface WebhookAttempted {
  readonly type: 'WebhookAttempted';
  readonly data: {
    readonly attempts: readonly WebhookAttempt[];
    /** The body of each answer, cut; empty where none came. Under the key of this team and hour. */
    readonly answers: Personal<readonly string[]>;
    /** The headers of each answer, cut; empty where none came. Under the same key. Not there in events of before they were kept. */
    readonly answerHeaders?: Personal<readonly AnswerHeaders[]> | undefined;
  };
}

/** A sample that was sent to an endpoint on request. */
export interface WebhookTest
  extends Pick<
    WebhookAttempt,
    'id' | 'messageId' | 'webhookId' | 'type' | 'at' | 'durationMs' | 'status' | 'failure'
  > {}

/** It is no attempt at a message: it is not tried again, and nothing is judged by it. */
export interface WebhookTested {
  readonly type: 'WebhookTested';
  readonly data: {
    readonly test: WebhookTest;
    /** The body of the answer, cut; empty where none came. Under the key of this team and hour. */
    readonly answer: Personal<string>;
  };
}

/** These messages waited for another attempt, and their endpoint was disabled, or deleted, since. */
export interface WebhookMessagesDropped {
  readonly type: 'WebhookMessagesDropped';
  readonly data: { readonly messageIds: readonly string[] };
}

/** How far one endpoint has come in the log, or one replay of it. */
export interface WebhookReader {
  readonly webhookId: string;
  /** Null: the live one. */
  readonly replayId: string | null;
  /** Everything up to here is settled, or its next attempt is in the log. */
  readonly position: Position;
  /** Messages that a replay has sent; 0 for a live one. */
  readonly sent: number;
  /** Of these, those whose attempt failed. */
  readonly failed?: number | undefined;
  /** About how many a replay will have sent at its end; not there before it is counted, and for a live one. */
  readonly total?: number | undefined;
}

/** How one partition of endpoints stands. It replaces the earlier reports of the same partition. */
export interface WebhookProgressed {
  readonly type: 'WebhookProgressed';
  readonly data: {
    readonly partition: string;
    /** Every live reader that `readers` does not name has come as far as this. */
    readonly position: Position;
    readonly readers: readonly WebhookReader[];
    /** Endpoints that have answered nothing but failures, and since when (ISO 8601). */
    readonly failing: readonly { readonly webhookId: string; readonly since: string }[];
  };
}

export type WebhookLogEvent = WebhookAttempted | WebhookTested | WebhookMessagesDropped | WebhookProgressed;
