import { usualWords } from './lists';

/** Settings → Exports. */
export const exportMessages = {
  intro:
    'Files of what a list shows, made in the background. Each is kept for 7 days, or until you delete it. Erasing a person deletes the files of the team.',
  kinds: { emails: 'Emails', suppressions: 'Suppressions' },
  what: 'What',
  state: 'State',
  rows: 'Rows and size',
  rowsAndSize: (rows: string, size: string) => `${rows}, ${size}`,
  asked: 'Asked for',
  kept: 'Deleted',
  states: { running: 'Running', finished: 'Ready', failed: 'Not made' },
  reasons: {
    'too-many-rows': 'More than 1,000,000 rows. Choose a shorter time or more filters.',
    'too-large': 'The files of the team would take too much space. Delete some, or choose more filters.',
  },
  download: 'Download',
  downloadNamed: (what: string) => `Download the file: ${what}`,
  removal: usualWords('export').removal,
  exportSuppressions: 'Export suppressions',
  exportEmails: 'Export all emails',
  begun: 'The file is being made. You can leave this page.',
  emptyTitle: 'No export here',
  empty: 'Files that you or your colleagues ask for are here for 7 days.',
  emptyReader: 'Members of the team can export lists. Their files are here for 7 days.',
} as const;
