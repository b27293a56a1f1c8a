import { Button } from '@mantine/core';
import { IconChevronDown, IconDownload, IconFileExport } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { addressOf, call } from '../../api/client';
import { useMay } from '../../api/session';
import { ListRoom } from '../../kit/list-room';
import { exportMessages as words } from '../../messages/exports';
import type { Body } from '../../api/operations';
import { LazyDropdown } from '../../ui/lazy-dropdown';
import { say, sayProblem } from '../../ui/toast';
import { exportColumns, type Export, whatOf } from './export-rows';
import { pages, type Listed } from '../../api/reading';

const whileRunningMs = 10_000;

/** Asked again only while a file is being made. */
const exportsQuery = {
  ...pages('GET /dashboard-api/exports'),
  refetchInterval: ({ state }: Listed<Export>) =>
    state.data?.pages.some(({ data }) => data.some((row) => row.state === 'running')) === true ? whileRunningMs : false,
} as const;

type NewExport = Body<'POST /dashboard-api/exports'>;

const kinds = ['emails', 'suppressions', 'contacts'] as const satisfies readonly NewExport['kind'][];
const loadMenu = () => import('../../kit/detail-menu');

/** Most files are made by then; how far the others are, the list's own pace shows. */
const firstLookMs = 1_500;

/** Exports whole lists; a filtered list is exported on its own page. */
function Begin() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey });
  const begin = useMutation({
    mutationFn: (body: NewExport) => call('POST /dashboard-api/exports', { body }),
    onSuccess: async () => {
      await refresh();
      setTimeout(() => void refresh(), firstLookMs);
      say(words.begun);
    },
    onError: sayProblem,
  });
  const actions = kinds.map((kind) => ({ label: words.whole[kind], onClick: () => begin.mutate({ kind }) }));
  return (
    <LazyDropdown
      load={loadMenu}
      of={{ actions }}
      target={(onClick) => (
        <Button
          variant="default"
          loading={begin.isPending}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          {...(onClick === undefined ? {} : { onClick })}
        >
          {words.begin}
        </Button>
      )}
    />
  );
}

export function ExportsRoom() {
  const query = useInfiniteQuery(exportsQuery);
  const mayExport = useMay('POST /dashboard-api/exports');
  return (
    <ListRoom
      words={mayExport ? words : { ...words, empty: words.emptyReader }}
      icon={IconFileExport}
      query={query}
      columns={exportColumns}
      nameOf={whatOf}
      actions={mayExport && <Begin />}
      lead={(row) => row.state === 'finished' && <Download row={row} />}
      remove={{
        may: 'DELETE /dashboard-api/exports/{id}',
        send: (id, keepalive) => call('DELETE /dashboard-api/exports/{id}', { path: { id }, keepalive }),
        list: 'GET /dashboard-api/exports',
      }}
    />
  );
}

function Download({ row }: { readonly row: Export }) {
  return (
    <Button
      component="a"
      // The browser asks for it itself: it goes to the disk as it comes.
      href={addressOf('GET /dashboard-api/exports/{id}/file', { path: { id: row.id } })}
      download
      size="compact-xs"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      aria-label={words.downloadNamed(whatOf(row))}
    >
      {words.download}
    </Button>
  );
}
