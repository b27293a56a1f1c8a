import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client';
import { under } from '../../api/reading';
import { ConfirmTyped } from '../../kit/confirm-typed';
import { templateMessages as words } from '../../messages/templates';
import { say } from '../../ui/toast';

interface DeleteDialogProps {
  readonly template: { readonly id: string; readonly name: string; readonly version: number | null };
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Nothing brings a template back, and programs that send with it begin to fail: its name is typed first. */
export default function DeleteDialog({ template: { id, name, version }, onClose, onDone }: DeleteDialogProps) {
  const queryClient = useQueryClient();
  return (
    <ConfirmTyped
      title={words.deleteTitle}
      onClose={onClose}
      consequence={version === null ? words.deleteDraft : words.deletePublished}
      name={name}
      submit={words.deleteTitle}
      send={() => call('DELETE /templates/{template}', { path: { template: id } })}
      onDone={() => {
        say(words.removal.done());
        onDone();
        queryClient.removeQueries({ ...under('GET /dashboard-api/templates'), type: 'inactive' });
        void queryClient.invalidateQueries(under('GET /dashboard-api/templates'));
      }}
    />
  );
}
