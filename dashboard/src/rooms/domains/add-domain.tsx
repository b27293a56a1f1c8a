import { Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { domains as words } from '../../messages/domains';
import { Outline } from '../../ui/loaded';

const AddDomainForm = lazy(() => import('./add-domain-form'));

interface AddDomainDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function AddDomainDialog({ isOpen, onClose }: AddDomainDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={words.add}>
      <Suspense fallback={<Outline />}>
        <AddDomainForm />
      </Suspense>
    </Modal>
  );
}
