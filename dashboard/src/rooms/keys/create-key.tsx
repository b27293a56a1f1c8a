import { lazy, Suspense, useState } from 'react';
import { keyMessages as keys } from '../../messages/keys';
import { Outline } from '../../ui/loaded';
import { CreatedKey } from './created-key';
import { Dialog } from '../../ui/dialog';

const CreateKeyForm = lazy(() => import('./create-key-form'));

interface CreateKeyDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function CreateKeyDialog({ isOpen, onClose }: CreateKeyDialogProps) {
  const [token, setToken] = useState<string | null>(null);
  const close = (): void => {
    onClose();
    setToken(null);
  };
  // A token that was not kept is lost, so no stray click outside closes the dialog.
  return (
    <Dialog
      opened={isOpen}
      onClose={close}
      title={token === null ? keys.create : keys.createdTitle}
      closeOnClickOutside={token === null}
    >
      {token === null ? (
        <Suspense fallback={<Outline />}>
          <CreateKeyForm onCreated={setToken} />
        </Suspense>
      ) : (
        <CreatedKey token={token} onKept={close} />
      )}
    </Dialog>
  );
}
