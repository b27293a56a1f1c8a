/** Views of one broadcast: sending while it may still be sent, results and proof once it is. */
export const tabNames = ['content', 'settings', 'ab-test', 'sending', 'results', 'proof'] as const;
export type TabName = (typeof tabNames)[number];

/** What the address of one broadcast may ask. */
export interface BroadcastSearch {
  readonly tab?: TabName;
}
