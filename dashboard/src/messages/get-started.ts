/** The check list of a team's first hour. */
export const getStarted = {
  title: 'Get started',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  hide: 'Hide',
  done: 'Done:',
  open: 'To do:',
  domain: 'Verify a domain',
  key: 'Create an API key',
  email: 'Send your first email',
  webhook: 'Add a webhook endpoint',
  teammate: 'Invite a teammate',
} as const;
