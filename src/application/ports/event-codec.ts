import type { DomainEvent } from '../../domain/shared/decider.js';
import type { Kid } from '../../domain/shared/personal.js';
import type { EventMetadata, Recorded } from '../../domain/shared/recorded.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { NewStoredEvent, StoredEvent } from './event-store.js';
import type { KeyState } from './vault.js';

export type KeyRing = ReadonlyMap<Kid, KeyState>;

export interface NewEvent {
  /** UUIDv7, or derived from its cause. */
  readonly id: string;
  readonly event: DomainEvent;
  readonly metadata: EventMetadata;
}

export interface StreamEncoding {
  readonly stream: StreamName;
  /** Digest of the stream's last event; null where it opens (or re-opens) the stream. */
  readonly predecessor: string | null;
  readonly events: readonly NewEvent[];
}

export interface EncodedStream extends Pick<StreamEncoding, 'stream'> {
  readonly events: readonly [NewStoredEvent, ...NewStoredEvent[]];
  /** Digest of the last event: the next append's predecessor. */
  readonly headDigest: string;
}

/**
 * Between typed events and what is stored: schemas and upcasting, the digest chain, and personal values under their
 * named keys.
 */
export interface EventCodec {
  /**
   * Higher with each event, and each version of one, that this program knows: who has a lower one cannot read all that
   * it writes.
   */
  readonly format: number;
  /**
   * One answer for each stream, in their order. A personal value that stands in several events (the same object) is
   * sealed once. Throws where a key is missing, and where a stream is given no event.
   */
  encode(streams: readonly StreamEncoding[], keys: KeyRing): EncodedStream[];
  /**
   * With `keys`, personal values come plain or erased, and a missing key or a bad tag throws; without, they stay
   * sealed. `Event`: what the caller has asked the log for, which the codec cannot know: a stream holds the events of
   * its aggregate, a page those of its filter.
   */
  decode<Event extends DomainEvent = DomainEvent>(stored: readonly StoredEvent[], keys?: KeyRing): Recorded<Event>[];
  /** The keys that decrypting these events needs. */
  kids(stored: readonly StoredEvent[]): Kid[];
}

/** A stored event cannot be read: its key is neither there nor destroyed, its tag is wrong, or it fits no schema. */
export class UnreadableEvent extends Error {
  readonly code = 'unreadable-event';
}

/** A stored event is of a type, or of a version of one, that this program does not know: a newer one wrote it. */
export class NewerEvent extends UnreadableEvent {}
