import { Button, Group, Text } from '@mantine/core';
import { IconClock, IconRepeat, IconShare, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { once } from '../../api/reading';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../api/session';
import { email as words } from '../../messages/email';
import { say, undoable } from '../../ui/toast';
import { emails, newKey } from './changes';
import type { Overview } from './documents';
import { overviewQuery } from './queries';
import { hideToast, showToast } from '../../ui/toast-layer';

const ShareDialog = lazy(() => import('./share-dialog'));
const RescheduleDialog = lazy(() => import('./reschedule-dialog'));
const route = getRouteApi('/inside/emails/$id');
const { actions } = words;

/** What can be done with the mail as it stands. */
export function EmailActions({ overview }: { readonly overview: Overview }) {
  const { id, last_event: state, erased } = overview;
  const mayChange = useMay('POST /emails/{id}/cancel');
  const { open } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCanceling, cancel] = useCancel(id);
  const resend = useResend(id);
  if (!mayChange) return null;
  const isScheduled = state === 'scheduled' && !isCanceling;
  const show = (dialog: 'share' | 'reschedule'): void =>
    void navigate({ search: (before) => ({ ...before, open: dialog }), resetScroll: false });
  const close = (): void =>
    void navigate({ search: ({ open: _open, ...before }) => before, replace: true, resetScroll: false });
  return (
    <Group gap="xs">
      {isScheduled && (
        <>
          <Button
            variant="default"
            leftSection={<IconClock size={16} aria-hidden />}
            onClick={() => show('reschedule')}
          >
            {actions.reschedule}
          </Button>
          <Button variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={cancel}>
            {actions.cancel}
          </Button>
        </>
      )}
      {!erased && (
        <>
          <Button variant="default" leftSection={<IconRepeat size={16} aria-hidden />} onClick={resend}>
            {actions.resend}
          </Button>
          <Button variant="default" leftSection={<IconShare size={16} aria-hidden />} onClick={() => show('share')}>
            {actions.share}
          </Button>
        </>
      )}
      <Suspense>
        {open === 'share' && !erased && <ShareDialog id={id} onClose={close} />}
        {open === 'reschedule' && isScheduled && (
          <RescheduleDialog id={id} scheduledAt={overview.scheduled_at} onClose={close} />
        )}
      </Suspense>
    </Group>
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

/** The new mail is another page, which is offered and not forced on anybody. */
function useResend(id: string): () => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const resent = (newId: string): void => {
    void queryClient.invalidateQueries(once('GET /dashboard-api/emails'));
    const notice = showToast({
      color: 'green',
      autoClose: 12_000,
      message: (
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <Text size="sm">{actions.resent}</Text>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              hideToast(notice);
              void navigate({ to: '/emails/$id', params: { id: newId } });
            }}
          >
            {actions.open}
          </Button>
        </Group>
      ),
    });
  };
  return () => {
    const key = newKey();
    undoable({
      message: actions.resending,
      hint: actions.resendingHint,
      commit: async (leaving) => {
        const { id: newId } = await emails.resend(id, key, leaving);
        resent(newId);
      },
      onDone: () => undefined,
      onUndone: () => undefined,
    });
  };
}
