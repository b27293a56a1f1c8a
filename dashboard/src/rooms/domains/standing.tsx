import { domains } from '../../messages/domains';
import { Status, type Tone } from '../../ui/status';
import type { DnsRecord, DomainFindings, RecordFinding } from './documents';
import { type RecordState, stateOf } from './records';

const tones: Readonly<Record<string, Tone>> = {
  not_started: 'calm',
  pending: 'busy',
  verified: 'good',
  temporary_failure: 'warn',
  partially_verified: 'warn',
  partially_failed: 'bad',
  failed: 'bad',
  sandbox: 'calm',
};
const words: Readonly<Record<string, string>> = domains.statuses;
const recordTones: Readonly<Record<RecordState, Tone>> = {
  verified: 'good',
  wrong: 'bad',
  missing: 'bad',
  unanswered: 'unclear',
  pending: 'busy',
  not_started: 'calm',
};

/** A status that this page does not know yet shows its own word. */
export function DomainStatus({ status }: { readonly status: string }) {
  return <Status tone={tones[status] ?? 'unclear'} word={words[status] ?? status} />;
}

interface RecordStatusProps {
  readonly record: DnsRecord;
  readonly finding: RecordFinding | undefined;
}

export function RecordStatus({ record, finding }: RecordStatusProps) {
  const state = stateOf(record, finding);
  return <Status tone={recordTones[state]} word={domains.recordStates[state]} />;
}

/** What the status of a domain means now, and what to do about it. */
export function meaningOf({ origin, status, may_send: maySend, claim }: DomainFindings): string {
  const { meanings } = domains;
  if (claim !== null) return meanings.claim;
  if (origin === 'sandbox' || origin === 'preverified') return meanings[origin];
  const known: Readonly<Record<string, string>> = meanings;
  return known[status] ?? (maySend ? meanings.sends : meanings.refused);
}
