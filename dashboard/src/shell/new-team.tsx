import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { messages } from '../messages';
import { Outline } from '../ui/loaded';
import { Dialog } from '../ui/dialog';

/** With all that forms are made of, which the shell around every room is spared. */
const NewTeamForm = lazy(() => import('./new-team-form'));

export function NewTeamButton() {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button onClick={dialog.open}>{messages.team.create}</Button>
      <NewTeamDialog isOpen={isOpen} onClose={dialog.close} />
    </>
  );
}

interface NewTeamDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function NewTeamDialog({ isOpen, onClose }: NewTeamDialogProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={messages.team.create}>
      <Suspense fallback={<Outline lines={2} />}>
        <NewTeamForm onDone={onClose} />
      </Suspense>
    </Dialog>
  );
}
