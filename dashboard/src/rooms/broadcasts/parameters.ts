/** Views of one broadcast: sending while it may still be sent, results and proof once it is. */
export const tabNames = ['content', 'settings', 'ab-test', 'sending', 'results', 'proof'] as const;
export type TabName = (typeof tabNames)[number];

/** What the address of one broadcast may ask. */
export interface BroadcastSearch {
  readonly tab?: TabName;
  /** What the tab shows first, and selects: a setting by its name, or a place of a variant's html, as `a:12:34`. */
  readonly at?: string;
}
