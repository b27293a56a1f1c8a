import type { DomainEvent } from './decider.js';
import type { StreamName } from './stream-name.js';

/** Opaque and ordered: two positions of one log compare as strings (`<`), and mean nothing else. */
export type Position = string & { readonly __brand: 'Position' };

export const actorKinds = ['api-key', 'user', 'smtp-session', 'system', 'cli'] as const;

/** Who caused an event. Never a name or an address. */
export interface Actor {
  readonly kind: (typeof actorKinds)[number];
  readonly id: string;
}

/** The event that a command followed from, where there is one. */
export interface Cause {
  readonly id: string;
  readonly position: Position | null;
}

/** Everything about an event that its decider does not decide. */
export interface EventMetadata {
  /** ISO 8601, UTC, milliseconds. */
  readonly time: string;
  readonly teamId: string | null;
  readonly region: string | null;
  readonly actor: Actor;
  /** The request (or job) that this belongs to. */
  readonly correlationId: string;
  /**
   * The session in which a person asked for it: that knows from where. Absent when it was no person, or before there
   * was a session.
   */
  readonly sessionId?: string | undefined;
  /** W3C Trace Context of that request, where traces are made. */
  readonly traceparent?: string | undefined;
  readonly causation: Cause | null;
}

/** An event as a reader gets it: decoded, lifted to its type's current version, with its place in the log. */
export interface Recorded<Event extends DomainEvent = DomainEvent> {
  readonly stream: StreamName;
  /** From 0, gapless within a stream. */
  readonly revision: number;
  readonly position: Position;
  /** UUID. */
  readonly id: string;
  readonly event: Event;
  readonly metadata: EventMetadata;
  /** SHA-256, lower-case hex; the next event of the stream names it as its predecessor. */
  readonly digest: string;
}
