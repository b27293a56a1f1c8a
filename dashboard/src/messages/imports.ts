import { usualWords } from './lists';

const usual = usualWords('import');
export const number = (value: number) => value.toLocaleString('en');
export const rows = (count: number) => (count === 1 ? '1 row' : `${number(count)} rows`);
const contacts = (count: number) => (count === 1 ? '1 contact' : `${number(count)} contacts`);

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
  canceled: {
    title: 'This import was canceled',
    what: 'Rows applied before stay. Undo the import to take them back, or import the file again: rows that say nothing new are skipped.',
    whatOnly: 'Rows applied before stay.',
    done: 'Import canceled',
  },
  failures: {
    'row-too-long': {
      title: (line: number | null) => `Stopped at line ${line ?? '?'}: the row is too long`,
      next: 'Often a quote is opened and never closed. Correct the file from this line on and import it again. Rows applied before stay.',
    },
    'ended-process': {
      title: (line: number | null) =>
        `Stopped at line ${line ?? '?'}: the server ended twice while it read the rows there`,
      next: 'Look at the rows from this line on, split the file there and import the rest. Rows applied before stay.',
    },
    erasure: {
      title: () => 'Stopped: a person was erased while the import ran',
      next: 'The file could have brought the person back, so it was deleted. Import a file without the person. Rows applied before stay.',
    },
  },
  destroyed: {
    title: 'The file was deleted',
    why: 'Files are deleted after 30 days, and when a person’s data is erased. The contacts stay; the import can’t be undone any more.',
  },
  undone: {
    title: 'This import was undone',
    what: (deleted: number, restored: number, kept: number) =>
      `${contacts(deleted)} deleted, ${number(restored)} restored, ${number(kept)} kept.`,
    kept: 'Kept contacts were changed after the import, so those changes stand.',
  },
  undoFailed: {
    title: 'The undo stopped: the server ended twice at the same rows',
    next: 'The rows after these were not undone. Filter contacts by when they were created, and delete those that should go.',
  },
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
