import { useLive } from '../api/live';
import { EmailList } from '../features/emails/email-list';
import { FirstMail } from '../features/emails/first-mail';
import { PageHeading } from '../ui/page-heading';
import { Loading, ProblemNotice } from '../ui/problem-notice';
import { hrefOf } from '../ui/route';

interface Props {
  /** The id of the last mail of the page before this one; `null` on the first page. */
  readonly after: string | null;
  readonly apiKey: string;
}

export function EmailsRoute({ after, apiKey }: Props) {
  const page = useLive(`emails after ${after}`, (api, signal) => api.emails(after, signal));
  const rows = page.value?.data ?? [];
  const last = rows.at(-1);
  return (
    <>
      <PageHeading key={after} title={after === null ? 'Recent mails' : 'Older mails'} />
      <ProblemNotice problem={page.problem} />
      {page.value === null ? (
        page.problem === null && <Loading what="mails" />
      ) : rows.length > 0 ? (
        <EmailList rows={rows} />
      ) : after === null ? (
        <FirstMail apiKey={apiKey} />
      ) : (
        <p>There are no older mails.</p>
      )}
      <nav className="pages" aria-label="Pages of mails">
        {after !== null && <a href={hrefOf({ name: 'emails', after: null })}>Newest mails</a>}
        {page.value?.has_more === true && last !== undefined && (
          <a href={hrefOf({ name: 'emails', after: last.id })}>Older mails</a>
        )}
      </nav>
    </>
  );
}
