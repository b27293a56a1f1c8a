/** Filters of a list under a name. */
export interface SavedView {
  readonly name: string;
  /** Parameters of the address. */
  readonly search: Readonly<Record<string, string>>;
}

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'search' in value &&
  typeof value.search === 'object' &&
  value.search !== null &&
  Object.values(value.search).every((each) => typeof each === 'string');

export const viewsIn = (kept: unknown): readonly SavedView[] => (Array.isArray(kept) ? kept.filter(isView) : []);

/** In the order of their names; one of the same name is replaced. */
export const withView = (views: readonly SavedView[], view: SavedView): readonly SavedView[] =>
  [...withoutView(views, view.name), view].toSorted((one, other) => one.name.localeCompare(other.name));

export const withoutView = (views: readonly SavedView[], name: string): readonly SavedView[] =>
  views.filter((each) => each.name !== name);

/** Whether the address asks for just this. */
export function isOpen({ search }: SavedView, asked: Readonly<Record<string, string>>): boolean {
  const names = new Set([...Object.keys(search), ...Object.keys(asked)]);
  return [...names].every((name) => search[name] === asked[name]);
}
