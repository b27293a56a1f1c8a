import { useLive } from '../api/live';
import { Attachments } from '../features/emails/attachments';
import { Captured } from '../features/emails/captured';
import { EmailBody } from '../features/emails/email-body';
import { EmailSummary } from '../features/emails/email-summary';
import { MailTabs } from '../features/emails/mail-tabs';
import { Recipients } from '../features/emails/recipients';
import { Schedule } from '../features/emails/schedule';
import { Share } from '../features/emails/share';
import { Timeline } from '../features/emails/timeline';
import { PageHeading } from '../ui/page-heading';
import { Loading, ProblemNotice } from '../ui/problem-notice';
import { Section } from '../ui/section';
import { Status } from '../ui/status';
import { allEmails, hrefOf } from '../ui/route';

export function EmailRoute({ id }: { readonly id: string }) {
  const email = useLive(`email ${id}`, (api, signal) => api.email(id, signal));
  const timeline = useLive(`timeline ${id}`, (api, signal) => api.timeline(id, signal));
  // Messages can be megabytes and never change: asked for until one is there, and again when something happened.
  const captured = useLive(`captured ${id}`, (api, signal) => api.captured(id, signal), {
    revision: timeline.value?.data.length ?? 0,
    settled: (list) => list.data.length > 0,
  });
  const mail = email.value;
  return (
    <>
      <a className="back" href={hrefOf(allEmails)}>
        <span aria-hidden="true">← </span>Recent mails
      </a>
      <ProblemNotice problem={email.problem} />
      {mail === null && email.problem === null && <Loading what="this mail" />}
      {mail !== null && (
        <div className="mail">
          <div className="mail-head">
            <PageHeading
              title={mail.subject === '' ? '(no subject)' : mail.subject}
              aside={<Status of={mail.last_event} />}
            />
            <MailTabs id={id} open="email" />
            <EmailSummary email={mail} />
          </div>
          {mail.last_event === 'scheduled' && (
            <Section title="Schedule" className="mail-schedule">
              <Schedule id={id} scheduledAt={mail.scheduled_at} />
            </Section>
          )}
          <Section title="Recipients" className="mail-recipients">
            <Recipients recipients={mail.recipients} />
          </Section>
          <Section title="Timeline" className="mail-history">
            <ProblemNotice problem={timeline.problem} />
            {timeline.value !== null && <Timeline entries={timeline.value.data} recipients={mail.recipients} />}
          </Section>
          <Section title="Body" className="mail-body" note="as it was accepted">
            <EmailBody id={id} html={mail.html ?? null} text={mail.text ?? null} />
          </Section>
          <Attachments id={id} />
          <Section title="Share" className="mail-share" note="a link that shows this mail to whoever has it">
            <Share id={id} />
          </Section>
          <Section title="Captured" className="mail-captured" note="as the built-in catcher received it">
            <ProblemNotice problem={captured.problem} />
            {captured.value !== null && <Captured id={id} messages={captured.value.data} />}
          </Section>
        </div>
      )}
    </>
  );
}
