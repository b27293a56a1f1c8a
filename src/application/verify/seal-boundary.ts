import type { LogSealed } from '../../domain/log-seal/events.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { SealMath } from '../ports/seal-signing.js';
import { isCovered, rootOf } from '../seal/seal-content.js';
import { isSigned } from './log-head.js';

/** A seal, and where it ends. */
export interface Boundary {
  readonly seal: Recorded<LogSealed>;
  readonly stored: StoredEvent;
  /** The position of the last event that it covers; null: it was copied, and only its content shows it. */
  readonly through: Position | null;
  /** Last revision of each stream that it covers. */
  readonly ends: ReadonlyMap<StreamName, number>;
}

/** A text says what is wrong, where the seal's end is not known. */
export function boundaryOf(
  seal: Recorded<LogSealed>,
  stored: StoredEvent,
  copiedThrough: Position | undefined,
): Boundary | string {
  const isCopied = copiedThrough !== undefined && stored.position <= copiedThrough;
  const through = isCopied ? null : (seal.metadata.causation?.position ?? null);
  if (!isCopied && (through === null || through >= stored.position)) return 'it does not say up to where it seals';
  return { seal, stored, through, ends: new Map(seal.event.data.leaves.map(([stream, end]) => [stream, end])) };
}

/**
 * Whether the event lies behind the seal's end. A copied seal's end is its last event; where that is gone, the first
 * event that the seal does not cover shows that the end was passed.
 */
export function endsBefore(
  { seal, through, ends }: Boundary,
  event: StoredEvent,
  last: StoredEvent | undefined,
): boolean {
  if (through !== null) return event.position > through;
  if (!isCovered(event.stream)) return false;
  return last?.id === seal.event.data.lastEventId || (ends.get(event.stream) ?? -1) < event.revision;
}

export function problemOfSeal(
  math: SealMath,
  { seal, through }: Boundary,
  previous: Boundary | undefined,
): string | undefined {
  const { data } = seal.event;
  // What a copied one ends before is seen event by event.
  const before = previous?.through ?? null;
  if (through !== null && before !== null && through <= before)
    return 'it does not begin where the seal before it ends';
  if (previous !== undefined && data.publicKey !== previous.seal.event.data.publicKey) {
    return 'it is signed with another key than the seal before it';
  }
  if (rootOf(math, data.leaves, previous?.seal.digest ?? null) !== data.root) return 'its root does not fit its leaves';
  return isSigned(math, data) ? undefined : 'its signature is wrong';
}
