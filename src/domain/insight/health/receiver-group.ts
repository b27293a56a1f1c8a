/** Who takes the mail, by the hosts that it is delivered to. */
export const receiverGroups = ['gmail', 'microsoft', 'yahoo', 'apple', 'other'] as const;
export type ReceiverGroup = (typeof receiverGroups)[number];

/** The registered names that the MX hosts of each belong to, customers' own domains among them. */
const zones: Readonly<Record<Exclude<ReceiverGroup, 'other'>, readonly string[]>> = {
  gmail: ['google.com', 'googlemail.com', 'smtp.goog'],
  microsoft: ['outlook.com', 'hotmail.com', 'mx.microsoft'],
  yahoo: ['yahoodns.net', 'yahoo.com', 'aol.com'],
  apple: ['icloud.com', 'apple.com'],
};

/** The group of an MX host; a relay's is `other`, wherever it delivers to. */
export function receiverGroupOf(host: string): ReceiverGroup {
  const name = host.toLowerCase().replace(/\.$/, '');
  const found = receiverGroups.find(
    (group) => group !== 'other' && zones[group].some((zone) => name === zone || name.endsWith(`.${zone}`)),
  );
  return found ?? 'other';
}
