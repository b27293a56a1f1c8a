import '@mantine/core/styles/Checkbox.css';
import { Button, Group, Paper } from '@mantine/core';
import { IconMail, IconSearchOff, IconSend } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useMay, useSession } from '../../api/session';
import { emails as words } from '../../messages/emails';
import { Empty } from '../../ui/empty';
import { EndlessRows } from '../../ui/endless-rows';
import { Outline } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { BulkBar } from './bulk-bar';
import type { EmailRow } from './documents';
import { EmailFilters } from './email-filters';
import { columnsOf } from './email-rows';
import { ExportAll } from './export';
import { News } from './news';
import { emailsQuery } from './queries';
import { type Filters, filterNames } from './parameters';

const FirstMail = lazy(() => import('./first-mail'));
const GetStarted = lazy(() => import('./get-started'));
const TestMail = lazy(() => import('./test-mail'));
const route = getRouteApi('/inside/emails');
const none: ReadonlySet<string> = new Set();

export function EmailsRoom() {
  const { test: isTesting = false, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const { team } = useSession();
  const maySend = useMay('POST /emails');
  const mayInvite = useMay('POST /dashboard-api/invitations');
  const query = useInfiniteQuery(emailsQuery(filters));
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data]);
  const [chosen, setChosen] = useState(none);
  const choose = useCallback((ids: readonly string[], isChosen: boolean): void => {
    setChosen((before) => {
      const others = [...before].filter((id) => !ids.includes(id));
      return new Set(isChosen ? [...others, ...ids] : others);
    });
  }, []);
  const columns = useMemo(() => columnsOf(chosen, choose), [chosen, choose]);
  const isFiltered = filterNames.some((name) => filters[name] !== undefined);
  const isFirst = query.data !== undefined && rows.length === 0 && !isFiltered;
  const openTest = (): void => void navigate({ search: (before) => ({ ...before, test: true as const }) });
  const closeTest = (): void =>
    void navigate({ search: ({ test: _test, ...before }) => before, replace: true, resetScroll: false });
  return (
    <Page
      isWide
      actions={
        <Group gap="xs">
          {maySend && !isFirst && <ExportAll filters={filters} />}
          {maySend && (
            <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={openTest}>
              {words.test}
            </Button>
          )}
        </Group>
      }
    >
      {mayInvite && team !== null && query.data !== undefined && (
        <Suspense>
          <GetStarted teamId={team.id} hasEmails={rows.length > 0 || isFiltered} />
        </Suspense>
      )}
      {!isFirst && <EmailFilters filters={filters} />}
      {query.data !== undefined && query.data.pages[0] !== undefined && (
        <News key={JSON.stringify(filters)} filters={filters} first={query.data.pages[0]} rows={rows} />
      )}
      {isFirst ? (
        <Suspense fallback={<Outline />}>
          <FirstMail />
        </Suspense>
      ) : (
        <Paper withBorder radius="lg" px={{ base: 'md', sm: 'lg' }} py="xs">
          <EndlessRows<EmailRow>
            query={query}
            label={words.title}
            columns={columns}
            idOf={({ id }) => id}
            empty={<NothingFound filters={filters} />}
          />
        </Paper>
      )}
      <BulkBar rows={rows.filter(({ id }) => chosen.has(id))} all={rows} choose={choose} />
      {maySend && isTesting && (
        <Suspense>
          <TestMail onClose={closeTest} />
        </Suspense>
      )}
    </Page>
  );
}

function NothingFound({ filters }: { readonly filters: Filters }) {
  const isSearch = filters.search !== undefined;
  const icon = isSearch ? <IconSearchOff size={28} aria-hidden /> : <IconMail size={28} aria-hidden />;
  return <Empty icon={icon} title={words.nothingTitle} text={words.nothing} />;
}
