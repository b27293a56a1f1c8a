/** What the endpoints are grouped by, in the order in which they are shown. */
export const tags = [
  { name: 'Emails', description: 'Send emails, one or many, now or later, and see what became of them.' },
  { name: 'API keys', description: 'Who may call the API.' },
  { name: 'Domains', description: 'What emails can be sent from.' },
  { name: 'Suppressions', description: 'Addresses that nothing is sent to.' },
  { name: 'Webhooks', description: 'Endpoints that are sent what happens, and what they were sent.' },
  { name: 'Logs', description: 'The requests that were made, and what they were answered.' },
  { name: 'Usage', description: 'What has been sent, and what the limits are.' },
  {
    name: 'Dashboard',
    description: 'What the page of this server shows beyond the rest. May change with every version.',
  },
  { name: 'Operations', description: 'For whoever runs the server.' },
] as const;

const tagsByFirstSegment: Readonly<Record<string, (typeof tags)[number]['name']>> = {
  emails: 'Emails',
  email: 'Emails',
  share: 'Emails',
  'api-keys': 'API keys',
  domains: 'Domains',
  suppressions: 'Suppressions',
  webhooks: 'Webhooks',
  'webhook-requests': 'Webhooks',
  events: 'Webhooks',
  logs: 'Logs',
  usage: 'Usage',
  'dashboard-api': 'Dashboard',
};

export function tagOf(path: string): (typeof tags)[number]['name'] {
  return tagsByFirstSegment[path.split('/')[1] ?? ''] ?? 'Operations';
}
