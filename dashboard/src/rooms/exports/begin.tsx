import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client';
import type { Body } from '../../api/operations';
import { exportMessages as words } from '../../messages/exports';
import { LazyDropdown } from '../../ui/lazy-dropdown';
import { say, sayProblem } from '../../ui/toast';
import { exportsQuery } from './queries';

type NewExport = Body<'POST /dashboard-api/exports'>;

const kinds = ['emails', 'suppressions', 'contacts'] as const satisfies readonly NewExport['kind'][];
const loadMenu = () => import('../../kit/detail-menu');

/** Most files are made by then; how far the others are, the list's own pace shows. */
const firstLookMs = 1_500;

/** Exports whole lists; a filtered list is exported on its own page. */
export function Begin() {
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
