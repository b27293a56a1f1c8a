/** The access audit. */
export const auditMessages = {
  title: 'Access audit',
  intro: 'Who changed access to this team, when, and from where.',
  empty: 'Access has not been changed yet.',
  what: 'What',
  who: 'Who',
  from: 'From',
  when: 'When',
  system: 'The server',
  apiKey: 'An API key',
  commandLine: 'The command line',
  erased: 'An erased person',
} as const;
