import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
import type { RowOf } from '../../api/operations';
import { read } from '../../api/reading';
import { useMay } from '../../api/session';
import type { ListColumn } from '../../kit/list-column';
import { LoadedTable } from '../../kit/loaded-table';
import { RestoreDialog } from '../../kit/restore-dialog';
import { useActorOf } from '../../kit/use-actor-of';
import { kitWords } from '../../messages/lists';
import { templateVersionWords as words } from '../../messages/template-versions';
import { Panel } from '../../ui/panel';
import { Status } from '../../ui/status';
import { Moment } from '../../ui/time';
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
      title: kitWords.actions,
      isActions: true,
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
      {restored !== null && (
        <RestoreDialog
          title={words.restoreTitle(restored)}
          words={words}
          send={() =>
            call('POST /dashboard-api/templates/{template}/restore', {
              path: { template: template.id },
              body: { version: restored },
            })
          }
          list="GET /dashboard-api/templates"
          onClose={() => setRestored(null)}
          onDone={() => setRestored(null)}
        />
      )}
    </Stack>
  );
}
