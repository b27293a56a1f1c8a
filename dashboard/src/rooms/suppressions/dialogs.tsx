import { lazy, Suspense } from 'react';
import { suppressions as words } from '../../messages/suppressions';
import { Outline } from '../../ui/loaded';
import { Dialog } from '../../ui/dialog';

const AddForm = lazy(() => import('./add-form'));
const ImportForm = lazy(() => import('./import/import-form'));

interface DialogsProps {
  readonly open: 'add' | 'import' | undefined;
  /** Looked up just now, and so likely the one to add. */
  readonly address: string;
  readonly onClose: () => void;
}

export function Dialogs({ open, address, onClose }: DialogsProps) {
  return (
    <>
      <Dialog opened={open === 'add'} onClose={onClose} title={words.add}>
        <Suspense fallback={<Outline />}>
          <AddForm address={address} onDone={onClose} />
        </Suspense>
      </Dialog>
      {/* What it tells of each line is seen only here, so no stray click outside closes it. */}
      <Dialog
        opened={open === 'import'}
        onClose={onClose}
        title={words.importTitle}
        size="lg"
        closeOnClickOutside={false}
      >
        <Suspense fallback={<Outline />}>
          <ImportForm onClose={onClose} />
        </Suspense>
      </Dialog>
    </>
  );
}
