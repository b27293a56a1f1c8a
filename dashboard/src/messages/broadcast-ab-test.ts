type Counted = Readonly<Record<'delivered' | 'opened' | 'clicked', number>>;

const names = { a: 'A', b: 'B' } as const;

/** An A/B test of a broadcast: setting it up, what it waits for, and what came of it. */
export const abTestWords = {
  title: 'A/B test',
  intro:
    'Tests a second version, B, on a share of the audience. A is the broadcast itself. Removing the test removes B; restore an earlier version to get it back.',
  isOn: 'Test a second version',
  isOnHint: 'Off: everyone gets the same.',
  subject: 'Subject of B',
  subjectHint: 'Empty: the subject of A. Personalize it with the { } button.',
  previewText: 'Preview text of B',
  previewTextHint: 'Empty: the preview text of A. To test other content, write it under Content.',
  share: 'Share of the audience (%)',
  shareHint: (share: number) => {
    if (!(share >= 10 && share <= 100)) return 'From 10 to 100. Half of it gets A, half gets B.';
    return share === 100
      ? 'Half gets A, half gets B. No one waits for a winner: you compare the two.'
      : `${share}% get A or B, half each. The other ${100 - share}% get the winner.`;
  },
  winnerBy: 'Winner',
  winnerByHint: 'Opens and clicks are counted only if tracking is on for the sender’s domain.',
  rules: { opens: 'Most people who open', clicks: 'Most people who click', manual: 'I choose' },
  hours: 'Hours until the winner is chosen',
  hoursHint: 'From the last email of the test. From 1 to 72.',
  saved: 'A/B test saved',
  sameAsA: 'As in A',
  off: 'No A/B test',
  names,
  variant: (variant: 'a' | 'b') => `Version ${names[variant]}`,
  switchLabel: 'Version',
  contentOfA: 'B has the content of A',
  contentOfAText: 'What you change in A changes in B too.',
  writeOther: 'Write other content',
  useA: 'Use content of A',
  useAWords: {
    restoreText: 'The content of B is removed. Restore an earlier version of A to get it back.',
    restore: 'Use content of A',
    restored: 'B has the content of A',
  },
  notLocal: 'An A/B test can’t be sent in each time zone. Remove the test first.',
  testing: 'A/B test: sending A and B',
  testingHints: {
    opens: (hours: number) =>
      `The rest of the audience waits. The winner is the version that most people opened ${hoursIn(hours)} after the last email of the test.`,
    clicks: (hours: number) =>
      `The rest of the audience waits. The winner is the version that most people clicked ${hoursIn(hours)} after the last email of the test.`,
    manual: () => 'The rest of the audience waits until you choose the winner.',
  },
  testingAll: 'Everyone gets A or B, half each. Compare them under Results.',
  waitingUntil: 'A/B test: the winner is chosen',
  waitingHints: {
    opens: 'The version that most people opened wins. The rest of the audience gets it then.',
    clicks: 'The version that most people clicked wins. The rest of the audience gets it then.',
    manual: 'The rest of the audience waits for it.',
  },
  waitingForYou: 'A/B test: choose the winner',
  soFar: (variant: 'a' | 'b', { delivered, opened, clicked }: Counted) =>
    `${names[variant]}: ${opened.toLocaleString('en')} of ${delivered.toLocaleString('en')} opened, ${clicked.toLocaleString('en')} clicked`,
  choose: { a: 'Choose A', b: 'Choose B' },
  chooseTitle: (variant: 'a' | 'b') => `Choose ${names[variant]} as the winner?`,
  chooseWords: (variant: 'a' | 'b') => ({
    restoreText: `The rest of the audience gets ${names[variant]}. This can’t be undone.`,
    restore: `Choose ${names[variant]}`,
    restored: `The rest of the audience gets ${names[variant]}`,
  }),
  won: (variant: 'a' | 'b') => `A/B test: ${names[variant]} won`,
  wonOf: (variant: 'a' | 'b') => `${names[variant]} won`,
  wonBecause: {
    opens: 'More of its recipients opened it.',
    clicks: 'More of its recipients clicked.',
    person: 'Someone in your team chose it.',
    tie: 'Neither version was ahead, so A won.',
  },
  restGetsIt: 'The rest of the audience gets it.',
  resultsIntro: 'Only recipients in the test: those who got the winner afterwards are not counted here.',
  version: 'Version',
  winner: 'Winner',
  recipients: 'Recipients',
} as const;

function hoursIn(hours: number): string {
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
