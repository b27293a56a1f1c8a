/** On every list of events. */
export const eventWords = {
  all: (count: number) => `Show all ${count}`,
} as const;
