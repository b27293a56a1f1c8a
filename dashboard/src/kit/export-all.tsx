import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/client';
import type { Body } from '../api/operations';
import { kitWords as words } from '../messages/lists';
import { sayProblem } from '../ui/toast';

type NewExport = Body<'POST /dashboard-api/exports'>;

interface ExportAllProps {
  readonly kind: NewExport['kind'];
  /** As the list on show was asked for: the server has answered it, so it knows their values. */
  readonly filters: Readonly<Record<string, string | undefined>>;
}

/** All that the filters find, made by the server. Its progress is a notice that stays when the page is changed. */
export function ExportAll({ kind, filters }: ExportAllProps) {
  const start = useMutation({
    mutationFn: () => call('POST /dashboard-api/exports', { body: { kind, filters } }),
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
