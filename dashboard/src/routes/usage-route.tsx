import type { Usage } from '../api/documents';
import { useLive } from '../api/live';
import { AllowanceRow } from '../features/usage/allowance-row';
import { PageHeading } from '../ui/page-heading';
import { Loading, ProblemNotice } from '../ui/problem-notice';
import { Section } from '../ui/section';

export function UsageRoute() {
  const usage = useLive('usage', (api, signal) => api.usage(signal));
  return (
    <>
      <PageHeading title="Usage" />
      <ProblemNotice problem={usage.problem} />
      {usage.value === null && usage.problem === null && <Loading what="the usage" />}
      {usage.value !== null && <Figures usage={usage.value} />}
    </>
  );
}

function Figures({ usage: { emails, domains, rate_limit: rate } }: { readonly usage: Usage }) {
  const rateLimit = limitOf(rate.limit);
  return (
    <div className="usage">
      <Section title="Mails" note="each recipient counts as one">
        <ul className="allowances">
          <AllowanceRow name="Today" {...periodOf(emails.daily)} />
          <AllowanceRow name="This month" {...periodOf(emails.monthly)} />
        </ul>
      </Section>
      <Section title="Domains">
        <ul className="allowances">
          <AllowanceRow name="In use" used={domains.used} limit={limitOf(domains.limit)} />
        </ul>
      </Section>
      <Section title="Rate limit">
        <p>
          {rateLimit === null
            ? 'The team may ask as often as it likes.'
            : `The team may ask ${rateLimit} times in ${rate.duration}; what is more is answered with 429 and the time to wait.`}
        </p>
      </Section>
    </div>
  );
}

function periodOf({ used, limit, resets_at: resetsAt }: Usage['emails']['daily']) {
  return { used, limit: limitOf(limit), resetsAt };
}

/** Where clients expect a number, the largest that all of them can hold stands for no limit. */
const unlimited = 2_147_483_647;

function limitOf(limit: number | null): number | null {
  return limit === unlimited ? null : limit;
}
