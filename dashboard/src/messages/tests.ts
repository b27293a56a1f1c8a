/** Emails that were sent as a test of a draft. */
export const testWords = {
  tested: (emails: number) => (emails === 1 ? 'Test email sent' : `${emails} test emails sent`),
  openTest: (place: number, emails: number) => (emails === 1 ? 'Open email' : `Open email ${place}`),
} as const;
