import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { suppressions as words } from '../../messages/suppressions';
import { download } from '../../ui/download';
import { say, sayProblem } from '../../ui/toast';
import { everySuppression, type SuppressionFilters } from './queries';

/** Hands over the list, as it is filtered, as a file. */
export function ExportCsv({ filters }: { readonly filters: SuppressionFilters }) {
  const [read, setRead] = useState(0);
  const exporting = useMutation({
    mutationFn: async () => {
      setRead(0);
      const rows = await everySuppression(filters, setRead);
      const { csvOf } = await import('../../ui/csv');
      const columns = ['email', 'origin', 'source_id', 'created_at', 'expires_at', 'scope'] as const;
      download('suppressions.csv', csvOf(columns, rows), 'text/csv');
      return rows.length;
    },
    onSuccess: (rows) => say(words.exported(rows)),
    onError: sayProblem,
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      {exporting.isPending ? words.exporting(read) : words.export}
    </Button>
  );
}
