/** The access audit. */
export const auditMessages = {
  intro: 'Who changed access to this team, when, and from where.',
  emptyTitle: 'No changes yet',
  empty: 'Access to this team has not been changed yet.',
  what: 'What',
  who: 'Who',
  from: 'From',
  when: 'When',
  system: 'The server',
  apiKey: 'An API key',
  commandLine: 'The command line',
  erased: 'An erased person',
} as const;
