import type { EmailTag } from '../../domain/shared/accepted-email.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { ReplayScope, WebhookDisabledWhy } from '../../domain/webhook/events.js';
import type {
  AttemptFailure,
  AttemptOutcome,
  EventSource,
  WebhookProgressed,
} from '../../domain/webhook/log-events.js';

export interface ReplayDocument {
  readonly id: string;
  readonly scope: ReplayScope;
  readonly status: 'requested' | 'stopped' | 'completed' | 'failed';
  /** ISO 8601. */
  readonly requestedAt: string;
  /** ISO 8601; null: not yet. */
  readonly endedAt: string | null;
  /** Messages; 0 until it has ended. */
  readonly sent: number;
  /** Messages among `sent` whose attempt in this replay failed. */
  readonly failed: number;
}

/** An endpoint as lists show it. Its secrets and extra headers are read from its stream only. */
export interface WebhookDocument {
  readonly id: string;
  readonly teamId: string;
  readonly partition: string;
  readonly url: string;
  readonly tags: readonly EmailTag[];
  /** Null for all types. */
  readonly events: readonly string[] | null;
  readonly domainIds: readonly string[];
  readonly ordered: boolean;
  readonly perSecond: number | null;
  /** Opens and clicks by privacy proxies and scanners are sent too. */
  readonly machineHits: boolean;
  readonly status: 'enabled' | 'disabled';
  readonly why: WebhookDisabledWhy | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Replays of ranges and of failed messages; the latest first, up to a limit. */
  readonly replays: readonly ReplayDocument[];
}

export type MessageStatus = 'success' | 'failed' | 'attempting';

/** A message that has had an attempt; what it says follows from the last one alone, whose stream it goes with. */
export interface WebhookMessageDocument {
  /** `msg_…`: the order of ids is the order of the events' times. */
  readonly id: string;
  readonly teamId: string;
  readonly webhookId: string;
  readonly partition: string;
  readonly type: string;
  readonly eventId: string;
  /** Position of the event, in the log that the attempt was written to first. */
  readonly position: Position;
  /** Where the event is in any log; null: an early attempt, which `position` finds. */
  readonly source: EventSource | null;
  /** Position of the last attempt, in this log. */
  readonly loggedAt: Position;
  readonly part: number;
  readonly emailId: string | null;
  /** ISO 8601: of the event. */
  readonly createdAt: string;
  readonly status: MessageStatus;
  /** Since its first attempt, or since its last replay began. */
  readonly attempts: number;
  /** ISO 8601: of the last attempt. */
  readonly attemptedAt: string;
  /** How long the last attempt took. */
  readonly durationMs: number;
  /** Null when no answer came. */
  readonly lastStatus: number | null;
  readonly failure: AttemptFailure | null;
  /** ISO 8601; only while `attempting`. */
  readonly nextAttemptAt: string | null;
  readonly replayId: string | null;
  readonly stream: StreamName;
}

/** One attempt, or a test; what was answered stays in the log: `stream`, `revision` and `index` say where. */
export interface WebhookAttemptDocument {
  /** `atmpt_…`: the order of ids is the order of time. */
  readonly id: string;
  readonly teamId: string;
  readonly webhookId: string;
  readonly messageId: string;
  readonly type: string;
  readonly emailId: string | null;
  readonly number: number;
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
  /** The first digit of the status; 0: no answer came. */
  readonly statusClass: number;
  readonly failure: AttemptFailure | null;
  /** ISO 8601. */
  readonly at: string;
  readonly durationMs: number;
  /** A sample that was asked for; its message is in no list. */
  readonly isTest: boolean;
  readonly stream: StreamName;
  readonly revision: number;
  readonly index: number;
}

/** How a partition of endpoints stands, as its last report says. */
export interface WebhookProgressDocument extends Pick<WebhookProgressed['data'], 'position' | 'readers' | 'failing'> {
  /** The partition. */
  readonly id: string;
}

const partitionDigits = 1;
/** One for each last digit of an endpoint's id. */
export const partitions: readonly string[] = [...'0123456789abcdef'];

/** The partition that an endpoint belongs to: whichever process runs it runs them all. */
export function partitionOf(webhookId: string): string {
  return webhookId.slice(-partitionDigits).toLowerCase();
}
