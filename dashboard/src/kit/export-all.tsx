import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { emails as words } from '../../messages/emails';
import { call } from '../../api/client';
import type { Body } from '../../api/operations';
import { sayProblem } from '../../ui/toast';
import type { Filters } from './parameters';

/** All that the filters find, made by the server. Its progress is a notice that stays when the page is changed. */
export function ExportAll({ filters }: { readonly filters: Filters }) {
  // The list on show was answered with these filters: the server knows their values.
  const body = { kind: 'emails', filters } as Body<'POST /dashboard-api/exports'>;
  const start = useMutation({
    mutationFn: () => call('POST /dashboard-api/exports', { body }),
    onSuccess: async (begun) => (await import('./follow-export')).followExport(begun),
    onError: sayProblem,
  });
  return (
    <Button
      variant="default"
      loading={start.isPending}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => start.mutate()}
    >
      {words.exportAll}
    </Button>
  );
}
