import { IconEraser } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import {} from '@tanstack/react-router';
import { ApiProblem } from '../../../api/problem';
import { useMay } from '../../../api/session';
import { settingMessages } from '../../../messages/setting-rooms';
import { erasures as words } from '../../../messages/erasures';
import { Empty } from '../../../ui/empty';
import { EndlessRows } from '../../../ui/endless-rows';
import { AppLink } from '../../../ui/link';
import { Page } from '../../../ui/page';
import { Panel } from '../../../ui/panel';
import { ProblemNotice } from '../../../ui/problem-notice';
import type { Column } from '../../../ui/rows';
import { When } from '../../../ui/time';
import { ErasureStatus } from './erasure-status';
import { EraseForm } from './erase-form';
import { erasuresQuery, type ErasureRow } from './queries';
import { useNameOf } from './use-name-of';

export function ErasuresRoom() {
  const mayErase = useMay('POST /dashboard-api/erasures');
  return (
    <Page intro={words.intro}>
      {mayErase ? <Erasures /> : <ProblemNotice error={new Error(settingMessages.policy.onlyAdmins)} />}
    </Page>
  );
}

/** The server says who may, beyond the role: it is about every team. */
function Erasures() {
  const query = useInfiniteQuery(erasuresQuery);
  const { error } = query;
  const nameOf = useNameOf();
  if (error instanceof ApiProblem && error.kind === 'forbidden') return <ProblemNotice error={error} />;
  const columns: readonly Column<ErasureRow>[] = [
    { title: words.when, cell: ({ requested_at: at }) => <When at={at} /> },
    { title: words.by, cell: ({ requested_by: by }) => nameOf(by) },
    { title: words.state, cell: ({ state }) => <ErasureStatus state={state} /> },
    {
      title: words.look,
      isActions: true,
      cell: (row) => <Look row={row} />,
    },
  ];
  return (
    <>
      <Panel title={words.formTitle} intro={words.formIntro}>
        <EraseForm />
      </Panel>
      <Panel title={words.listTitle} intro={words.listIntro}>
        <EndlessRows
          query={query}
          label={words.listTitle}
          columns={columns}
          idOf={({ id }) => id}
          empty={<Empty icon={<IconEraser size={28} aria-hidden />} title={words.emptyTitle} text={words.empty} />}
        />
      </Panel>
    </>
  );
}

function Look({ row: { id, state, requested_at: at } }: { readonly row: ErasureRow }) {
  const word = state === 'completed' ? words.certificate : words.look;
  return (
    <AppLink to="/settings/erasures/$id" params={{ id }} size="sm" aria-label={words.lookAt(word, at)}>
      {word}
    </AppLink>
  );
}
