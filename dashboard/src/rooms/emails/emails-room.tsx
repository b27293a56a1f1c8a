import { Button } from '@mantine/core';
import { IconMail, IconSend } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { read } from '../../api/reading';
import { useMay, useSession } from '../../api/session';
import { ExportAll } from '../../kit/export-all';
import { ListRoom } from '../../kit/list-room';
import { emails as words } from '../../messages/emails';
import { Outline } from '../../ui/loaded';
import type { EmailRow } from './documents';
import { emailColumns, subjectOf } from './email-columns';
import { filterNames } from './parameters';
import { emailsQuery } from './queries';
import { useEmailFilters } from './use-email-filters';

const EmailBulk = lazy(() => import('./bulk'));
const FirstMail = lazy(() => import('./first-mail'));
const GetStarted = lazy(() => import('./get-started'));
const TestMail = lazy(() => import('./test-mail'));
const route = getRouteApi('/inside/emails');

const bulk = (rows: readonly EmailRow[], clear: () => void) => <EmailBulk rows={rows} onClear={clear} />;

export function EmailsRoom() {
  const search = route.useSearch();
  const { test: isTesting = false, ...filters } = search;
  const navigate = route.useNavigate();
  const { team } = useSession();
  const maySend = useMay('POST /emails');
  const mayInvite = useMay('POST /dashboard-api/invitations');
  const watched = emailsQuery(filters);
  const query = useInfiniteQuery(watched);
  const isFiltered = filterNames.some((name) => filters[name] !== undefined);
  const isEmpty = !isFiltered && query.data?.pages[0]?.data.length === 0;
  // It may have sent broadcasts alone.
  const any = useQuery({ ...read('GET /dashboard-api/emails', { query: { limit: 1 } }), enabled: isEmpty });
  const hasEmails = !isEmpty || any.data?.data.length !== 0;
  const openTest = (): void => void navigate({ search: (before) => ({ ...before, test: true as const }) });
  const beginner = mayInvite && query.data !== undefined ? team : null;
  return (
    <ListRoom
      words={words}
      icon={IconMail}
      query={query}
      watched={watched}
      columns={emailColumns}
      nameOf={subjectOf}
      search={search}
      filters={useEmailFilters(filters)}
      bulk={bulk}
      actions={
        maySend && (
          <>
            {hasEmails && <ExportAll kind="emails" filters={filters} />}
            <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={openTest}>
              {words.test}
            </Button>
          </>
        )
      }
      before={
        beginner !== null && (
          <Suspense>
            <GetStarted teamId={beginner.id} hasEmails={hasEmails} />
          </Suspense>
        )
      }
      {...(hasEmails
        ? {}
        : {
            first: (
              <Suspense fallback={<Outline />}>
                <FirstMail />
              </Suspense>
            ),
          })}
    >
      {maySend && isTesting && (
        <Suspense>
          <TestMail onClose={() => void navigate({ search: filters, replace: true, resetScroll: false })} />
        </Suspense>
      )}
    </ListRoom>
  );
}
