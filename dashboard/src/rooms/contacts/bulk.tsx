import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client';
import { under } from '../../api/reading';
import { useMay } from '../../api/session';
import { BulkBar } from '../../kit/bulk-bar';
import { choicesAmong } from '../../kit/choices';
import { beginGoing, endGoing } from '../../kit/going';
import { contactMessages } from '../../messages/contacts';
import { say, sayProblem, undoable } from '../../ui/toast';
import type { ContactRow } from './documents';
import { segmentsQuery } from './queries';

const { bulk: words } = contactMessages;

interface ContactBulkProps {
  /** Those that are selected. */
  readonly rows: readonly ContactRow[];
  readonly onClear: () => void;
}

/** What can be done with the selected contacts, each after some seconds in which it can be taken back. */
export default function ContactBulk({ rows, onClear }: ContactBulkProps) {
  const mayChange = useMay('PATCH /contacts/{contact}');
  const begin = useBulk();
  const { data } = useQuery(segmentsQuery);
  const segments = choicesAmong((data?.data ?? []).filter(({ filtered }) => !filtered));
  if (!mayChange) return null;
  const act = (each: Parameters<typeof begin>[1]): void => {
    begin(rows, each);
    onClear();
  };
  const segmentPick = (label: string, onPick: (segmentId: string) => void) =>
    segments.length > 0 && (
      <NativeSelect
        size="xs"
        aria-label={label}
        value=""
        data={[{ value: '', label }, ...segments]}
        onChange={({ currentTarget: { value } }) => onPick(value)}
      />
    );
  return (
    <BulkBar count={rows.length} onClear={onClear}>
      {segmentPick(words.addTo, (segmentId) =>
        act({
          doing: words.adding,
          done: words.added,
          send: ({ id }, keepalive) =>
            call('POST /contacts/{contact}/segments/{segment_id}', {
              path: { contact: id, segment_id: segmentId },
              keepalive,
            }),
        }),
      )}
      {segmentPick(words.removeFrom, (segmentId) =>
        act({
          doing: words.removing,
          done: words.removed,
          send: ({ id }, keepalive) =>
            call('DELETE /contacts/{contact}/segments/{segment_id}', {
              path: { contact: id, segment_id: segmentId },
              keepalive,
            }),
        }),
      )}
      <Button
        size="xs"
        variant="default"
        onClick={() =>
          act({
            doing: words.unsubscribing,
            hint: words.unsubscribingHint,
            done: words.unsubscribedDone,
            send: ({ id }, keepalive) =>
              call('PATCH /contacts/{contact}', { path: { contact: id }, body: { unsubscribed: true }, keepalive }),
          })
        }
      >
        {words.unsubscribe}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        onClick={() =>
          act({
            doing: words.deleting,
            hint: contactMessages.removal.hint,
            done: words.deleted,
            isRemoval: true,
            send: ({ id }, keepalive) => call('DELETE /contacts/{contact}', { path: { contact: id }, keepalive }),
          })
        }
      >
        {words.delete}
      </Button>
    </BulkBar>
  );
}

interface BulkAct {
  readonly doing: (count: number) => string;
  readonly hint?: string;
  readonly done: (count: number) => string;
  readonly send: (row: ContactRow, keepalive: boolean) => Promise<unknown>;
  /** The rows are left out of the list from the first moment. */
  readonly isRemoval?: true;
}

/** So many requests are under way at a time; all at once where the page is being left. */
const atATime = 5;

function useBulk() {
  const queryClient = useQueryClient();
  return (rows: readonly ContactRow[], { doing, hint, done, send, isRemoval }: BulkAct): void => {
    const show = (): void => {
      if (isRemoval) for (const { id } of rows) endGoing(id);
    };
    if (isRemoval) for (const { id } of rows) beginGoing(id);
    undoable({
      message: doing(rows.length),
      ...(hint === undefined ? {} : { hint }),
      async commit(leaving) {
        const failed = await failures(rows, (row) => send(row, leaving), leaving ? rows.length : atATime);
        if (failed > 0) sayProblem(new Error(words.failed(failed)));
        if (failed < rows.length) say(done(rows.length - failed));
      },
      onDone: () => void queryClient.invalidateQueries(under('GET /dashboard-api/contacts')).then(show),
      onUndone: show,
    });
  };
}

/** How many of `rows` could not be changed. */
async function failures(
  rows: readonly ContactRow[],
  send: (row: ContactRow) => Promise<unknown>,
  most: number,
): Promise<number> {
  let failed = 0;
  for (let from = 0; from < rows.length; from += most) {
    const ended = await Promise.allSettled(rows.slice(from, from + most).map(send));
    failed += ended.filter(({ status }) => status === 'rejected').length;
  }
  return failed;
}
