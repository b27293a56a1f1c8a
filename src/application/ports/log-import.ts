import type { StreamName } from '../../domain/shared/stream-name.js';
import type { StreamRemoval } from './event-store.js';

/** What copying a whole log needs of an engine beside `EventStore`. */
export interface LogImport {
  /** One append writes all of its streams, in the given order or not at all. */
  readonly appendsTogether: boolean;
  /**
   * Makes a stream that was never written here one that was removed so: it reads as absent and refuses every append, or
   * goes on after that revision. Repeatable, also where it was cut off; no reader of the log is shown anything of it.
   */
  adoptRemoval(stream: StreamName, removal: StreamRemoval): Promise<void>;
}
