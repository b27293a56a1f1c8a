import { useLive } from '../api/live';
import { EmailList } from '../features/emails/email-list';
import { FirstMail } from '../features/emails/first-mail';
import { StatusFilter } from '../features/emails/status-filter';
import { PageHeading } from '../ui/page-heading';
import { Loading, ProblemNotice } from '../ui/problem-notice';
import { allEmails, hrefOf } from '../ui/route';

interface Props {
  /** The id of the last mail of the page before this one; `null` on the first page. */
  readonly after: string | null;
  /** Only mails of which this is the last event; `null` for all. */
  readonly lastEvent: string | null;
  readonly apiKey: string;
}

export function EmailsRoute({ after, lastEvent, apiKey }: Props) {
  const page = useLive(`emails ${lastEvent} after ${after}`, (api, signal) => api.emails(after, lastEvent, signal));
  const rows = page.value?.data ?? [];
  const last = rows.at(-1);
  return (
    <>
      <PageHeading key={after} title={after === null ? 'Recent mails' : 'Older mails'} />
      <StatusFilter lastEvent={lastEvent} />
      <ProblemNotice problem={page.problem} />
      {page.value === null ? (
        page.problem === null && <Loading what="mails" />
      ) : rows.length > 0 ? (
        <EmailList rows={rows} />
      ) : after !== null ? (
        <p>There are no older mails.</p>
      ) : lastEvent !== null ? (
        <p>
          No mail is in this state. <a href={hrefOf(allEmails)}>Show all mails</a>
        </p>
      ) : (
        <FirstMail apiKey={apiKey} />
      )}
      <nav className="pages" aria-label="Pages of mails">
        {after !== null && <a href={hrefOf({ name: 'emails', after: null, lastEvent })}>Newest mails</a>}
        {page.value?.has_more === true && last !== undefined && (
          <a href={hrefOf({ name: 'emails', after: last.id, lastEvent })}>Older mails</a>
        )}
      </nav>
    </>
  );
}
