import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ApiProblem } from '../../../api/problem';
import { useMay } from '../../../api/session';
import { settingMessages } from '../../../messages/setting-rooms';
import { erasures as words } from '../../../messages/erasures';
import { Outline } from '../../../ui/loaded';
import { Page } from '../../../ui/page';
import { Panel } from '../../../ui/panel';
import { ProblemNotice } from '../../../ui/problem-notice';
import { erasuresQuery } from './queries';

/** Form and table come while the list is read. */
const EraseForm = lazy(() => import('./erase-form'));
const ErasureRows = lazy(() => import('./erasure-rows'));

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
  const { error } = useInfiniteQuery(erasuresQuery);
  if (error instanceof ApiProblem && error.kind === 'forbidden') return <ProblemNotice error={error} />;
  return (
    <>
      <Panel title={words.formTitle} intro={words.formIntro}>
        <Suspense fallback={<Outline />}>
          <EraseForm />
        </Suspense>
      </Panel>
      <Panel title={words.listTitle} intro={words.listIntro}>
        <Suspense fallback={<Outline />}>
          <ErasureRows />
        </Suspense>
      </Panel>
    </>
  );
}
