import { useMemo } from 'react';
import { ListTable } from '../../kit/list-table';
import { actionColumn } from '../../kit/row-actions';
import type { RowAction } from '../../kit/row-menu';
import { queueWords as words } from '../../messages/queue';
import type { Dialog } from './dialog';
import type { QueueLine } from './queries';
import { queueColumns, receiverOf } from './queue-columns';
import type { QueueActs } from './use-queue-acts';

interface QueueRowsProps {
  readonly lines: readonly QueueLine[];
  readonly may: { readonly move: boolean; readonly pause: boolean };
  readonly acts: QueueActs;
  readonly onAsk: (dialog: Dialog) => void;
}

type Line = QueueLine & { readonly id: string };

export function QueueRows({ lines, may, acts, onAsk }: QueueRowsProps) {
  // A domain has a row for each way that its mail took last; one mail is first in several of them.
  const rows = useMemo(
    () => lines.map((line, place): Line => ({ ...line, id: `${line.domain} ${line.first_email_id} ${place}` })),
    [lines],
  );
  const actions = actionsFor(may, acts, onAsk);
  const columns =
    actions.length === 0 ? queueColumns : [...queueColumns, actionColumn({ actions, nameOf: receiverOf })];
  return <ListTable label={words.list} name={words.list} columns={columns} rows={rows} idOf={({ id }) => id} isWhole />;
}

/** Without a name nothing can be said about a domain; its mails can be looked at one by one. */
function actionsFor(
  may: QueueRowsProps['may'],
  acts: QueueActs,
  onAsk: QueueRowsProps['onAsk'],
): readonly RowAction<QueueLine>[] {
  const withDomain =
    (act: (domain: string) => void) =>
    ({ domain }: QueueLine): void => {
      if (domain !== null) act(domain);
    };
  const action = (
    label: string,
    named: (domain: string) => string,
    act: (domain: string) => void,
    isFor: (line: QueueLine) => boolean = () => true,
  ): RowAction<QueueLine> => ({
    label,
    named: (line) => named(receiverOf(line)),
    onClick: withDomain(act),
    isFor: (line) => line.domain !== null && isFor(line),
  });
  const isPaused = ({ paused }: QueueLine): boolean => paused !== null;
  const drop = action(words.drop, words.dropNamed, (domain) => onAsk({ act: 'drop', domain }));
  return [
    ...(may.move ? [action(words.retry, words.retryNamed, acts.retry)] : []),
    ...(may.pause
      ? [
          action(
            words.pause,
            words.pauseNamed,
            (domain) => onAsk({ act: 'pause', domain }),
            (line) => !isPaused(line),
          ),
          action(words.resume, words.resumeNamed, (domain) => acts.resume({ domain }), isPaused),
        ]
      : []),
    ...(may.move ? [{ ...drop, isDangerous: true }] : []),
  ];
}
