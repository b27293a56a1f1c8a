import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { DetailFacts, type Fact } from '../../kit/detail-facts';
import { DetailPage } from '../../kit/detail-page';
import { LastChange } from '../../kit/last-change';
import { type ActorOf, useActorOf } from '../../kit/use-actor-of';
import { importMessages as words } from '../../messages/imports';
import { Figure } from '../../ui/figure';
import { Outline } from '../../ui/loaded';
import { Moment } from '../../ui/time';
import { type Import, importQuery } from './documents';
import { ImportStatus, nameOf } from './import-status';

const ImportActions = lazy(() => import('./import-actions'));
const ImportCallout = lazy(() => import('./import-callout'));
const ImportProgress = lazy(() => import('./import-progress'));
const FailedRows = lazy(() => import('./failed-rows'));
const route = getRouteApi('/inside/imports/$id');

/** One file of contacts: how far it was applied, what became of its rows, and what can be done about it. */
export function ImportRoom() {
  const { id } = route.useParams();
  const actorOf = useActorOf();
  return (
    <DetailPage
      id={id}
      query={useQuery(importQuery(id))}
      list={{ to: '/imports', label: words.all, reads: 'GET /dashboard-api/contacts/imports' }}
      name={words.title}
      title={nameOf}
      status={(found) => <ImportStatus of={found} />}
      actions={(found) => (
        <Suspense>
          <ImportActions of={found} />
        </Suspense>
      )}
    >
      {(found) => (
        <>
          <Suspense>
            <ImportCallout of={found} />
          </Suspense>
          <LastChange of={id} />
          <Suspense fallback={<Outline />}>
            <ImportProgress of={found} />
          </Suspense>
          <Group gap="sm" align="stretch">
            {outcomes.map((outcome) => (
              <Figure key={outcome} label={words.counts[outcome]} value={words.number(found.counts[outcome])} />
            ))}
            {found.corrected > 0 && <Figure label={words.corrected} value={words.number(found.corrected)} />}
          </Group>
          <DetailFacts of={factsOf(found, actorOf)} />
          <Suspense>
            <FailedRows of={found} />
          </Suspense>
        </>
      )}
    </DetailPage>
  );
}

const outcomes = ['created', 'updated', 'skipped', 'failed'] as const;
const moment = (at: string) => <Moment at={at} precision="minute" />;

const factsOf = (found: Import, actorOf: ActorOf): readonly Fact[] => {
  const { counts, on_conflict: rule, actor, created_at: startedAt, completed_at: endedAt } = found;
  return [
    [words.rows, words.number(counts.total)],
    [words.rule, words.rules[rule]],
    [words.started, moment(startedAt)],
    [words.ended, endedAt === null ? null : moment(endedAt)],
    [words.by, actorOf(actor)],
  ];
};
