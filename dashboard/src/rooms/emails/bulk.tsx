import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client';
import { once, under } from '../../api/reading';
import { useMay } from '../../api/session';
import { BulkBar } from '../../kit/bulk-bar';
import { emails as words } from '../../messages/emails';
import { say, sayProblem, undoable } from '../../ui/toast';
import { emails, newKey } from './changes';
import type { EmailRow } from './documents';
import { csvOf } from '../../ui/csv';
import { download } from '../../ui/download';
import { wordOf } from './states';

interface EmailBulkProps {
  /** Those that are selected. */
  readonly rows: readonly EmailRow[];
  readonly onClear: () => void;
}

/** The most addresses of one request. */
const mostAddresses = 100;

/** What can be done with the selected emails. */
export default function EmailBulk({ rows, onClear }: EmailBulkProps) {
  const mayCancel = useMay('POST /emails/{id}/cancel');
  const mayResend = useMay('POST /dashboard-api/emails/{id}/resend');
  const maySuppress = useMay('POST /suppressions/batch/add');
  const { cancel, resend, suppress } = useActs();
  const scheduled = rows.filter(({ last_event: state }) => state === 'scheduled');
  const addresses = addressesOf(rows);
  const button = (label: string, act: () => void) => (
    <Button
      size="xs"
      variant="default"
      onClick={() => {
        act();
        onClear();
      }}
    >
      {label}
    </Button>
  );
  return (
    <BulkBar count={rows.length} onClear={onClear}>
      {mayCancel && scheduled.length > 0 && button(words.cancel(scheduled.length), () => cancel(scheduled))}
      {mayResend && scheduled.length === 0 && button(words.resend, () => resend(rows))}
      {maySuppress &&
        addresses.length > 0 &&
        addresses.length <= mostAddresses &&
        button(words.suppress(addresses.length), () => suppress(addresses))}
      <Button size="xs" variant="default" onClick={() => downloadRows(rows)}>
        {words.exportChosen}
      </Button>
    </BulkBar>
  );
}

/** All recipients, each once; those that are erased have none. */
function addressesOf(rows: readonly EmailRow[]): readonly string[] {
  const all = rows.flatMap(({ to, cc, bcc }) => [...to, ...cc, ...bcc]);
  return [...new Set(all.filter((address) => address.includes('@')))];
}

/** Each after some seconds in which it can be taken back. */
function useActs() {
  const queryClient = useQueryClient();
  const refresh = (): void => void queryClient.invalidateQueries(once('GET /dashboard-api/emails'));
  /** One request for each email; how many failed is said. */
  const each = async (
    rows: readonly EmailRow[],
    act: (row: EmailRow) => Promise<unknown>,
    done: (count: number) => string,
    failed: (count: number) => string,
  ): Promise<void> => {
    const ended = await Promise.allSettled(rows.map(act));
    const failures = ended.filter(({ status }) => status === 'rejected').length;
    if (failures > 0) sayProblem(new Error(failed(failures)));
    if (failures < rows.length) say(done(rows.length - failures));
  };
  return {
    cancel: (rows: readonly EmailRow[]): void =>
      undoable({
        message: words.canceling(rows.length),
        hint: words.cancelingHint,
        commit: (leaving) => each(rows, ({ id }) => emails.cancel(id, leaving), words.canceled, words.notCanceled),
        onDone: refresh,
        onUndone: refresh,
      }),
    resend: (rows: readonly EmailRow[]): void => {
      // A repeat of a request must not be another email.
      const keys = new Map(rows.map(({ id }) => [id, newKey()]));
      undoable({
        message: words.resending(rows.length),
        commit: (leaving) =>
          each(rows, ({ id }) => emails.resend(id, keys.get(id) ?? id, leaving), words.resent, words.notResent),
        onDone: refresh,
        onUndone: refresh,
      });
    },
    suppress: (addresses: readonly string[]): void =>
      undoable({
        message: words.suppressing(addresses.length),
        hint: words.suppressingHint,
        commit: () => call('POST /suppressions/batch/add', { body: { emails: addresses, scope: 'all' } }),
        onDone: () => {
          say(words.suppressed(addresses.length));
          void queryClient.invalidateQueries(under('GET /dashboard-api/suppressions'));
        },
        onUndone: refresh,
      }),
  };
}

/** Emails that are here already, as a file. */
function downloadRows(rows: readonly EmailRow[]): void {
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
