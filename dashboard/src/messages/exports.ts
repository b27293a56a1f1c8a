import { usualWords } from './lists';

/** Settings → Exports. */
export const exportMessages = {
  intro:
    'CSV files created in the background, kept for 7 days or until you delete them. Erasing personal data deletes all of the team’s files.',
  kinds: {
    emails: 'Emails',
    suppressions: 'Suppressions',
    contacts: 'Contacts',
    'broadcast-recipients': 'Broadcast recipients',
  },
  what: 'Type',
  state: 'Status',
  rows: 'Rows and size',
  rowsAndSize: (rows: string, size: string) => `${rows}, ${size}`,
  asked: 'Requested',
  kept: 'Expires',
  states: { running: 'In progress', finished: 'Ready', failed: 'Failed' },
  reasons: {
    'too-many-rows': 'More than 1,000,000 rows. Choose a shorter period or more filters.',
    'ended-the-process': 'Making this file stopped the server twice. Choose a shorter period or more filters.',
    'too-large': 'Your team’s exports would take too much space. Delete some, or choose more filters.',
  },
  download: 'Download',
  downloadNamed: (what: string) => `Download file: ${what}`,
  removal: usualWords('export').removal,
  begin: 'New export',
  whole: { emails: 'All emails', suppressions: 'All suppressions', contacts: 'All contacts' },
  begun: 'Export started. You can leave this page.',
  emptyTitle: 'No exports yet',
  empty: 'Exports by you or your teammates are kept here for 7 days.',
  emptyReader: 'Team members can export lists. Files are kept here for 7 days.',

  /** The notice that stays while a list is exported. */
  following: {
    title: 'Exporting…',
    soFar: (rows: number) => `${rows.toLocaleString('en')} rows so far. You can leave this page.`,
    done: (rows: number) => `Export ready: ${rows === 1 ? '1 row' : `${rows.toLocaleString('en')} rows`}`,
    kept: 'Kept for 7 days in Settings → Exports.',
    failed: 'Export failed. Try again.',
  },
} as const;
