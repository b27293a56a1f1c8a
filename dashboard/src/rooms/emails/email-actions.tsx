import { IconClock, IconRepeat, IconShare, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { once } from '../../api/reading';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../api/session';
import { DetailActions } from '../../kit/detail-actions';
import { email as words } from '../../messages/email';
import { say, undoable } from '../../ui/toast';
import { emails } from './changes';
import type { Overview } from './documents';
import { overviewQuery } from './queries';

const ResendDialog = lazy(() => import('./resend-dialog'));
const ShareDialog = lazy(() => import('./share-dialog'));
const RescheduleDialog = lazy(() => import('./reschedule-dialog'));
const route = getRouteApi('/inside/emails/$id');
const { actions } = words;

/** What can be done with the email now: the likeliest first, the rest in a menu. */
export function EmailActions({ overview }: { readonly overview: Overview }) {
  const { id, last_event: state, erased } = overview;
  const mayChange = useMay('POST /emails/{id}/cancel');
  const { open } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCanceling, cancel] = useCancel(id);
  if (!mayChange) return null;
  const isScheduled = state === 'scheduled' && !isCanceling;
  const show = (dialog: 'share' | 'reschedule' | 'resend') => (): void =>
    void navigate({ search: (before) => ({ ...before, open: dialog }), resetScroll: false });
  const close = (): void =>
    void navigate({ search: ({ open: _open, ...before }) => before, replace: true, resetScroll: false });
  const resend = { label: actions.resend, Icon: IconRepeat, onClick: show('resend') };
  const reschedule = { label: actions.reschedule, Icon: IconClock, onClick: show('reschedule') };
  const rest = [
    ...(isScheduled && !erased ? [resend] : []),
    ...(erased ? [] : [{ label: actions.share, Icon: IconShare, onClick: show('share') }]),
    ...(isScheduled ? [{ label: actions.cancel, Icon: IconX, onClick: cancel, isDangerous: true }] : []),
  ];
  return (
    <>
      <DetailActions primary={isScheduled ? reschedule : erased ? undefined : resend} more={rest} />
      <Suspense>
        {open === 'resend' && !erased && <ResendDialog overview={overview} onClose={close} />}
        {open === 'share' && !erased && <ShareDialog id={id} onClose={close} />}
        {open === 'reschedule' && isScheduled && (
          <RescheduleDialog id={id} scheduledAt={overview.scheduled_at} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

function useCancel(id: string) {
  const queryClient = useQueryClient();
  const [isCanceling, setCanceling] = useState(false);
  const cancel = (): void => {
    setCanceling(true);
    undoable({
      message: actions.canceling,
      hint: actions.cancelingHint,
      commit: (leaving) => emails.cancel(id, leaving),
      onDone: () => {
        say(actions.canceled);
        void queryClient.invalidateQueries({ queryKey: overviewQuery(id).queryKey });
        void queryClient.invalidateQueries(once('GET /dashboard-api/emails'));
      },
      onUndone: () => setCanceling(false),
    });
  };
  return [isCanceling, cancel] as const;
}
