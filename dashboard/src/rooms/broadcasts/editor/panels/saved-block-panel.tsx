import '@mantine/core/styles/Radio.css';
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { call } from '../../../../api/client';
import { read } from '../../../../api/reading';
import { savedBlockWords as words } from '../../../../messages/saved-blocks';
import { Dialog } from '../../../../ui/dialog';
import { ProblemNotice } from '../../../../ui/problem-notice';
import { say } from '../../../../ui/toast';
import { useSubmit } from '../../../../ui/use-submit';
import { partOf } from '../email/saved-block.js';
import { followInPlace, savedBlocksChanged, type Touched, touchedBlocks, unlinkSaved } from '../saved-blocks';
import type { SelectedBlock } from '../writing/selected';

/** Keeps the blocks that are selected for other emails. */
export default function SaveBlock({ editor }: { readonly editor: Editor }) {
  const [touched, setTouched] = useState<Touched>();
  if (touched === undefined && touchedBlocks(editor) === undefined) return null;
  return (
    <Group>
      <Button size="xs" variant="default" onClick={() => setTouched(touchedBlocks(editor))}>
        {words.save}
      </Button>
      {touched !== undefined && <SaveDialog editor={editor} touched={touched} onClose={() => setTouched(undefined)} />}
    </Group>
  );
}

type Kind = keyof typeof words.kinds;
const kinds = Object.keys(words.kinds) as readonly Kind[];

interface SaveDialogProps {
  readonly editor: Editor;
  /** It cannot change behind the dialog. */
  readonly touched: Touched;
  readonly onClose: () => void;
}

export function SaveDialog({ editor, touched, onClose }: SaveDialogProps) {
  const queryClient = useQueryClient();
  const form = useForm<{ name: string; kind: Kind }>({
    initialValues: { name: '', kind: 'synced' },
    validate: { name: (name) => (name.trim() === '' ? words.nameMissing : null) },
  });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ name, kind }) =>
      call('POST /dashboard-api/saved-blocks', {
        body: { name: name.trim(), synced: kind === 'synced', document: partOf(touched.blocks) },
      }),
    onDone: ({ id }, { name, kind }) => {
      if (kind === 'synced') followInPlace(editor, touched, { id, name: name.trim() });
      savedBlocksChanged(queryClient);
      say(words.saved);
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={words.saveTitle}>
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={words.name}
            placeholder={words.namePlaceholder}
            maxLength={60}
            {...form.getInputProps('name')}
          />
          <Radio.Group label={words.kind} {...form.getInputProps('kind')}>
            <Stack gap="xs" mt={6}>
              {kinds.map((kind) => (
                <Radio key={kind} value={kind} label={words.kinds[kind]} description={words.kindTexts[kind]} />
              ))}
            </Stack>
          </Radio.Group>
          {problem !== null && <ProblemNotice error={problem} />}
          <Button type="submit" loading={isPending}>
            {words.save}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}

interface SyncedSettingsProps {
  readonly editor: Editor;
  readonly block: SelectedBlock;
  readonly onEdit: (id: string) => void;
}

/** A block that is the same everywhere: changed for all, or a part of this email alone from now on. */
export function SyncedSettings({ editor, block, onEdit }: SyncedSettingsProps) {
  const id = String(block.attrs['blockId']);
  const { isError } = useQuery({ ...read('GET /dashboard-api/saved-blocks/{id}', { path: { id } }), retry: false });
  return (
    <Stack gap="xs">
      <Text fw={650}>{String(block.attrs['name'])}</Text>
      <Text size="sm" c="dimmed">
        {isError ? words.gone : `${words.syncedText} ${words.unlinkHint}`}
      </Text>
      <Group gap="xs">
        {!isError && (
          <Button size="xs" onClick={() => onEdit(id)}>
            {words.editBlock}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => unlinkSaved(editor, block.pos)}>
          {words.unlink}
        </Button>
      </Group>
    </Stack>
  );
}
