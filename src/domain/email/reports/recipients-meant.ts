import type { ReportedRecipient } from './report.js';

/** A recipient that an email was sent to, by its number, and what a report says of it. */
export interface MeantRecipient {
  readonly recipient: number;
  readonly reported: ReportedRecipient;
}

/**
 * Which recipients of an email a report is about: those whose address it names. A server behind an alias names the
 * place that it led to, and a text may name nothing: it is about the only recipient, where there is one. An address
 * that the email was not sent to is never meant.
 *
 * @param addresses of the email's recipients, in lower case, null for one that was erased
 */
export function recipientsMeant(
  reported: readonly ReportedRecipient[],
  addresses: readonly (string | null)[],
): readonly MeantRecipient[] {
  const meant = new Map<number, ReportedRecipient>();
  const add = (recipient: number, one: ReportedRecipient): void => {
    if (!meant.has(recipient)) meant.set(recipient, one);
  };
  for (const one of reported) {
    const named = addresses.flatMap((address, number) => (address !== null && isNamed(one, address) ? [number] : []));
    for (const number of named) add(number, one);
    const [only] = addresses;
    if (named.length === 0 && addresses.length === 1 && only !== null) add(0, one);
  }
  return [...meant].map(([recipient, one]) => ({ recipient, reported: one }));
}

function isNamed({ original, final }: ReportedRecipient, address: string): boolean {
  return original === address || (final === address && (original === null || !original.includes('@')));
}
