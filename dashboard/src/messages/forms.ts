/** Words of forms that fill a page, of their steps, and of what asks before something is lost. */
export const formWords = {
  typeBefore: 'Type',
  typeAfter: 'to confirm',
  digit: (code: string, number: number, of: number) => `${code}, digit ${number} of ${of}`,
  unsaved: 'Unsaved changes',
  discard: 'Discard',
  saving: 'Saving…',
  saved: 'All changes saved',
  leaveTitle: 'Leave without saving?',
  leaveText: 'Your changes on this page will be lost.',
  stay: 'Keep editing',
  leave: 'Leave',
  next: 'Next',
  previous: 'Back',
} as const;
