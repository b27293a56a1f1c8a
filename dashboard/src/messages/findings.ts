/** Words of every list of findings. */
export const findingWords = {
  severities: {
    error: 'Error',
    attention: 'Needs attention',
    improvement: 'Could be better',
    unchecked: 'Not checked',
    passed: 'Passed',
  },
  why: 'Why it matters',
  fix: 'What to do',
  setting: 'Server setting:',
  passed: (count: number) => (count === 1 ? '1 check passed' : `${count} checks passed`),
} as const;
