/** Views of one broadcast: of a draft the first two, of one that was sent the others too. */
export const tabNames = ['content', 'settings', 'results', 'proof'] as const;
export type TabName = (typeof tabNames)[number];

/** What the address of one broadcast may ask. */
export interface BroadcastSearch {
  readonly tab?: TabName;
}
