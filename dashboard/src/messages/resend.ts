const counted = (count: number): string => (count === 1 ? '1 recipient' : `${count} recipients`);

/** The dialog that sends an email again. */
export const resendWords = {
  title: 'Send again',
  intro: 'Sends a new email with the same content to the same recipients.',
  held: (count: number) => (count === 1 ? '1 recipient is suppressed' : `${count} recipients are suppressed`),
  more: (count: number) => `and ${count} more`,
  reaches: (count: number) => `It will be sent to the other ${counted(count)} only.`,
  reachesNone: 'It will reach no one. Remove the suppression first if the address works again.',
  submit: (count: number) => `Send to ${counted(count)}`,
  submitAnyway: (count: number) => (count === 0 ? 'Send anyway' : `Send to ${counted(count)}`),
  resent: 'New email sent',
} as const;
