import type { EmailEvent } from '../../domain/email/events.js';
import type { SmtpStep } from '../../domain/email/judging/judgement.js';
import type { Actor, Position } from '../../domain/shared/recorded.js';

export interface TimelineReply {
  readonly step: SmtpStep;
  /** Null where there was no reply at all. */
  readonly code: number | null;
  readonly enhancedCode: string | null;
  readonly text: string;
  readonly host: string;
  /** The conversation, line by line; null: not kept, or erased. */
  readonly conversation: string | null;
}

/** One event of a mail, in words for a person. */
export interface TimelineEntry {
  /** The event's. */
  readonly id: string;
  readonly type: EmailEvent['type'];
  /** ISO 8601. */
  readonly at: string;
  readonly actor: Actor;
  /** Numbers of the recipients that it is about. */
  readonly recipients: readonly number[];
  readonly summary: string;
  readonly reply: TimelineReply | null;
  readonly position: Position;
}
