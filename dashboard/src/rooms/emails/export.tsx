import { Anchor, Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { emails as words } from '../../messages/emails';
import { addressOf, call } from '../../api/client';
import type { Body } from '../../api/operations';
import { sayProblem } from '../../ui/toast';
import type { EmailRow, Export } from './documents';
import type { Filters } from './parameters';
import { wordOf } from './states';
import { hideToast, showToast, updateToast } from '../../ui/toast-layer';

/** Between two looks at an export: it is often ready at once, and may take minutes. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 10_000] as const;

/** All that the filters find, made by the server. Its progress is a notice that stays when the page is changed. */
export function ExportAll({ filters }: { readonly filters: Filters }) {
  // The list on show was answered with these filters: the server knows their values.
  const body = { kind: 'emails', filters } as Body<'POST /dashboard-api/exports'>;
  const start = useMutation({
    mutationFn: () => call('POST /dashboard-api/exports', { body }),
    onSuccess: follow,
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

async function follow(begun: Export): Promise<void> {
  const id = showToast({ ...progressOf(begun), autoClose: false });
  let now = begun;
  try {
    for (let look = 0; now.state === 'running'; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, pausesMs[Math.min(look, pausesMs.length - 1)]));
      now = await call('GET /dashboard-api/exports/{id}', { path: { id: begun.id } });
      updateToast(id, { ...progressOf(now), autoClose: false });
    }
  } catch (error) {
    hideToast(id);
    // `call` rejects with errors only.
    sayProblem(error as Error);
  }
}

function progressOf({ id, state, rows }: Export) {
  if (state === 'running') {
    return { loading: true, title: words.exporting, message: words.exportingRows(rows ?? 0) };
  }
  if (state !== 'finished') return { loading: false, color: 'red', message: words.exportFailed };
  return {
    loading: false,
    color: 'green',
    title: words.exported(rows ?? 0),
    message: (
      <>
        <Anchor href={addressOf('GET /dashboard-api/exports/{id}/file', { path: { id } })} download size="sm">
          {words.download}
        </Anchor>
        <Text size="xs" c="dimmed">
          {words.exportKept}
        </Text>
      </>
    ),
  };
}

/** Those that are chosen are here already. */
export async function downloadRows(rows: readonly EmailRow[]): Promise<void> {
  const [{ csvOf }, { download }] = await Promise.all([import('../../ui/csv'), import('../../ui/download')]);
  const columns = ['id', 'created_at', 'status', 'from', 'to', 'cc', 'bcc', 'subject', 'scheduled_at', 'tags'] as const;
  const csv = csvOf(
    columns,
    rows.map((row) => ({
      id: row.id,
      created_at: row.created_at,
      status: wordOf(row.last_event),
      from: row.from,
      to: row.to.join(', '),
      cc: row.cc.join(', '),
      bcc: row.bcc.join(', '),
      subject: row.subject,
      scheduled_at: row.scheduled_at,
      tags: (row.tags ?? []).map(({ name, value }) => `${name}=${value}`).join(', '),
    })),
  );
  download('emails.csv', csv, 'text/csv');
}
