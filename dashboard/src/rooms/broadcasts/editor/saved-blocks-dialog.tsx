import { Button, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { call } from '../../../api/client';
import { read } from '../../../api/reading';
import { messages } from '../../../messages';
import { savedBlockWords as words } from '../../../messages/saved-blocks';
import { Dialog } from '../../../ui/dialog';
import { Loaded } from '../../../ui/loaded';
import { ProblemNotice } from '../../../ui/problem-notice';
import { say } from '../../../ui/toast';
import { showToast } from '../../../ui/toast-layer';
import type { BroadcastEditorProps } from './editor-props';
import { documentOf, sentBlocks } from './email/document.js';
import { blocksIn, partOf } from './email/saved-block.js';
import type { EmailStyles } from './email/styles.js';
import {
  type BlockUse,
  isWritten,
  type SavedBlockRow,
  savedBlocksChanged,
  savedBlocksQuery,
  writeEverywhere,
} from './saved-blocks';

interface SavedBlocksProps {
  /** The one that is edited; undefined: all are listed. */
  readonly edited: string | undefined;
  readonly onEdit: (id: string | undefined) => void;
  readonly onInsert: (id: string) => void;
  /** It has other blocks now. */
  readonly onChanged: (id: string) => void;
  readonly onClose: () => void;
  /** How the email looks that they are seen in. */
  readonly styles: EmailStyles;
  readonly editorProps: Pick<BroadcastEditorProps, 'tags' | 'upload' | 'broadcastId'>;
  /** What blocks are edited with. */
  readonly Editor: ComponentType<BroadcastEditorProps>;
}

/** The blocks that a team saved: each is put in, changed or deleted. */
export default function SavedBlocksDialog(props: SavedBlocksProps) {
  const { edited, onEdit, onClose } = props;
  const [removed, setRemoved] = useState<SavedBlockRow>();
  const rows = useQuery(savedBlocksQuery);
  if (edited !== undefined) return <EditDialog {...props} id={edited} />;
  if (removed !== undefined) return <RemoveDialog block={removed} onClose={() => setRemoved(undefined)} />;
  return (
    <Dialog opened onClose={onClose} title={words.title} size="lg">
      <Loaded query={rows}>
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm">{words.none}</Text>
          ) : (
            <Table aria-label={words.title}>
              <Table.Tbody>
                {data.map((row) => (
                  <Table.Tr key={row.id}>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>
                      {row.name}
                      <Text size="xs" c="dimmed">
                        {words.kinds[row.synced ? 'synced' : 'copy']}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      <Group gap="xs" justify="flex-end">
                        <Button
                          size="compact-sm"
                          aria-label={words.insertOf(row.name)}
                          onClick={() => props.onInsert(row.id)}
                        >
                          {words.insert}
                        </Button>
                        <Button
                          size="compact-sm"
                          variant="default"
                          aria-label={words.editOf(row.name)}
                          onClick={() => onEdit(row.id)}
                        >
                          {words.edit}
                        </Button>
                        <Button
                          size="compact-sm"
                          variant="default"
                          aria-label={words.removeOf(row.name)}
                          onClick={() => setRemoved(row)}
                        >
                          {words.remove}
                        </Button>
                      </Group>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </Loaded>
    </Dialog>
  );
}

const usesQuery = (id: string) => read('GET /dashboard-api/saved-blocks/{id}/uses', { path: { id } });

function EditDialog({
  id,
  styles,
  editorProps,
  Editor,
  onChanged,
  onClose,
}: SavedBlocksProps & { readonly id: string }) {
  const block = useQuery({ ...read('GET /dashboard-api/saved-blocks/{id}', { path: { id } }), gcTime: 0 });
  const [name, setName] = useState<string>();
  const [document, setDocument] = useState<Parameters<BroadcastEditorProps['onChange']>[0]>();
  const { save, progress } = useSaving({ id, broadcastId: editorProps.broadcastId, onChanged, onClose });
  const isEmpty = document !== undefined && sentBlocks(document).length === 0;
  return (
    <Dialog opened onClose={onClose} title={words.editTitle(block.data?.name ?? '')} size={960}>
      <Loaded query={block}>
        {(saved) => (
          <Stack gap="md">
            <TextInput
              label={words.name}
              maxLength={60}
              value={name ?? saved.name}
              error={name?.trim() === '' ? words.nameMissing : undefined}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Editor
              {...editorProps}
              document={documentOf(styles, blocksIn(saved.document))}
              brand={undefined}
              isFooterOptional
              isPart
              onChange={setDocument}
            />
            {saved.synced ? <Uses id={id} consequence={words.consequence} /> : <Text size="sm">{words.ofCopy}</Text>}
            {save.error !== null && <ProblemNotice error={save.error} />}
            {isEmpty && (
              <Text size="sm" c="red">
                {words.empty}
              </Text>
            )}
            <Group justify="flex-end" gap="xs">
              <Text size="sm" role="status">
                {progress}
              </Text>
              <Button variant="default" onClick={onClose}>
                {messages.actions.cancel}
              </Button>
              <Button
                loading={save.isPending}
                disabled={(name === undefined && document === undefined) || name?.trim() === '' || isEmpty}
                onClick={() => save.mutate({ name, document, version: saved.version })}
              >
                {words.submit}
              </Button>
            </Group>
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}

interface Saving {
  readonly id: string;
  readonly broadcastId: string | undefined;
  readonly onChanged: (id: string) => void;
  readonly onClose: () => void;
}

/** What was typed; undefined stays. */
interface Typed {
  readonly name: string | undefined;
  readonly document: Parameters<BroadcastEditorProps['onChange']>[0] | undefined;
  readonly version: number;
}

/** Saves a block, and writes the emails again that follow it. The editor updates the one that is open. */
function useSaving({ id, broadcastId, onChanged, onClose }: Saving) {
  const queryClient = useQueryClient();
  const [done, setDone] = useState<readonly [number, number]>();
  const save = useMutation({
    async mutationFn({ name, document, version }: Typed) {
      const path = { id };
      const changed = document === undefined ? {} : { document: partOf(sentBlocks(document)), version };
      const body = { ...(name === undefined ? {} : { name: name.trim() }), ...changed };
      await call('PATCH /dashboard-api/saved-blocks/{id}', { path, body });
      const saved = await call('GET /dashboard-api/saved-blocks/{id}', { path });
      if (!saved.synced || document === undefined) return { count: 0, failed: [] };
      const { data } = await call('GET /dashboard-api/saved-blocks/{id}/uses', { path });
      const others = data.filter((use) => isWritten(use) && use.id !== broadcastId);
      let count = 0;
      const failed = await writeEverywhere(saved, others, () => setDone([(count += 1), others.length]));
      return { count: count - failed.length, failed };
    },
    onSuccess({ count, failed }) {
      savedBlocksChanged(queryClient);
      onChanged(id);
      if (failed.length === 0) say(words.updated(count));
      else showToast({ title: words.failedTitle, message: words.failed(failed), color: 'yellow', role: 'alert' });
      onClose();
    },
  });
  return { save, progress: save.isPending && done !== undefined ? words.updating(...done) : null };
}

/** Where a synced block stands, and what follows there. */
function Uses({ id, consequence }: { readonly id: string; readonly consequence: string }) {
  const uses = useQuery({ ...usesQuery(id), gcTime: 0 });
  const named = ({ kind, name, status }: BlockUse): string =>
    `${name} (${status === null ? words.useOf[kind] : words.statuses[status]})`;
  return (
    <Loaded query={uses} lines={1}>
      {({ data, has_more: isMore }) => (
        <div>
          <Text size="sm" fw={650}>
            {data.length === 0 ? words.noUses : words.usesTitle(data.length)}
          </Text>
          {data.length > 0 && <Text size="sm">{data.map(named).join(', ')}</Text>}
          <Text size="sm" c="dimmed">
            {isMore ? `${words.someUnread} ${consequence}` : consequence}
          </Text>
        </div>
      )}
    </Loaded>
  );
}

function RemoveDialog({ block, onClose }: { readonly block: SavedBlockRow; readonly onClose: () => void }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call('DELETE /dashboard-api/saved-blocks/{id}', { path: { id: block.id } }),
    onSuccess: () => {
      savedBlocksChanged(queryClient);
      say(words.removed);
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={words.removeTitle(block.name)}>
      <Stack gap="md">
        {block.synced ? (
          <Uses id={block.id} consequence={words.removeSynced} />
        ) : (
          <Text size="sm">{words.removeCopy}</Text>
        )}
        {remove.error !== null && <ProblemNotice error={remove.error} />}
        <Group justify="flex-end" gap="xs">
          <Button data-autofocus variant="default" onClick={onClose}>
            {messages.actions.cancel}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {words.remove}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
