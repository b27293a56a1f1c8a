import { Button, Group, Paper, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { once } from '../../api/reading';
import { useMay } from '../../api/session';
import { emails as words } from '../../messages/emails';
import { say, sayProblem, undoable } from '../../ui/toast';
import { emails } from './changes';
import type { EmailRow } from './documents';
import { downloadRows } from './export';

interface BulkBarProps {
  /** Those that are chosen. */
  readonly rows: readonly EmailRow[];
  readonly all: readonly EmailRow[];
  readonly choose: (ids: readonly string[], isChosen: boolean) => void;
}

/** What can be done with the chosen mails, at the foot of the window while there are any. */
export function BulkBar({ rows, all, choose }: BulkBarProps) {
  const mayCancel = useMay('POST /emails/{id}/cancel');
  const cancel = useCancel();
  if (rows.length === 0) return null;
  const scheduled = rows.filter(({ last_event: state }) => state === 'scheduled');
  const ids = rows.map(({ id }) => id);
  return (
    <Paper withBorder shadow="md" radius="lg" p="sm" style={{ position: 'sticky', bottom: 12, zIndex: 5 }}>
      <Group gap="sm" role="region" aria-label={words.chosen(rows.length)}>
        <Text size="sm" fw={600} aria-live="polite">
          {words.chosen(rows.length)}
        </Text>
        {mayCancel && scheduled.length > 0 && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              cancel(scheduled);
              choose(ids, false);
            }}
          >
            {words.cancel(scheduled.length)}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => void downloadRows(rows)}>
          {words.exportChosen}
        </Button>
        {rows.length < all.length && (
          <Button
            size="xs"
            variant="subtle"
            onClick={() =>
              choose(
                all.map(({ id }) => id),
                true,
              )
            }
          >
            {words.chooseAll}
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={() => choose(ids, false)}>
          {words.chooseNone}
        </Button>
      </Group>
    </Paper>
  );
}

/** After some seconds in which it can be taken back. */
function useCancel(): (rows: readonly EmailRow[]) => void {
  const queryClient = useQueryClient();
  const refresh = (): void => void queryClient.invalidateQueries(once('GET /dashboard-api/emails'));
  return (rows) =>
    undoable({
      message: words.canceling(rows.length),
      hint: words.cancelingHint,
      commit: async (leaving) => {
        const ended = await Promise.allSettled(rows.map(({ id }) => emails.cancel(id, leaving)));
        const failed = ended.filter(({ status }) => status === 'rejected').length;
        if (failed > 0) sayProblem(new Error(words.notCanceled(failed)));
        if (failed < rows.length) say(words.canceled(rows.length - failed));
      },
      onDone: refresh,
      onUndone: refresh,
    });
}
