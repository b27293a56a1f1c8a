/** The access audit. */
export const auditMessages = {
  intro: 'Sign-ins and access changes.',
  emptyTitle: 'No changes yet',
  empty: 'Changes to access appear here.',
  what: 'Event',
  who: 'Actor',
  from: 'From',
  when: 'Time',
  system: 'Server',
  apiKey: 'API key',
  commandLine: 'CLI',
  erased: 'Erased person',
} as const;
