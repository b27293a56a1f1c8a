import { lazy, Suspense } from 'react';
import { keyMessages as keys } from '../../messages/keys';
import { Outline } from '../../ui/loaded';
import { TokenDialog } from './token-dialog';

const CreateKeyForm = lazy(() => import('./create-key-form'));

interface CreateKeyDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function CreateKeyDialog({ isOpen, onClose }: CreateKeyDialogProps) {
  return (
    <TokenDialog
      isOpen={isOpen}
      onClose={onClose}
      title={keys.create}
      form={(onMade) => (
        <Suspense fallback={<Outline />}>
          <CreateKeyForm onCreated={onMade} />
        </Suspense>
      )}
    />
  );
}
