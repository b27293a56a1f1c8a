/** Words of the tab of an email that says what may keep it from the inbox. */
export const insightWords = {
  title: 'Insights',
  intro: 'What may keep this email from the inbox. DNS is looked up each time you check.',
  list: 'Findings',
  passedList: 'Passed checks',
  refresh: 'Check again',
  erased: 'This email was erased, so nothing can be checked.',
  summary: (attention: number, improvement: number, unchecked: number) => {
    const parts = [
      ...(attention > 0 ? [attention === 1 ? '1 check needs attention' : `${attention} checks need attention`] : []),
      ...(improvement > 0 ? [`${improvement} could be better`] : []),
      ...(unchecked > 0 ? [`${unchecked} could not be checked`] : []),
    ];
    return parts.length === 0 ? 'All checks passed.' : `${parts.join(', ')}.`;
  },
} as const;
