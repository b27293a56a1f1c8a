import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client';
import type { RowOf } from '../../../api/operations';
import { read } from '../../../api/reading';
import type { ListColumn } from '../../../kit/list-column';
import { LoadedTable } from '../../../kit/loaded-table';
import { RestoreDialog } from '../../../kit/restore-dialog';
import { useActorOf } from '../../../kit/use-actor-of';
import { broadcastSavingWords as words } from '../../../messages/broadcast-saving';
import { kitWords } from '../../../messages/lists';
import { Dialog } from '../../../ui/dialog';
import { Panel } from '../../../ui/panel';
import { Status } from '../../../ui/status';
import { Moment } from '../../../ui/time';
import type { Broadcast, Variant } from './broadcast';
import { ContentPreview } from './content-preview';

type Version = RowOf<'GET /dashboard-api/broadcasts/{id}/versions'>;

interface VersionsPanelProps {
  readonly broadcast: Broadcast;
  readonly revision: number;
  readonly variant: Variant;
  /** What is edited is another version now. */
  readonly onRestored: () => void;
}

/** Who changed what and when, what it looked like, and the way back. */
export function VersionsPanel({ broadcast, revision, variant, onRestored }: VersionsPanelProps) {
  const { id } = broadcast;
  const query = useQuery(read('GET /dashboard-api/broadcasts/{id}/versions', { path: { id } }));
  const [viewed, setViewed] = useState<number | null>(null);
  const [restored, setRestored] = useState<number | null>(null);
  const actorOf = useActorOf();
  const columns: readonly ListColumn<Version>[] = [
    {
      title: words.version,
      width: '22%',
      cell: (version) => (
        <Group gap="xs">
          <b>{words.number(version.revision)}</b>
          {version.revision === revision && <Status tone="good" word={words.current} />}
        </Group>
      ),
    },
    { title: words.changed, textOf: changeOf, cell: changeOf },
    { title: words.when, width: 150, cell: ({ at }) => <Moment at={at} precision="minute" /> },
    { title: words.who, width: '16%', textOf: ({ actor }) => actorOf(actor), cell: ({ actor }) => actorOf(actor) },
    {
      title: kitWords.actions,
      isActions: true,
      width: 170,
      cell: ({ revision: own }) => (
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          <Button size="compact-sm" variant="default" aria-label={words.viewNamed(own)} onClick={() => setViewed(own)}>
            {words.view}
          </Button>
          {own !== revision && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={words.restoreNamed(own)}
              onClick={() => setRestored(own)}
            >
              {words.restore}
            </Button>
          )}
        </Group>
      ),
    },
  ];
  return (
    <Panel title={words.views.versions} intro={words.versionsIntro}>
      <LoadedTable
        query={query}
        label={words.views.versions}
        name={words.views.versions}
        columns={columns}
        idOf={(version) => String(version.revision)}
        empty={<Text size="sm">{words.noVersions}</Text>}
      />
      <Dialog opened={viewed !== null} onClose={() => setViewed(null)} title={words.number(viewed ?? 0)} size="xl">
        {viewed !== null && <ContentPreview broadcast={broadcast} revision={viewed} variant={variant} isOlder />}
      </Dialog>
      {restored !== null && (
        <RestoreDialog
          title={words.restoreTitle(restored)}
          words={words}
          send={() =>
            call('POST /dashboard-api/broadcasts/{id}/versions/{revision}/restore', {
              path: { id, revision: restored },
            })
          }
          list="GET /dashboard-api/broadcasts"
          onClose={() => setRestored(null)}
          onDone={() => {
            setRestored(null);
            onRestored();
          }}
        />
      )}
    </Panel>
  );
}

function changeOf({ changed, restored_from: from, saves }: Version): string {
  if (from !== null) return words.restoredFrom(from);
  const parts: Readonly<Record<string, string>> = words.parts;
  if (changed.length === 0) return words.created;
  const names = changed.map((part) => parts[part] ?? part).join(', ');
  return saves === 1 ? names : words.saves(names, saves);
}
