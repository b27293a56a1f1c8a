import { IconAddressBook, IconArrowBackUp, IconPlayerStop, IconTrash, IconUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/client';
import { under } from '../../api/reading';
import { useMay } from '../../api/session';
import { DetailActions } from '../../kit/detail-actions';
import { useRemoval } from '../../kit/use-removal';
import { importEndWords } from '../../messages/import-ends';
import { importMessages as words } from '../../messages/imports';
import { say, sayProblem } from '../../ui/toast';
import { type Import, isRunning, stateOf } from './documents';
import { nameOf } from './import-status';

const UndoDialog = lazy(() => import('./undo-dialog'));
const list = 'GET /dashboard-api/contacts/imports';

/** Cancels an import that runs; undoes one that is over, or deletes it with its file. */
export default function ImportActions({ of: found }: { readonly of: Import }) {
  const { id } = found;
  const may = {
    start: useMay('POST /contacts/imports'),
    cancel: useMay('POST /contacts/imports/{id}/cancel'),
    undo: useMay('POST /contacts/imports/{id}/undo'),
    delete: useMay('DELETE /contacts/imports/{id}'),
  };
  const [isUndoing, setUndoing] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const removal = useRemoval();
  const cancel = useMutation({
    mutationFn: () => call('POST /contacts/imports/{id}/cancel', { path: { id } }),
    onSuccess: () => say(importEndWords.canceled.done),
    onError: sayProblem,
    onSettled: () => queryClient.invalidateQueries(under(list)),
  });
  const remove = (): void => {
    removal(
      { id, name: nameOf(found) },
      {
        words: words.removal,
        send: (importId, keepalive) => call('DELETE /contacts/imports/{id}', { path: { id: importId }, keepalive }),
        list,
      },
    );
    void navigate({ to: '/imports' });
  };
  const isOver = !isRunning(found);
  const mayUndo = may.undo && isOver && found.undo === null && found.has_file;
  const again = {
    label: words.again,
    Icon: IconUpload,
    onClick: () => void navigate({ to: '/imports', search: { create: true } }),
  };
  const stop = {
    label: words.cancel,
    Icon: IconPlayerStop,
    onClick: () => cancel.mutate(),
    isPending: cancel.isPending,
  };
  const mayStop = may.cancel && stateOf(found) !== 'undoing';
  const people = {
    label: words.contacts,
    Icon: IconAddressBook,
    onClick: () => void navigate({ to: '/contacts', search: { joined: `import:${id}` } }),
  };
  const isDone = stateOf(found) === 'completed';
  const primary = isDone ? people : isOver ? may.start && again : mayStop && stop;
  return (
    <>
      <DetailActions
        primary={primary || undefined}
        more={[
          ...(isDone ? (may.start ? [again] : []) : [people]),
          ...(mayUndo
            ? [{ label: words.undo, Icon: IconArrowBackUp, onClick: () => setUndoing(true), isDangerous: true }]
            : []),
          ...(may.delete && isOver
            ? [{ label: words.removal.label, Icon: IconTrash, onClick: remove, isDangerous: true }]
            : []),
        ]}
      />
      {isUndoing && (
        <Suspense>
          <UndoDialog of={found} onClose={() => setUndoing(false)} />
        </Suspense>
      )}
    </>
  );
}
