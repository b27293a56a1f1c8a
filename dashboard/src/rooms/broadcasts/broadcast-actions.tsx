import {
  IconBan,
  IconCopy,
  IconMailForward,
  IconPlayerPause,
  IconPlayerPlay,
  IconRepeat,
  IconSend,
  IconTrash,
  IconWorld,
  IconWorldOff,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/client';
import { under } from '../../api/reading';
import { useMay } from '../../api/session';
import { DetailActions } from '../../kit/detail-actions';
import type { MenuAction } from '../../kit/detail-menu';
import { broadcastAgainWords as againWords } from '../../messages/broadcast-again';
import { broadcastMessages as words } from '../../messages/broadcasts';
import { broadcastPageWords as pageWords } from '../../messages/broadcast-page';
import { broadcastPolicyWords as policyWords } from '../../messages/broadcast-policy';
import { testWords } from '../../messages/tests';
import { say, sayProblem } from '../../ui/toast';
import type { Broadcast } from './queries';
import { isAhead, isDraft, mayBeDeleted } from './standing';
import { useDuplicate } from './use-duplicate';

const AgainDialog = lazy(() => import('./again-dialog'));
const SendDialog = lazy(() => import('./send-dialog'));
const TestDialog = lazy(() => import('./test-dialog'));
const EndDialog = lazy(() => import('./end-dialog'));

/** `review-test`: a test that goes back to the review. */
type DialogName = 'send' | 'again' | 'test' | 'review-test' | 'cancel' | 'delete';

/** What can be done with a broadcast where it stands. */
export function BroadcastActions({ broadcast }: { readonly broadcast: Broadcast }) {
  const [opened, setOpened] = useState<DialogName | null>(null);
  const navigate = useNavigate();
  const primary = usePrimary(broadcast, () => setOpened('send'));
  const more = useMore(broadcast, setOpened);
  const mayTest = useMay('POST /dashboard-api/broadcasts/{id}/test');
  const close = (): void => setOpened(null);
  return (
    <>
      <DetailActions primary={primary} more={more} />
      <Suspense>
        {opened === 'send' && (
          <SendDialog
            broadcast={broadcast}
            onClose={close}
            onTest={mayTest ? () => setOpened('review-test') : undefined}
          />
        )}
        {opened === 'again' && <AgainDialog id={broadcast.id} onClose={close} />}
        {opened === 'test' && <TestDialog broadcast={broadcast} onClose={close} />}
        {opened === 'review-test' && (
          <TestDialog
            broadcast={broadcast}
            onClose={() => setOpened('send')}
            onSent={(emails) => {
              say(testWords.tested(emails.length));
              setOpened('send');
            }}
          />
        )}
        {(opened === 'cancel' || opened === 'delete') && (
          <EndDialog
            act={opened}
            broadcasts={[broadcast]}
            onClose={close}
            onDone={() => {
              close();
              if (opened === 'delete') void navigate({ to: '/broadcasts', search: {} });
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function usePrimary(broadcast: Broadcast, onSend: () => void): (MenuAction & { isPending: boolean }) | undefined {
  const { id, paused } = broadcast;
  const queryClient = useQueryClient();
  const maySend = useMay('POST /dashboard-api/broadcasts/{id}/send');
  const mayHold = useMay('POST /dashboard-api/broadcasts/{id}/pause');
  const hold = useMutation({
    mutationFn: () =>
      paused
        ? call('POST /dashboard-api/broadcasts/{id}/resume', { path: { id } })
        : call('POST /dashboard-api/broadcasts/{id}/pause', { path: { id } }),
    onSuccess: () => {
      say(paused ? pageWords.resumed : pageWords.pausedSaid);
      return queryClient.invalidateQueries(under('GET /dashboard-api/broadcasts'));
    },
    onError: sayProblem,
  });
  if (isDraft(broadcast) && maySend) {
    return { label: pageWords.send, Icon: IconSend, onClick: onSend, isPending: false };
  }
  if (!isAhead(broadcast) || !mayHold) return undefined;
  return {
    label: paused ? pageWords.resume : pageWords.pause,
    Icon: paused ? IconPlayerPlay : IconPlayerPause,
    onClick: () => hold.mutate(),
    isPending: hold.isPending,
  };
}

/** Whether anyone who has its address may read it on a web page. */
function usePublishing({ id, public: isPublic, status }: Broadcast): () => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => call('PATCH /broadcasts/{id}', { path: { id }, body: { public: !isPublic } }),
    onSuccess: () => {
      const published = status === 'sent' ? policyWords.published : policyWords.publishedLater;
      say(isPublic ? policyWords.unpublished : published);
      return queryClient.invalidateQueries(under('GET /dashboard-api/broadcasts'));
    },
    onError: sayProblem,
  });
  return mutate;
}

function useMore(broadcast: Broadcast, onOpen: (name: DialogName) => void): readonly MenuAction[] {
  const duplicate = useDuplicate();
  const publish = usePublishing(broadcast);
  const mayPublish = useMay('PATCH /broadcasts/{id}');
  const mayCreate = useMay('POST /broadcasts');
  const maySendAgain = useMay('POST /dashboard-api/broadcasts/{id}/again') && broadcast.status === 'sent';
  // A scheduled one loses nothing: its button stands where one reads that it is scheduled.
  const mayCancel = useMay('POST /broadcasts/{id}/cancel') && broadcast.status === 'queued';
  const mayDelete = useMay('DELETE /broadcasts/{id}') && mayBeDeleted(broadcast);
  const mayTest = useMay('POST /dashboard-api/broadcasts/{id}/test') && isDraft(broadcast);
  return [
    ...(mayTest ? [{ label: pageWords.test, Icon: IconMailForward, onClick: () => onOpen('test') }] : []),
    ...(maySendAgain ? [{ label: againWords.label, Icon: IconRepeat, onClick: () => onOpen('again') }] : []),
    ...(mayCreate ? [{ label: words.duplicate, Icon: IconCopy, onClick: () => duplicate(broadcast) }] : []),
    ...(mayPublish
      ? [
          {
            label: broadcast.public ? policyWords.makePrivate : policyWords.makePublic,
            Icon: broadcast.public ? IconWorldOff : IconWorld,
            onClick: publish,
          },
        ]
      : []),
    ...(mayCancel
      ? [{ label: words.cancel.label, Icon: IconBan, onClick: () => onOpen('cancel'), isDangerous: true }]
      : []),
    ...(mayDelete
      ? [{ label: words.delete.label, Icon: IconTrash, onClick: () => onOpen('delete'), isDangerous: true }]
      : []),
  ];
}
