import { Button, Group, Paper } from '@mantine/core';
import { IconMailOff, IconPlus, IconUpload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useMay } from '../../api/session';
import { suppressions as words } from '../../messages/suppressions';
import { Empty } from '../../ui/empty';
import { EndlessRows } from '../../ui/endless-rows';
import { FilterBar, Pick, SearchField } from '../../ui/filters';
import { Page } from '../../ui/page';
import { useColumns } from './columns';
import { ExportCsv } from './export-csv';
import { LookUp } from './look-up';
import { Dialogs } from './dialogs';
import { suppressionsQuery } from './queries';
import type { SuppressionSearch } from './documents';

const route = getRouteApi('/inside/suppressions');
const choices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export function SuppressionsRoom() {
  const search = route.useSearch();
  const { address, origin, scope, open } = search;
  const navigate = route.useNavigate();
  const mayChange = useMay('POST /suppressions');
  const change = useCallback(
    (part: { readonly [Name in keyof SuppressionSearch]?: SuppressionSearch[Name] | undefined }, replace = false) => {
      // The route leaves out what is empty.
      void navigate({ search: (before) => ({ ...before, ...part }) as SuppressionSearch, replace });
    },
    [navigate],
  );
  const find = useCallback((text: string) => change({ address: text.trim() }, true), [change]);
  const isFiltered = [address, origin, scope].some((value) => value !== undefined);
  return (
    <Page
      intro={words.intro}
      isWide
      actions={
        <Group gap="xs">
          {mayChange && (
            <>
              <Button
                variant="default"
                leftSection={<IconUpload size={16} aria-hidden />}
                onClick={() => change({ open: 'import' })}
              >
                {words.import}
              </Button>
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ open: 'add' })}>
                {words.add}
              </Button>
            </>
          )}
        </Group>
      }
    >
      <FilterBar
        onClear={isFiltered ? () => change({ address: undefined, origin: undefined, scope: undefined }) : undefined}
      >
        <SearchField label={words.search} value={address ?? ''} onSearch={find} />
        <Pick
          label={words.origin}
          value={origin ?? ''}
          options={choices(words.origins)}
          onPick={(value) => change({ origin: value })}
        />
        <Pick
          label={words.scope}
          value={scope ?? ''}
          options={choices(words.scopes)}
          onPick={(value) => change({ scope: value })}
        />
        <ExportCsv filters={{ ...(origin ? { origin } : {}), ...(scope ? { scope } : {}) }} />
      </FilterBar>
      <Paper withBorder radius="lg" px={{ base: 'md', sm: 'lg' }} py="xs">
        {address === undefined ? (
          <Entries search={search} mayChange={mayChange} />
        ) : (
          <LookUp address={address} mayChange={mayChange} onAdd={() => change({ open: 'add' })} />
        )}
      </Paper>
      {mayChange && <Dialogs open={open} address={address ?? ''} onClose={() => change({ open: undefined }, true)} />}
    </Page>
  );
}

interface EntriesProps {
  readonly search: SuppressionSearch;
  readonly mayChange: boolean;
}

function Entries({ search: { origin, scope }, mayChange }: EntriesProps) {
  const isFiltered = origin !== undefined || scope !== undefined;
  const query = useInfiniteQuery(suppressionsQuery({ ...(origin ? { origin } : {}), ...(scope ? { scope } : {}) }));
  const { columns, going } = useColumns(mayChange);
  return (
    <EndlessRows
      query={query}
      label={words.title}
      columns={columns}
      idOf={({ id }) => id}
      isHidden={({ id }) => going.has(id)}
      empty={
        <Empty
          icon={<IconMailOff size={28} aria-hidden />}
          title={isFiltered ? words.emptyFilteredTitle : words.emptyTitle}
          text={isFiltered ? words.emptyFiltered : words.empty}
        />
      }
    />
  );
}
