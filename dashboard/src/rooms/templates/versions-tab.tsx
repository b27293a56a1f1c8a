import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
import type { RowOf } from '../../api/operations';
import { read, under } from '../../api/reading';
import { useMay } from '../../api/session';
import type { ListColumn } from '../../kit/list-column';
import { LoadedTable } from '../../kit/loaded-table';
import { useActorOf } from '../../kit/use-actor-of';
import { messages } from '../../messages';
import { templateVersionWords as words } from '../../messages/template-versions';
import { Dialog } from '../../ui/dialog';
import { Panel } from '../../ui/panel';
import { ProblemNotice } from '../../ui/problem-notice';
import { Status } from '../../ui/status';
import { Moment } from '../../ui/time';
import { say } from '../../ui/toast';
import { Compare } from './compare';
import type { Template } from './queries';

type Version = RowOf<'GET /dashboard-api/templates/{template}/versions'>;

/** What was published, by whom, how two of them differ, and a way back. */
export default function VersionsTab({ template }: { readonly template: Template }) {
  const path = { template: template.id };
  const query = useQuery(read('GET /dashboard-api/templates/{template}/versions', { path }));
  const [left, setLeft] = useState<number | null>(null);
  const [restored, setRestored] = useState<number | null>(null);
  const mayRestore = useMay('POST /dashboard-api/templates/{template}/restore');
  const actorOf = useActorOf();
  const columns: readonly ListColumn<Version>[] = [
    {
      title: words.version,
      cell: ({ version }) => (
        <Group gap="xs" wrap="nowrap">
          <b>{words.number(version)}</b>
          {version === template.version && <Status tone="good" word={words.sentNow} />}
        </Group>
      ),
    },
    { title: words.when, width: 190, cell: ({ published_at: at }) => <Moment at={at} precision="minute" /> },
    { title: words.who, width: '22%', textOf: ({ actor }) => actorOf(actor), cell: ({ actor }) => actorOf(actor) },
    {
      title: '',
      width: 210,
      cell: ({ version }) => (
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={words.compareNamed(version)}
            onClick={() => setLeft(version)}
          >
            {words.compare}
          </Button>
          {mayRestore && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={words.restoreNamed(version)}
              onClick={() => setRestored(version)}
            >
              {words.restore}
            </Button>
          )}
        </Group>
      ),
    },
  ];
  const versions = query.data?.data ?? [];
  const shown = left ?? versions[0]?.version;
  return (
    <Stack gap="lg">
      <Panel title={words.versions} intro={words.versionsIntro}>
        <LoadedTable
          query={query}
          label={words.versions}
          name={words.versions}
          columns={columns}
          idOf={({ id }) => id}
          empty={<Text size="sm">{words.none}</Text>}
        />
      </Panel>
      {shown !== undefined && <Compare key={shown} template={template} versions={versions} first={shown} />}
      {restored !== null && <RestoreDialog id={template.id} version={restored} onClose={() => setRestored(null)} />}
    </Stack>
  );
}

interface RestoreDialogProps {
  readonly id: string;
  readonly version: number;
  readonly onClose: () => void;
}

function RestoreDialog({ id, version, onClose }: RestoreDialogProps) {
  const queryClient = useQueryClient();
  const restore = useMutation({
    mutationFn: () =>
      call('POST /dashboard-api/templates/{template}/restore', { path: { template: id }, body: { version } }),
    onSuccess: () => {
      say(words.restored);
      void queryClient.invalidateQueries(under('GET /dashboard-api/templates'));
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={words.restoreTitle(version)}>
      <Stack gap="md">
        <Text size="sm">{words.restoreText}</Text>
        {restore.error !== null && <ProblemNotice error={restore.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {messages.actions.cancel}
          </Button>
          <Button data-autofocus loading={restore.isPending} onClick={() => restore.mutate()}>
            {words.restore}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
