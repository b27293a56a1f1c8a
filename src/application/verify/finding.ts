import type { Position } from '../../domain/shared/recorded.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { StoredEvent } from '../ports/event-store.js';

/** Something that is wrong with a stream, as far as it can be placed. */
export interface Finding {
  readonly stream: StreamName;
  readonly revision: number;
  /** Null where the event is missing. */
  readonly position: Position | null;
  readonly id: string | null;
  /** What is wrong; never what stands there. */
  readonly problem: string;
}

export function about({ stream, revision, position, id }: StoredEvent, problem: string): Finding {
  return { stream, revision, position, id, problem };
}
