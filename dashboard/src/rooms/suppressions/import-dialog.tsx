import { lazy, Suspense } from 'react';
import { suppressions as words } from '../../messages/suppressions';
import { Dialog } from '../../ui/dialog';
import { Outline } from '../../ui/loaded';

const ImportForm = lazy(() => import('./import/import-form'));

interface ImportDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** What it tells of each line is seen only here, so no stray click outside closes it. */
export function ImportDialog({ isOpen, onClose }: ImportDialogProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={words.importTitle} size="lg" closeOnClickOutside={false}>
      <Suspense fallback={<Outline />}>
        <ImportForm onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}
