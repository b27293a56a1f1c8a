import { List, Text } from '@mantine/core';
import '@mantine/core/styles/List.css';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client';
import { under } from '../../api/reading';
import { ConfirmTyped } from '../../kit/confirm-typed';
import { importMessages } from '../../messages/imports';
import { say } from '../../ui/toast';
import type { Import } from './documents';

const { undoing: words, undo } = importMessages;

interface UndoDialogProps {
  readonly of: Import;
  readonly onClose: () => void;
}

/** Says what an undo does to the contacts of this import before it is asked for. */
export default function UndoDialog({ of: { id, counts }, onClose }: UndoDialogProps) {
  const queryClient = useQueryClient();
  return (
    <ConfirmTyped
      title={undo}
      onClose={onClose}
      consequence={words.consequence}
      name={words.typed}
      submit={undo}
      send={() => call('POST /contacts/imports/{id}/undo', { path: { id } })}
      onDone={async () => {
        say(words.started);
        onClose();
        await queryClient.invalidateQueries(under('GET /dashboard-api/contacts/imports'));
      }}
    >
      <List size="sm">
        <List.Item>{words.created(counts.created)}</List.Item>
        <List.Item>{words.updated(counts.updated)}</List.Item>
        <List.Item>{words.stays}</List.Item>
      </List>
      <Text size="sm">{words.final}</Text>
    </ConfirmTyped>
  );
}
