import { query } from '../access/use-case.js';
import type { LiveChanges, OnChange } from './live-changes.js';

/** GET /dashboard-api/live. */
export interface WatchChanges {
  readonly teamId: string;
  readonly onChange: OnChange;
}
/** Ends it. */
export type WatchChangesResult = () => void;

interface WatchChangesPorts {
  readonly liveChanges: Pick<LiveChanges, 'listen'>;
}

export const WatchChanges = query({
  name: 'WatchChanges',
  need: 'read-only',
  run: async (ports: WatchChangesPorts, { teamId, onChange }: WatchChanges): Promise<WatchChangesResult> =>
    ports.liveChanges.listen(teamId, onChange),
});
