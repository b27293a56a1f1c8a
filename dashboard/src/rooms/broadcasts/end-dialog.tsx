import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client';
import { under } from '../../api/reading';
import { ConfirmTyped } from '../../kit/confirm-typed';
import { broadcastMessages as words } from '../../messages/broadcasts';
import { say } from '../../ui/toast';
import { type BroadcastRow, resultsQuery } from './queries';

export interface Ending {
  readonly act: 'cancel' | 'delete';
  readonly broadcasts: readonly Pick<BroadcastRow, 'id' | 'name' | 'status' | 'paused' | 'sent_at'>[];
}

interface EndDialogProps extends Ending {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Cancels or deletes broadcasts, which no undo brings back: the name of one, or how many they are, is typed first. */
export default function EndDialog({ act, broadcasts, onClose, onDone }: EndDialogProps) {
  const queryClient = useQueryClient();
  const [one] = broadcasts;
  const count = broadcasts.length;
  const said = words[act];
  const soFar = useSoFar(act === 'cancel' && count === 1 ? one : undefined);
  return (
    <ConfirmTyped
      title={said.title(count)}
      onClose={onClose}
      consequence={
        soFar === undefined ? consequenceOf({ act, broadcasts }) : `${soFar} ${consequenceOf({ act, broadcasts })}`
      }
      name={count === 1 && one !== undefined ? one.name : words.counted(count)}
      submit={said.title(count)}
      send={async () => {
        // One after the other: the first that is refused says why, and those before it are done.
        for (const { id } of broadcasts) await send(act, id);
      }}
      onDone={() => {
        say(said.done(count));
        onDone();
        if (act === 'delete') {
          queryClient.removeQueries({ ...under('GET /dashboard-api/broadcasts'), type: 'inactive' });
        }
        void queryClient.invalidateQueries(under('GET /dashboard-api/broadcasts'));
      }}
    />
  );
}

function consequenceOf({ act, broadcasts }: Ending): string {
  if (act === 'delete') return words.delete.consequence;
  const { scheduled, sending, several } = words.cancel.consequences;
  const [one] = broadcasts;
  if (broadcasts.length > 1) return several;
  return one?.status === 'scheduled' ? scheduled : sending;
}

/** How many emails of the one that is being sent are out; undefined of any other, and until it is known. */
function useSoFar(one: Ending['broadcasts'][number] | undefined): string | undefined {
  const isSending = one?.status === 'queued';
  const { data } = useQuery({
    ...resultsQuery(one ?? { id: '', status: 'draft', paused: false, sent_at: null }),
    enabled: isSending,
  });
  return data === undefined || !isSending ? undefined : words.cancel.soFar(data.sent, data.planned);
}

const send = (act: Ending['act'], id: string): Promise<unknown> =>
  act === 'cancel'
    ? call('POST /broadcasts/{id}/cancel', { path: { id } })
    : call('DELETE /broadcasts/{id}', { path: { id } });
