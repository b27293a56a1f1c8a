import { type Decider, refuse } from '../shared/decider.js';
import type { Position } from '../shared/recorded.js';
import type { DayClosed, DayEvent } from './events.js';

export interface CloseDay {
  readonly type: 'CloseDay';
  readonly figures: DayClosed['data'];
  /** How far the closed figures went on which these build; null: on none. */
  readonly basis: Position | null;
}

/** The figures as they stand, `through` as this log names the place that the log they were copied from had named. */
export interface TranslateDay {
  readonly type: 'TranslateDay';
  readonly figures: DayClosed['data'];
}

/** How far the closed figures go, by domain. */
export type DayState = Readonly<Record<string, Position>>;

/**
 * A team's day, domain by domain. Figures build on those that were closed before, for some of their mails may be gone:
 * what was summed on older ones is refused. Going no further changes nothing.
 */
export const day: Decider<CloseDay | TranslateDay, DayState, DayEvent, 'figures-moved'> = {
  initial: {},
  decide(command, closed) {
    const { figures } = command;
    const through = closed[figures.domainId];
    if (command.type === 'TranslateDay')
      return through === figures.through ? [] : [{ type: 'DayClosed', data: figures }];
    const { basis } = command;
    if ((through ?? null) !== basis) return refuse('figures-moved');
    if (through !== undefined && figures.through <= through) return [];
    return [{ type: 'DayClosed', data: figures }];
  },
  evolve: (closed, { data: { domainId, through } }) => ({ ...closed, [domainId]: through }),
};
