import type { Decider } from '../shared/decider.js';
import type { UsageEvent } from './events.js';

export interface CloseUsage {
  readonly type: 'CloseUsage';
  readonly teamId: string;
  readonly day: string;
  readonly recipients: number;
}

/** The figure of each closed day. */
export type UsageState = Readonly<Record<string, number>>;

/** What a team used, day by day. Saying the same figure again changes nothing. */
export const usage: Decider<CloseUsage, UsageState, UsageEvent, never> = {
  initial: {},
  decide: ({ teamId, day, recipients }, closed) =>
    closed[day] === recipients ? [] : [{ type: 'UsageClosed', data: { teamId, day, recipients } }],
  evolve: (closed, { data: { day, recipients } }) => ({ ...closed, [day]: recipients }),
};
