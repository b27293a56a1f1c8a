import { usualWords } from './lists';

const usual = usualWords('import');
export const number = (value: number) => value.toLocaleString('en');
export const rows = (count: number) => (count === 1 ? '1 row' : `${number(count)} rows`);
export const contacts = (count: number) => (count === 1 ? '1 contact' : `${number(count)} contacts`);

/** The list of imports and the page of one. */
export const importMessages = {
  ...usual,
  create: 'Import contacts',
  intro: 'Contacts from CSV files, with what became of each row. Files are kept for 30 days.',
  empty: 'Import people from a CSV file here or from code. You see what would change before anything does.',
  emptyReader: 'Imports appear here once your team uploads a file.',
  code: 'Code',
  codeHint: 'Replace re_your_key with an API key that has full access.',
  all: 'Imports',
  title: 'Import',
  noName: 'Import without a file name',
  file: 'File',
  state: 'Status',
  states: {
    queued: 'Queued',
    in_progress: 'In progress',
    completed: 'Completed',
    failed: 'Failed',
    canceled: 'Canceled',
    undoing: 'Undoing',
    undone: 'Undone',
    undoFailed: 'Undo failed',
  },
  /** The API's own words: a canceled import is among the failed ones. */
  filter: { queued: 'Queued', in_progress: 'In progress', completed: 'Completed', failed: 'Failed or canceled' },
  rows: 'Rows',
  number,
  count: rows,
  failedOf: (count: number) => `${number(count)} failed`,
  started: 'Started',
  ended: 'Ended',
  by: 'Started by',
  counts: { created: 'Created', updated: 'Updated', skipped: 'Skipped', failed: 'Failed' },
  corrected: 'Corrected',
  rule: 'Existing contacts',
  rules: { upsert: 'Updated', skip: 'Skipped' },
  progress: 'Progress',
  progressHint: 'You can leave this page. The import goes on.',
  rowsSoFar: (count: number, percent: number) => `${rows(count)} so far, ${percent}% of the file`,
  undoneSoFar: (count: number) => `${rows(count)} undone so far`,
  contacts: 'View contacts',
  cancel: 'Cancel import',
  again: 'Import another file',
  undo: 'Undo import',
  undoing: {
    consequence: 'This takes back what the import did:',
    created: (count: number) => `Of ${contacts(count)} it created, those not changed since are deleted.`,
    updated: (count: number) =>
      `${contacts(count)} it updated get their former names and properties back, where nothing else changed them.`,
    stays: 'Segments and topics it added are removed. Unsubscribes are never taken back.',
    final: 'An undo can’t be undone. Import the file again to have the contacts back.',
    typed: 'undo',
    started: 'Undo started',
  },
  removal: {
    ...usual.removal,
    hint: 'The file and its failed rows are deleted. Contacts stay.',
  },
} as const;
