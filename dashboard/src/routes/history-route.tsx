import { useLive } from '../api/live';
import { MailTabs } from '../features/emails/mail-tabs';
import { HistoryList } from '../features/history/history-list';
import { StateThen } from '../features/history/state-then';
import { PageHeading } from '../ui/page-heading';
import { Loading, ProblemNotice } from '../ui/problem-notice';
import { allEmails, hrefOf } from '../ui/route';
import { Section } from '../ui/section';

interface Props {
  readonly id: string;
  /** The moment whose state is shown; `null` is the present. */
  readonly at: string | null;
}

export function HistoryRoute({ id, at }: Props) {
  // The timeline is cheap to ask for and grows with every event, so it says when the whole history is worth asking for.
  const timeline = useLive(`timeline ${id}`, (api, signal) => api.timeline(id, signal));
  const revision = timeline.value?.data.length ?? 0;
  const history = useLive(`history ${id}`, (api, signal) => api.history(id, null, signal), {
    revision,
    settled: () => true,
  });
  const then = useLive(`history ${id} at ${at}`, (api, signal) => api.history(id, at, signal), {
    revision,
    settled: () => true,
    keeps: true,
  });
  const apiKeys = useLive('api keys', (api, signal) => api.apiKeys(signal), { settled: () => true });
  const whole = history.value;
  const subject = whole?.state?.subject ?? null;
  return (
    <>
      <a className="back" href={hrefOf(allEmails)}>
        <span aria-hidden="true">← </span>Recent mails
      </a>
      <PageHeading title={subject === null ? 'History' : subject === '' ? '(no subject)' : subject} />
      <MailTabs id={id} open="history" />
      <ProblemNotice problem={history.problem} />
      {whole === null && history.problem === null && <Loading what="the history" />}
      {whole !== null && (
        <div className="mail">
          <Section title="Events" note={`${whole.data.length} in the log`}>
            <HistoryList emailId={id} entries={whole.data} apiKeys={apiKeys.value?.data ?? []} at={at} />
          </Section>
          <Section title="State" className="mail-history" note="as the events up to a moment tell it">
            <ProblemNotice problem={then.problem} />
            <StateThen emailId={id} entries={whole.data} at={at} shown={then.value} />
          </Section>
        </div>
      )}
    </>
  );
}
