/** Emails that were sent as a test of a draft. */
export const testWords = {
  tested: (emails: number) => (emails === 1 ? 'Test email sent' : `${emails} test emails sent`),
  openTest: (place: number) => `Open email ${place}`,
} as const;
