import { Button, Group, Paper } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../api/session';
import { messages } from '../../messages';
import { exportMessages as words } from '../../messages/exports';
import { Empty } from '../../ui/empty';
import { EndlessRows } from '../../ui/endless-rows';
import { Page } from '../../ui/page';
import { say, sayProblem } from '../../ui/toast';
import { requestExport } from './changes';
import type { NewExport } from './documents';
import { exportColumns } from './export-rows';
import { exportsQuery } from './queries';
import { useDelete } from './use-delete';

export function ExportsRoom() {
  const query = useInfiniteQuery(exportsQuery);
  const mayExport = useMay('export');
  const [going, remove] = useDelete();
  const empty = (
    <Empty
      icon={<IconFileExport size={28} aria-hidden />}
      title={words.emptyTitle}
      text={mayExport ? words.empty : words.emptyReader}
    />
  );
  return (
    <Page title={messages.places.exports} intro={words.intro} isWide actions={mayExport ? <Begin /> : null}>
      <Paper withBorder radius="lg" px={{ base: 'md', sm: 'lg' }} py="xs">
        <EndlessRows
          query={query}
          label={messages.places.exports}
          columns={exportColumns(mayExport ? remove : null)}
          isHidden={({ id }) => going.has(id)}
          idOf={({ id }) => id}
          empty={empty}
        />
      </Paper>
    </Page>
  );
}

/** Most files are made by then; how far the others are, the list's own pace shows. */
const firstLookMs = 1_500;

/** Of whole lists; what is filtered is exported where it is seen. */
function Begin() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey });
  const begin = useMutation({
    mutationFn: (body: NewExport) => requestExport(body),
    onSuccess: async () => {
      await refresh();
      setTimeout(() => void refresh(), firstLookMs);
      say(words.begun);
    },
    onError: sayProblem,
  });
  const button = (kind: NewExport['kind'], title: string) => (
    <Button
      variant="default"
      loading={begin.isPending && begin.variables.kind === kind}
      onClick={() => begin.mutate({ kind })}
    >
      {title}
    </Button>
  );
  return (
    <Group gap="xs">
      {button('emails', words.exportEmails)}
      {button('suppressions', words.exportSuppressions)}
    </Group>
  );
}
