import { contacts, number } from './imports';

/** How an import, or its undo, ended otherwise than as it was asked for. Read once it has. */
export const importEndWords = {
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
} as const;
