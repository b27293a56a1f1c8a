/** Views of one template. */
export const tabNames = ['content', 'versions', 'usage'] as const;
export type TabName = (typeof tabNames)[number];

/** What the address of one template may ask. */
export interface TemplateSearch {
  readonly tab?: TabName;
}
