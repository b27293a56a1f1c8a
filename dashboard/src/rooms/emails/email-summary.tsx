import { verdict } from '../../messages/verdict';
import { Status } from '../../ui/status';
import type { Overview } from './documents';
import { EmailState } from './email-state';
import { toneOf, wordOf } from './states';
import { worstOf } from './verdict';

/** How many of several recipients came to the worst end: "5 of 36 bounced". */
export function EmailSummary({ of: { last_event: state, recipients } }: { readonly of: Overview }) {
  const worst = worstOf(recipients);
  if (worst === null || worst.count === recipients.length) return <EmailState of={state} />;
  return (
    <Status tone={toneOf(worst.status)} word={verdict.badge(worst.count, recipients.length, wordOf(worst.status))} />
  );
}
