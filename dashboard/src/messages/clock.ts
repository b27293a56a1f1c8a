/** How this browser shows moments. */
export const clock = {
  title: 'Dates and times',
  intro: 'For this browser, on every page. Times you enter use the same time zone.',
  zone: 'Time zone',
  iso: 'Show dates as 2026-01-31 09:30',
  isoHint: 'Otherwise uses your browser’s format.',
  now: 'Current time',
} as const;
