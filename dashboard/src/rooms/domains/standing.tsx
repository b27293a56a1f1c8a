import { domains } from '../../messages/domains';
import { Status, type Tone } from '../../ui/status';
import type { DomainFindings } from './documents';

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
const recordWords: Readonly<Record<string, string>> = domains.recordStates;

/** A status that this page does not know yet shows its own word. */
export function DomainStatus({ status }: { readonly status: string }) {
  return <Status tone={tones[status] ?? 'unclear'} word={words[status] ?? status} />;
}

export function RecordStatus({ status }: { readonly status: string }) {
  return <Status tone={tones[status] ?? 'unclear'} word={recordWords[status] ?? status} />;
}

/** What the status of a domain means now, and what to do about it. */
export function meaningOf({ origin, status, may_send: maySend, claim }: DomainFindings): string {
  const { meanings } = domains;
  if (claim !== null) return meanings.claim;
  if (origin === 'sandbox' || origin === 'preverified') return meanings[origin];
  const known: Readonly<Record<string, string>> = meanings;
  return known[status] ?? (maySend ? meanings.sends : meanings.refused);
}
