import { messages } from '../messages';
import ConfirmForm from './confirm-form';
import { Dialog } from '../ui/dialog';

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export default function ConfirmDialog({ isOpen, onDone, onClose }: ConfirmDialogProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={messages.confirm.title} zIndex={400}>
      <ConfirmForm onDone={onDone} />
    </Dialog>
  );
}
