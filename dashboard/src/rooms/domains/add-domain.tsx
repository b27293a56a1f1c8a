import { lazy, Suspense } from 'react';
import { domains as words } from '../../messages/domains';
import { Outline } from '../../ui/loaded';
import { Dialog } from '../../ui/dialog';

const AddDomainForm = lazy(() => import('./add-domain-form'));

interface AddDomainDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function AddDomainDialog({ isOpen, onClose }: AddDomainDialogProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={words.create}>
      <Suspense fallback={<Outline />}>
        <AddDomainForm />
      </Suspense>
    </Dialog>
  );
}
