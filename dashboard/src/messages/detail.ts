/** On every page of one thing. */
export const detailWords = {
  neighbors: 'In the list',
  place: (place: number, count: number) => `${place} of ${count}`,
  previous: 'Previous (k)',
  next: 'Next (j)',
  more: 'More',
  copyOf: (name: string) => `Copy: ${name}`,
} as const;
