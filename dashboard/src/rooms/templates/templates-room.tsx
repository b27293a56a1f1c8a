import { IconTemplate } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useMay } from '../../api/session';
import { Dim } from '../../kit/dim';
import type { ListColumn } from '../../kit/list-column';
import { ListRoom } from '../../kit/list-room';
import type { RowAction } from '../../kit/row-menu';
import { RowLink } from '../../kit/row-link';
import { templateMessages as words } from '../../messages/templates';
import { Outline } from '../../ui/loaded';
import { When } from '../../ui/time';
import { type TemplateRow, templatesQuery } from './queries';
import { TemplateStatus } from './template-status';
import { useDuplicate } from './use-duplicate';

const AddForm = lazy(() => import('./add-form'));
const DeleteDialog = lazy(() => import('./delete-dialog'));
const FirstTemplate = lazy(() => import('./first-template'));
const route = getRouteApi('/inside/templates');

const columns: readonly ListColumn<TemplateRow>[] = [
  {
    title: words.name,
    sortBy: ({ name }) => name,
    textOf: ({ name }) => name,
    cell: ({ id, name }) => (
      <RowLink to="/templates/$id" params={{ id }}>
        {name}
      </RowLink>
    ),
  },
  {
    title: words.alias,
    width: '22%',
    sortBy: ({ alias }) => alias,
    textOf: ({ alias }) => alias ?? '',
    cell: ({ alias }) => (alias === null ? <Dim>–</Dim> : <code>{alias}</code>),
  },
  {
    title: words.version,
    width: 246,
    sortBy: ({ version }) => version ?? 0,
    cell: (template) => <TemplateStatus of={template} />,
  },
  {
    title: words.updated,
    width: 136,
    sortBy: ({ updated_at: at }) => at,
    cell: ({ updated_at: at }) => <When at={at} />,
  },
  {
    title: words.created,
    width: 136,
    isOptional: true,
    sortBy: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => <When at={at} />,
  },
];

export function TemplatesRoom() {
  const search = route.useSearch();
  const watched = templatesQuery(search.search);
  const mayCreate = useMay('POST /templates');
  const mayDelete = useMay('DELETE /templates/{template}');
  const [deleted, setDeleted] = useState<TemplateRow | null>(null);
  const duplicate = useDuplicate();
  const rowActions = useMemo<readonly RowAction<TemplateRow>[]>(
    () => [
      ...(mayCreate
        ? [{ label: words.duplicate, named: ({ name }: TemplateRow) => words.duplicateNamed(name), onClick: duplicate }]
        : []),
      ...(mayDelete
        ? [
            {
              label: words.removal.label,
              named: ({ name }: TemplateRow) => words.removal.named(name),
              onClick: setDeleted,
              isDangerous: true,
            },
          ]
        : []),
    ],
    [mayCreate, mayDelete, duplicate],
  );
  return (
    <ListRoom
      words={words}
      icon={IconTemplate}
      query={useInfiniteQuery(watched)}
      watched={watched}
      columns={columns}
      nameOf={({ name }) => name}
      search={search}
      filters={[{ name: 'search', label: words.search }]}
      create={{ may: 'POST /templates', form: () => <AddForm /> }}
      rowActions={rowActions}
      first={
        <Suspense fallback={<Outline />}>
          <FirstTemplate />
        </Suspense>
      }
    >
      {deleted !== null && (
        <Suspense>
          <DeleteDialog template={deleted} onClose={() => setDeleted(null)} onDone={() => setDeleted(null)} />
        </Suspense>
      )}
    </ListRoom>
  );
}
