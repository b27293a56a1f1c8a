/** An email as email clients show it. */
export const mailPreviewWords = {
  view: 'Preview as',
  views: { desktop: 'Desktop', phone: 'Phone', dark: 'Dark', text: 'Text' },
  from: 'From',
  noFrom: 'Set by each email',
  subject: 'Subject',
  noSubject: '(no subject)',
  frame: (view: string) => `Preview: ${view}`,
  cut: 'Preview is cut: the email is too large to show whole.',
  noText: 'No text part. Most spam filters prefer emails that have one.',
  notShown: 'The HTML is too large or too deep to show here.',
  widthNote: (width: number, percent: number) =>
    `${width} px wide${percent < 100 ? `, shown at ${percent} %` : ''}. Remote images aren’t loaded.`,
  ownDark: 'With the email’s own dark styles.',
  inverted: 'No dark styles of its own: colors inverted, as some mail apps do.',
} as const;
