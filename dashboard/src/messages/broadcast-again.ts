/** Sending a broadcast once more, to the rest of its audience. */
export const broadcastAgainWords = {
  label: 'Send again',
  intro: 'Creates a draft with the same segment, topic and content. Nothing is sent yet.',
  who: 'Who gets it',
  kinds: {
    opened: 'Those who didn’t open it',
    'had-it': 'Those who didn’t get it',
  },
  meanings: {
    opened:
      'People it was sent to who neither opened it nor clicked a link. Change the subject or the content before you send it.',
    'had-it': 'People who joined the segment since, or were skipped and may get it now. No one gets it twice.',
  },
  submit: 'Create draft',
  created: 'Draft created',
  leavesOut: { opened: 'Skips everyone who opened', 'had-it': 'Skips everyone who got' },
  hints: {
    opened: 'It goes only to people who were sent that one. Its subject or its content must differ.',
    'had-it': 'That includes everyone who got it when it was sent again.',
  },
  earlier: 'an earlier broadcast',
} as const;
