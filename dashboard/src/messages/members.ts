/** How many people a segment or a topic has, in lists and wherever one is chosen. */
export const membersWords = {
  membersTitle: 'Contacts',
  subscribersTitle: 'Subscribers',
  members: (count: number, isExact: boolean) => `${isExact ? '' : 'about '}${count.toLocaleString('en')}`,
  subscribers: (count: number) => count.toLocaleString('en'),
  chosen: (name: string, count: string) => `${name} (${count})`,
} as const;
