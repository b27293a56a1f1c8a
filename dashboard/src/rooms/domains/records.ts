/** What a check says of a record, as far as the functions here need it. */
interface Finding {
  readonly finding: 'verified' | 'missing' | 'different' | 'unanswered' | null;
  readonly advice: readonly string[];
  readonly advice_codes: readonly string[];
}

/** Sentences that hold for more than one record: they are said once. */
export function commonAdvice(findings: readonly Pick<Finding, 'advice'>[]): readonly string[] {
  const all = findings.flatMap(({ advice }) => [...new Set(advice)]);
  return [...new Set(all.filter((sentence, place) => all.indexOf(sentence) !== place))];
}

/** How many are not there yet. */
export const notPublished = (findings: readonly Pick<Finding, 'advice_codes'>[]): number =>
  findings.filter(({ advice_codes: codes }) => codes.includes('not-published')).length;

/** The state of a record in the table: what DNS showed goes before how long it may stay so. */
export type RecordState = 'verified' | 'wrong' | 'missing' | 'unanswered' | 'pending' | 'not_started';

export function stateOf(
  { status }: { readonly status: string },
  finding: Pick<Finding, 'finding'> | undefined,
): RecordState {
  switch (finding?.finding) {
    case 'verified':
      return 'verified';
    case 'different':
      return 'wrong';
    case 'unanswered':
      return 'unanswered';
    case 'missing':
      return status === 'pending' ? 'pending' : 'missing';
    default:
      return status === 'not_started' ? 'not_started' : status === 'verified' ? 'verified' : 'pending';
  }
}
