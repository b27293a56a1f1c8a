import { domains as words } from '../../messages/domains';
import type { DnsRecord, RecordFinding } from './documents';

/** What a record is for: of the two of a return path each its own. */
export function purposeOf({ record, type }: Pick<DnsRecord, 'record' | 'type'>): string {
  const purposes: Readonly<Record<string, string>> = words.purposes;
  return purposes[`${record} ${type}`] ?? purposes[record] ?? record;
}

/** Sentences that hold for more than one record: they are said once. */
export function commonAdvice(findings: readonly Pick<RecordFinding, 'advice'>[]): readonly string[] {
  const all = findings.flatMap(({ advice }) => [...new Set(advice)]);
  return [...new Set(all.filter((sentence, place) => all.indexOf(sentence) !== place))];
}

/** How many are not there yet. */
export const notPublished = (findings: readonly Pick<RecordFinding, 'advice_codes'>[]): number =>
  findings.filter(({ advice_codes: codes }) => codes.includes('not-published')).length;

/** The state of a record in the table: what DNS showed goes before how long it may stay so. */
export type RecordState = 'verified' | 'wrong' | 'missing' | 'unanswered' | 'pending' | 'not_started';

export function stateOf({ status }: Pick<DnsRecord, 'status'>, finding: RecordFinding | undefined): RecordState {
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
