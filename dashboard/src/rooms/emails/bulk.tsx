import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { once } from '../../api/reading';
import { useMay } from '../../api/session';
import { BulkBar } from '../../kit/bulk-bar';
import { emails as words } from '../../messages/emails';
import { say, sayProblem, undoable } from '../../ui/toast';
import { emails } from './changes';
import type { EmailRow } from './documents';
import { downloadRows } from './rows-csv';

interface EmailBulkProps {
  /** Those that are selected. */
  readonly rows: readonly EmailRow[];
  readonly onClear: () => void;
}

/** What can be done with the selected emails. */
export default function EmailBulk({ rows, onClear }: EmailBulkProps) {
  const mayCancel = useMay('POST /emails/{id}/cancel');
  const cancel = useCancel();
  const scheduled = rows.filter(({ last_event: state }) => state === 'scheduled');
  return (
    <BulkBar count={rows.length} onClear={onClear}>
      {mayCancel && scheduled.length > 0 && (
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            cancel(scheduled);
            onClear();
          }}
        >
          {words.cancel(scheduled.length)}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => downloadRows(rows)}>
        {words.exportChosen}
      </Button>
    </BulkBar>
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
