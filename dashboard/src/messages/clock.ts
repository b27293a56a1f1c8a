/** How this browser shows moments. */
export const clock = {
  title: 'Dates and times',
  intro: 'How this browser shows them, on every page. What you type is read in the same time zone.',
  zone: 'Time zone',
  iso: 'Write dates as 2026-01-31 09:30',
  isoHint: 'Off: as the language of your browser has it.',
  now: 'Now it is',
} as const;
