import { lazy, Suspense } from 'react';
import { importMessages as words } from '../../messages/imports';
import { Dialog } from '../../ui/dialog';
import { Outline } from '../../ui/loaded';

const ImportWizard = lazy(() => import('./wizard/import-wizard'));

interface ImportDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** What was chosen in it is nowhere else, so no stray click outside closes it. */
export function ImportDialog({ isOpen, onClose }: ImportDialogProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={words.create} size="xl" closeOnClickOutside={false}>
      <Suspense fallback={<Outline lines={6} />}>
        <ImportWizard />
      </Suspense>
    </Dialog>
  );
}
