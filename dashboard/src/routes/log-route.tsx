import type { Log } from '../api/documents';
import { useLive } from '../api/live';
import { concernedMails } from '../features/logs/concerned-mails';
import { HttpStatus } from '../features/logs/http-status';
import { CopyButton } from '../ui/copy-button';
import { Fact, Facts } from '../ui/facts';
import { PageHeading } from '../ui/page-heading';
import { PlainText } from '../ui/plain-text';
import { Loading, ProblemNotice } from '../ui/problem-notice';
import { allLogs, hrefOf } from '../ui/route';
import { Section } from '../ui/section';
import { Moment } from '../ui/time';

export function LogRoute({ id }: { readonly id: string }) {
  // What was answered does not change. One that is not found may still be on its way into the log.
  const log = useLive(`log ${id}`, (api, signal) => api.log(id, signal), { settled: () => true });
  return (
    <>
      <a className="back" href={hrefOf(allLogs)}>
        <span aria-hidden="true">← </span>Requests
      </a>
      <ProblemNotice problem={log.problem} />
      {log.value === null && log.problem === null && <Loading what="this request" />}
      {log.value !== null && <LogDetail log={log.value} />}
    </>
  );
}

function LogDetail({ log }: { readonly log: Log }) {
  const mails = concernedMails(log);
  return (
    <div className="request">
      <div>
        <PageHeading title={`${log.method} ${log.endpoint}`} aside={<HttpStatus of={log.response_status} />} />
        <Facts>
          <Fact name="Answered">
            <Moment at={log.created_at} />
          </Fact>
          <Fact name="User agent">{log.user_agent ?? 'none'}</Fact>
          <Fact name="Request id">
            <code>{log.id}</code> <CopyButton text={log.id} label="Copy id" />
          </Fact>
          {mails.length > 0 && (
            <Fact name={mails.length === 1 ? 'Mail' : 'Mails'}>
              <ul className="ids">
                {mails.map((mail) => (
                  <li key={mail}>
                    <a href={hrefOf({ name: 'email', id: mail })}>
                      <code>{mail}</code>
                    </a>
                  </li>
                ))}
              </ul>
            </Fact>
          )}
        </Facts>
      </div>
      <Section title="Request body" note="without secrets and contents">
        <Body label="Request body" of={log.request_body} none="This request had no body." />
      </Section>
      <Section title="Response body">
        <Body label="Response body" of={log.response_body} none="This answer had no body, or it is not kept." />
      </Section>
    </div>
  );
}

function Body({
  label,
  of: body,
  none,
}: {
  readonly label: string;
  readonly of: object | null;
  readonly none: string;
}) {
  if (body === null) return <p className="faint">{none}</p>;
  return (
    <div className="boxed">
      <PlainText label={label}>{JSON.stringify(body, null, 2)}</PlainText>
    </div>
  );
}
