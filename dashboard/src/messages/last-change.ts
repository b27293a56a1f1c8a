/** Who changed something: in Activity, and on the page of what was changed. */
export const lastChangeWords = {
  by: (name: string) => `Changed by ${name}`,
  view: 'View activity',
  apiKey: 'API key',
  commandLine: 'CLI',
  server: 'System',
  erased: 'Erased person',
  smtp: 'SMTP client',
} as const;
