import type { Permission } from '../../domain/api-key/events.js';
import type { Actor } from '../../domain/shared/recorded.js';

/** Whose request it is, and which: what every event of it is stamped with. */
export interface RequestContext {
  readonly teamId: string;
  readonly actor: Actor;
  /** UUID of the request; shown in the log lines and in every event that it led to. */
  readonly correlationId: string;
  /** Session of the person who asks; absent when it is no person. */
  readonly sessionId?: string;
  /** Names the request's own span; absent where no traces are made. */
  readonly traceparent?: string;
}

/** For whom something is sent, by a key or a person. */
export interface Sender {
  readonly teamId: string;
  /** The one domain that a sending key is restricted to. */
  readonly domainId: string | null;
}

/** What the caller's API key permits. */
export interface Principal extends Sender {
  readonly apiKeyId: string;
  readonly permission: Permission;
}

/** The engines cannot write (or are too slow): nothing is known to be accepted, and the caller may come back. */
export interface Unavailable {
  readonly refused: 'unavailable';
  readonly retryAfterSeconds: number;
}

export const unavailable: Unavailable = { refused: 'unavailable', retryAfterSeconds: 5 };
