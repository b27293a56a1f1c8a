import { Button, Group, Paper } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
import type { Body } from '../../api/operations';
import { type Listed, pages } from '../../api/reading';
import { useMay } from '../../api/session';
import { exportMessages as words } from '../../messages/exports';
import { Empty } from '../../ui/empty';
import { EndlessRows } from '../../ui/endless-rows';
import { Page, useRoomTitle } from '../../ui/page';
import { say, sayProblem, undoable } from '../../ui/toast';
import { type Export, exportColumns } from './export-rows';

type NewExport = Body<'POST /dashboard-api/exports'>;

const whileRunningMs = 10_000;

/** Asked again only while a file is being made. */
const exportsQuery = {
  ...pages('GET /dashboard-api/exports'),
  refetchInterval: ({ state }: Listed<Export>) =>
    state.data?.pages.some(({ data }) => data.some((row) => row.state === 'running')) === true ? whileRunningMs : false,
} as const;

export function ExportsRoom() {
  const title = useRoomTitle();
  const query = useInfiniteQuery(exportsQuery);
  const mayExport = useMay('POST /dashboard-api/exports');
  const [going, remove] = useDelete();
  const empty = (
    <Empty
      icon={<IconFileExport size={28} aria-hidden />}
      title={words.emptyTitle}
      text={mayExport ? words.empty : words.emptyReader}
    />
  );
  return (
    <Page intro={words.intro} isWide actions={mayExport ? <Begin /> : null}>
      <Paper withBorder radius="lg" px={{ base: 'md', sm: 'lg' }} py="xs">
        <EndlessRows
          query={query}
          label={title}
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
    mutationFn: (body: NewExport) => call('POST /dashboard-api/exports', { body }),
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

/** Deletes an export after some seconds in which that can be taken back; the row is gone from the first moment. */
function useDelete() {
  const [going, setGoing] = useState<ReadonlySet<string>>(new Set());
  const queryClient = useQueryClient();
  const remove = ({ id }: Export): void => {
    setGoing((before) => new Set([...before, id]));
    undoable({
      message: words.deleting,
      commit: (leaving) => call('DELETE /dashboard-api/exports/{id}', { path: { id }, keepalive: leaving }),
      onDone: () => {
        say(words.deleted);
        void queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey });
      },
      onUndone: () => setGoing((before) => new Set([...before].filter((each) => each !== id))),
    });
  };
  return [going, remove] as const;
}
