import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/client';
import { under } from '../../api/reading';
import { useMay } from '../../api/session';
import { Because, Callout } from '../../kit/callout';
import { broadcastPageWords as words } from '../../messages/broadcast-page';
import { momentOf } from '../../ui/clock';
import { Moment } from '../../ui/time';
import { say, sayProblem } from '../../ui/toast';
import type { Broadcast } from './queries';
import { isAhead } from './standing';

const RescheduleDialog = lazy(() => import('./reschedule-dialog'));

/** What one has to know first of a broadcast that is on its way, or was stopped; nothing of others. */
export function BroadcastCallout({ broadcast }: { readonly broadcast: Broadcast }) {
  const { id, status, paused_because: because, scheduled_at: at, local_time: local } = broadcast;
  if (because !== null) {
    return (
      <Callout
        tone="warn"
        title={words.paused[because]}
        actions={status === 'scheduled' ? <BackToDraft id={id} /> : undefined}
      >
        <Because>{words.pausedHints[because]}</Because>
      </Callout>
    );
  }
  if (local !== null && isAhead(broadcast)) return <Locally broadcast={broadcast} of={local} />;
  if (status === 'scheduled' && at !== null) {
    return (
      <Callout
        tone="calm"
        actions={<ScheduleActions broadcast={broadcast} />}
        title={
          <>
            {words.scheduledFor} <Moment at={at} precision="minute" />
          </>
        }
      >
        <Because>{words.scheduledHint}</Because>
      </Callout>
    );
  }
  if (status === 'canceled') {
    return (
      <Callout tone="bad" title={words.canceled}>
        <Because>{words.canceledHint}</Because>
      </Callout>
    );
  }
  return null;
}

interface LocallyProps {
  readonly broadcast: Broadcast;
  readonly of: NonNullable<Broadcast['local_time']>;
}

/** Until when it goes on, and how many wait for their time; nothing once all had theirs. */
function Locally({ broadcast, of: { at, begins_at: begins, turns } }: LocallyProps) {
  const clock = at.replace('T', ' ');
  if (broadcast.status === 'scheduled') {
    return (
      <Callout tone="calm" title={words.scheduledLocally(clock)} actions={<ScheduleActions broadcast={broadcast} />}>
        <Because>
          {words.scheduledLocallyHint} <Moment at={begins} precision="minute" />
        </Because>
      </Callout>
    );
  }
  const ahead = turns.filter(({ begins_at: turn }) => momentOf(turn).getTime() > Date.now());
  const [next, last] = [ahead[0], ahead.at(-1)];
  if (next === undefined || last === undefined) return null;
  return (
    <Callout tone="calm" title={words.sendingLocally(clock)}>
      <Because>
        {words.sendingLocallyHint(ahead.reduce((sum, { recipients }) => sum + recipients, 0))}{' '}
        <Moment at={next.begins_at} precision="minute" />, <Moment at={last.begins_at} precision="minute" />
      </Because>
    </Callout>
  );
}

/** One that is paused keeps waiting whatever its time is: it has none of these. */
function ScheduleActions({ broadcast }: { readonly broadcast: Broadcast }) {
  const may = useMay('POST /dashboard-api/broadcasts/{id}/send');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {may && (
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {words.reschedule}
        </Button>
      )}
      <BackToDraft id={broadcast.id} />
      {isOpen && (
        <Suspense>
          <RescheduleDialog broadcast={broadcast} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Ends a schedule at once: nothing is lost by it. Absent for who may not. */
function BackToDraft({ id }: { readonly id: string }) {
  const queryClient = useQueryClient();
  const may = useMay('POST /broadcasts/{id}/cancel');
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /broadcasts/{id}/cancel', { path: { id } }),
    onSuccess: () => {
      say(words.backToDraftSaid);
      return queryClient.invalidateQueries(under('GET /dashboard-api/broadcasts'));
    },
    onError: sayProblem,
  });
  if (!may) return null;
  return (
    <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
      {words.backToDraft}
    </Button>
  );
}
