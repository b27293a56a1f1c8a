import type { ReportedRecipient } from './report.js';

/** A recipient that an email was sent to, by its number, and what a report says of it. */
export interface MeantRecipient {
  readonly recipient: number;
  readonly reported: ReportedRecipient;
  /** What bounced is a place behind its alias: others behind it may have the email. */
  readonly isAlias: boolean;
}

/**
 * Which recipients of an email a report is about: those whose address it names. A server behind an alias names the
 * place that it led to, and a text may name nothing: it is about the one of its return path, where that is of one. An
 * address that the email was not sent to is never meant.
 *
 * @param all that the report names
 * @param addresses of the email's recipients, in lower case, null for one that was erased
 * @param only the number of the recipient that the return path is of; null where it is of several
 */
export function recipientsMeant(
  all: readonly ReportedRecipient[],
  addresses: readonly (string | null)[],
  only: number | null,
): readonly MeantRecipient[] {
  const meant = new Map<number, ReportedRecipient>();
  const mean = (number: number, one: ReportedRecipient | undefined): void => {
    if (one !== undefined && addresses[number] != null && !meant.has(number)) meant.set(number, one);
  };
  for (const one of all) {
    for (const [number, address] of addresses.entries()) {
      if (address !== null && (only === null || only === number) && isNamed(one, address)) mean(number, one);
    }
  }
  if (only !== null) mean(only, all[0]);
  return [...meant].map(([recipient, reported]) => {
    const isAlias = reported.final !== null && reported.final !== addresses[recipient];
    return { recipient, reported, isAlias };
  });
}

function isNamed({ original, final }: ReportedRecipient, address: string): boolean {
  return original === address || (final === address && (original === null || !original.includes('@')));
}
