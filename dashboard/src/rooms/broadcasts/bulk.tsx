import { Button, Text } from '@mantine/core';
import { BulkBar } from '../../kit/bulk-bar';
import { broadcastMessages as words } from '../../messages/broadcasts';
import type { Ending } from './end-dialog';
import { mayBeCanceled, mayBeDeleted } from './standing';
import type { BroadcastRow } from './queries';

interface BroadcastBulkProps {
  readonly rows: readonly BroadcastRow[];
  readonly onClear: () => void;
  readonly onEnd: (ending: Ending) => void;
}

/** What can be done with the selected broadcasts: each is offered for those that it can be done with. */
export default function BroadcastBulk({ rows, onClear, onEnd }: BroadcastBulkProps) {
  const canceled = rows.filter(mayBeCanceled);
  const deleted = rows.filter(mayBeDeleted);
  return (
    <BulkBar count={rows.length} onClear={onClear}>
      {canceled.length > 0 && (
        <Button size="xs" variant="default" onClick={() => onEnd({ act: 'cancel', broadcasts: canceled })}>
          {words.cancel.title(canceled.length)}
        </Button>
      )}
      {deleted.length > 0 && (
        <Button size="xs" variant="subtle" color="red" onClick={() => onEnd({ act: 'delete', broadcasts: deleted })}>
          {words.delete.title(deleted.length)}
        </Button>
      )}
      {canceled.length + deleted.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.nothingToDo}
        </Text>
      )}
    </BulkBar>
  );
}
