/** What is said when a row is removed; each gets what the row is called. */
export interface RemovalWords {
  /** On the button. */
  readonly label: string;
  /** The button, to screen readers: of which row. */
  readonly named: (name: string) => string;
  /** While it can be undone. */
  readonly doing: (name: string) => string;
  /** What follows from it. */
  readonly hint?: string;
  readonly done: (name: string) => string;
}

/** The sentences of a list and its forms; `usualWords` has those that only differ in the noun. */
export interface ListWords {
  readonly intro?: string;
  /** On the button, and over the form. */
  readonly create?: string;
  /** Over the form. */
  readonly edit?: string;
  readonly emptyTitle: string;
  readonly empty: string;
  /** Where the person may not create any; defaults to `empty`. */
  readonly emptyReader?: string;
  readonly emptyFilteredTitle?: string;
  readonly emptyFiltered?: string;
  /** On a button that creates what was looked for and not found; without it, no button. */
  readonly createFiltered?: string;
  readonly removal?: RemovalWords;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The sentences that are the same for every kind of thing. `noun`: `note`, `API key`. */
export const usualWords = (noun: string) => ({
  create: `Create ${noun}`,
  edit: `Edit ${noun}`,
  saved: `${capital(noun)} saved`,
  emptyTitle: `No ${noun}s yet`,
  emptyFilteredTitle: `No ${noun}s found`,
  emptyFiltered: 'Change or clear the filters to see more.',
  removal: {
    label: 'Delete',
    named: (name: string) => `Delete ${noun}: ${name}`,
    doing: () => `Deleting the ${noun}…`,
    done: () => `${capital(noun)} deleted`,
  },
});

/** On every list. */
export const kitWords = {
  edit: 'Edit',
  editNamed: (name: string) => `Edit: ${name}`,
  actions: 'Actions',
  actionsOf: (name: string) => `Actions: ${name}`,
  total: (rows: number, isExact: boolean) => `${rows.toLocaleString('en')}${isExact ? '' : '+'} total`,
  searched: (words: readonly string[]) =>
    `Matches words that begin with ${words.map((word) => `“${word}”`).join(' and ')}.`,
  newRows: (count: string) => `Show ${count} new`,
  select: (name: string) => `Select “${name}”`,
  selectAll: 'Select all loaded rows',
  selected: (count: number) => `${count.toLocaleString('en')} selected`,
  clearSelection: 'Clear selection',
  columns: 'Columns',
  moveUp: (column: string) => `Move ${column} up`,
  moveDown: (column: string) => `Move ${column} down`,
  resetColumns: 'Reset columns',
  time: 'Date',
  since: 'From',
  until: 'Until',
  timeOf: (since: string, until: string) =>
    since === '' ? `Until ${until}` : until === '' ? `From ${since}` : `${since} – ${until}`,
  zone: (zone: string) => `Times in ${zone}.`,
  apply: 'Apply',
  anyTime: 'Any time',
  laterPresets: { hour: 'In 1 hour', hours: 'In 4 hours', tomorrow: 'Tomorrow, 09:00', week: 'In 7 days' },
  presets: { hour: 'Last hour', day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 30 days' },
  exportAll: 'Export CSV',
  views: 'Views',
  noViews: 'Filter the list, then save the filters under a name.',
  viewName: 'Name of the view',
  saveView: 'Save view',
  deleteView: (name: string) => `Delete view: ${name}`,
} as const;
