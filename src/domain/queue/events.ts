/** What of the outgoing queue is meant: the mail that goes to one MX set, or to one recipient domain. */
export interface QueueTarget {
  readonly kind: 'mx-set' | 'destination';
  /** The MX set's, or the recipient domain's keyed hash, as the mails' events name it. */
  readonly name: string;
}

/** Nothing is sent there, from now on until `until` (ISO 8601; null: until it is resumed). Attempts under way go on. */
export interface QueuePaused {
  readonly type: 'QueuePaused';
  readonly data: QueueTarget & { readonly reason: string; readonly until: string | null };
}

export interface QueueResumed {
  readonly type: 'QueueResumed';
  readonly data: QueueTarget & { readonly reason: string | null };
}

export type QueueEvent = QueuePaused | QueueResumed;
