import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client';
import type { Body } from '../../api/operations';
import { exportMessages as words } from '../../messages/exports';
import { say, sayProblem } from '../../ui/toast';
import { exportsQuery } from './queries';

type NewExport = Body<'POST /dashboard-api/exports'>;

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
    <>
      {button('emails', words.exportEmails)}
      {button('suppressions', words.exportSuppressions)}
      {button('contacts', words.exportContacts)}
    </>
  );
}
