import type { Position } from '../../../domain/shared/recorded.js';
import { type Category, categoryOf } from '../../../domain/shared/stream-name.js';
import type { EventStore } from '../../ports/event-store.js';

/** A start reads so many events again in a moment; more of them are worth an event that says where to begin. */
const worthSaving = 1_000;
const headsPerRead = 500;

/** What is written because something else was. Counted, positions would be saved because positions were saved. */
const bookkeeping: ReadonlySet<Category> = new Set(['processmanager', 'logseal']);

/** Counts the events that a process manager has passed without handling one. */
export interface PassedEvents {
  /** Whether enough of them lie between the last start of the count and `position`. */
  isFar(position: Position): Promise<boolean>;
  restart(from: Position): void;
}

export function countPassed(store: Pick<EventStore, 'readHeads'>, from: Position | undefined): PassedEvents {
  let counted = 0;
  let through = from;
  return {
    async isFar(position) {
      while (counted < worthSaving && (through ?? '') < position) {
        const page = await store.readHeads({
          limit: headsPerRead,
          ...(through === undefined ? {} : { after: through }),
        });
        const passed = page.heads.filter((head) => head.position <= position);
        counted += passed.filter(({ stream }) => !bookkeeping.has(categoryOf(stream))).length;
        const isBeyond = page.position === undefined || page.position >= position || page.atEnd;
        through = isBeyond ? position : page.position;
      }
      return counted >= worthSaving;
    },
    restart(position) {
      counted = 0;
      through = position;
    },
  };
}
