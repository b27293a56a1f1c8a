import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { DetailPage } from '../../kit/detail-page';
import { email as words } from '../../messages/email';
import { Outline } from '../../ui/loaded';
import { verdict } from '../../messages/verdict';
import { Status } from '../../ui/status';
import { EmailActions } from './email-actions';
import { EmailAnswer } from './email-answer';
import { overviewQuery } from './queries';
import type { Overview } from './documents';
import { EmailState } from './email-state';
import { toneOf, wordOf } from './states';
import { worstOf } from './verdict';

/* The answer comes first; what is below it is loaded while the email is asked for. */
const load = () => import('./email-parts');
load().catch(() => undefined);
const EmailParts = lazy(load);

const route = getRouteApi('/inside/emails/$id');

export function EmailRoom() {
  const { id } = route.useParams();
  return (
    <DetailPage
      id={id}
      query={useQuery(overviewQuery(id))}
      list={{ to: '/emails', label: words.back, reads: 'GET /dashboard-api/emails' }}
      name={words.name}
      title={({ subject }) => (subject.trim() === '' ? words.noSubject : subject)}
      status={(overview) => <EmailSummary of={overview} />}
      actions={(overview) => <EmailActions overview={overview} />}
      callout={(overview) =>
        overview.erased ? <Alert color="yellow">{words.erased}</Alert> : <EmailAnswer overview={overview} />
      }
    >
      {(overview) => (
        <Suspense fallback={<Outline lines={8} />}>
          <EmailParts key={id} overview={overview} />
        </Suspense>
      )}
    </DetailPage>
  );
}

/** How many of several recipients came to the worst end: "5 of 36 bounced". */
function EmailSummary({ of: { last_event: state, recipients } }: { readonly of: Overview }) {
  const worst = worstOf(recipients);
  if (worst === null || worst.count === recipients.length) return <EmailState of={state} />;
  return (
    <Status tone={toneOf(worst.status)} word={verdict.badge(worst.count, recipients.length, wordOf(worst.status))} />
  );
}
