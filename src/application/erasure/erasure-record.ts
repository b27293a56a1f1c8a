import type { ErasureCompleted, ErasureEvent, ErasureRequested } from '../../domain/erasure/events.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { isOfEmail, type StreamName } from '../../domain/shared/stream-name.js';
import type { LogPorts } from '../shared/handle.js';

/** The two events of one erasure; `completed` null: under way. */
export interface ErasureRecord {
  readonly requested: Recorded<ErasureRequested>;
  readonly completed: Recorded<ErasureCompleted> | null;
}

/** How much is destroyed, each thing counted once. */
export interface Destroyed {
  /** Emails of which anything was erased. */
  readonly mails: number;
  /** Accounts, sessions, invitations, entries of suppression lists and refused items of batches. */
  readonly otherRecords: number;
  readonly keys: number;
  /** Bodies and attachments. */
  readonly blobs: number;
}

/** @returns undefined when there is no such erasure. */
export async function readRecord(
  ports: Pick<LogPorts, 'store' | 'codec'>,
  stream: StreamName,
): Promise<ErasureRecord | undefined> {
  // An erasure's stream holds these events and no others.
  const events = ports.codec.decode<ErasureEvent>(await ports.store.readStream(stream));
  const requested = events.find((each): each is Recorded<ErasureRequested> => each.event.type === 'ErasureRequested');
  const completed = events.find((each): each is Recorded<ErasureCompleted> => each.event.type === 'ErasureCompleted');
  return requested === undefined ? undefined : { requested, completed: completed ?? null };
}

/**
 * Sum over the complete parts. One that a crash cut off is named again by what goes on with it, so names are counted
 * once.
 */
export function togetherDestroyed(parts: readonly ErasureRecord[]): Destroyed {
  const done = parts.filter(({ completed }) => completed !== null).map(({ requested }) => requested.event.data);
  const streams = [...new Set(done.flatMap((each) => each.streams))];
  const mails = streams.filter((stream) => isOfEmail(stream)).length;
  return {
    mails,
    otherRecords: streams.length - mails,
    keys: new Set(done.flatMap(({ kids }) => kids)).size,
    blobs: new Set(done.flatMap(({ blobIds }) => blobIds)).size,
  };
}
