import { Button, Group, Paper } from '@mantine/core';
import { type IconKey, IconPlus } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { Operation } from '../api/operations';
import type { Reading } from '../api/reading';
import { useMay } from '../api/session';
import { Dialog } from '../ui/dialog';
import { Empty } from '../ui/empty';
import { EndlessRows, type Listing, rowsOf } from '../ui/endless-rows';
import { Outline } from '../ui/loaded';
import { Page, useRoomTitle } from '../ui/page';
import type { Column } from '../ui/rows';
import { type Filter, Filters, isFilteredBy, useChangeSearch } from './list-filters';
import { useGoing } from './going';
import { actionColumn } from './row-actions';
import type { RowAction } from './row-menu';
import { useRemoval } from './use-removal';
import { kitWords, type ListWords } from '../messages/lists';

interface Identified {
  readonly id: string;
}

interface ListRoomProps<Row extends Identified, Asked extends object> {
  readonly words: ListWords;
  /** Shown in the empty list. */
  readonly icon: typeof IconKey;
  readonly query: Listing<Row>;
  readonly columns: readonly Column<Row>[];
  /** What the address asks: `useSearch()` of the route. `create` opens the form for a new one. */
  readonly search?: Asked & { readonly create?: true };
  readonly filters?: readonly Filter<keyof Asked & string>[];
  /** A row, to screen readers. */
  readonly nameOf?: (row: Row) => string;
  readonly create?: {
    readonly may: Operation;
    /** Absent when the room has a dialog of its own, which `create` in the URL opens. */
    readonly form?: (close: () => void) => ReactNode;
  };
  readonly edit?: { readonly may: Operation; readonly form: (row: Row, close: () => void) => ReactNode };
  /** `words.removal` says it. */
  readonly remove?: {
    readonly may: Operation;
    readonly send: (id: string, keepalive: boolean) => Promise<unknown>;
    /** Read again afterwards. */
    readonly list: Reading;
  };
  /** Further actions of a row. The same array for as long as they are the same. */
  readonly rowActions?: readonly RowAction<Row>[];
  /** What stays in sight in a row before its menu. */
  readonly lead?: (row: Row) => ReactNode;
  /** Beside the title, before the button that creates one. */
  readonly actions?: ReactNode;
  /** At the end of the filters. */
  readonly filterActions?: ReactNode;
  /** Over the rows, in their frame. */
  readonly above?: ReactNode;
  /** Dialogs of the room's own. */
  readonly children?: ReactNode;
}

/**
 * A room that is a list: filters in the address, rows page after page, forms over it, and deletions that can be undone.
 */
export function ListRoom<Row extends Identified, Asked extends object = object>(props: ListRoomProps<Row, Asked>) {
  const {
    words,
    icon: Icon,
    query,
    search,
    filters = [],
    create,
    edit,
    actions,
    filterActions,
    above,
    children,
  } = props;
  const title = useRoomTitle();
  const change = useChangeSearch();
  const going = useGoing();
  const mayCreate = useMayDo(create?.may);
  const columns = useColumns(props, (row) => setEdited(row));
  const [edited, setEdited] = useState<Row | null>(null);
  const isHidden = ({ id }: Row): boolean => going.has(id);
  const isFiltered = isFilteredBy(filters, search);
  const rows = rowsOf(query);
  const isEmpty = rows !== undefined && rows.every(isHidden) && !isFiltered;
  const closeCreate = () => change({ create: undefined }, true);
  const button = (label: string | undefined) =>
    mayCreate &&
    label !== undefined && (
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ create: true })}>
        {label}
      </Button>
    );
  const [emptyTitle, empty] = isFiltered
    ? [words.emptyFilteredTitle ?? words.emptyTitle, words.emptyFiltered ?? words.empty]
    : [words.emptyTitle, create === undefined || mayCreate ? words.empty : (words.emptyReader ?? words.empty)];
  return (
    <Page
      intro={words.intro}
      isWide
      actions={
        <Group gap="xs">
          {actions}
          {!isEmpty && button(words.create)}
        </Group>
      }
    >
      {(filters.length > 0 || filterActions !== undefined) && (
        <Filters filters={filters} search={search} change={change}>
          {filterActions}
        </Filters>
      )}
      <Paper withBorder radius="lg" px={{ base: 'md', sm: 'lg' }} py="xs">
        {above}
        <EndlessRows
          query={query}
          label={title}
          columns={columns}
          idOf={({ id }) => id}
          isHidden={isHidden}
          empty={
            <Empty icon={<Icon size={28} aria-hidden />} title={emptyTitle} text={empty}>
              {button(isFiltered ? words.createFiltered : words.create)}
            </Empty>
          }
        />
      </Paper>
      {mayCreate && create?.form !== undefined && (
        <FormDialog title={words.create} isOpen={search?.create === true} onClose={closeCreate}>
          {create.form(closeCreate)}
        </FormDialog>
      )}
      {edit !== undefined && (
        <FormDialog title={words.edit} isOpen={edited !== null} onClose={() => setEdited(null)}>
          {edited !== null && edit.form(edited, () => setEdited(null))}
        </FormDialog>
      )}
      {children}
    </Page>
  );
}

/** `false` where there is no such operation. */
function useMayDo(name: Operation | undefined): boolean {
  const may = useMay(name ?? 'GET /dashboard-api/session');
  return name !== undefined && may;
}

/** The columns of the room, and the one with what this person may do with a row. */
function useColumns<Row extends Identified, Asked extends object>(
  {
    words: { removal },
    columns,
    edit,
    remove,
    rowActions = [],
    lead,
    nameOf = ({ id }) => id,
  }: ListRoomProps<Row, Asked>,
  onEdit: (row: Row) => void,
): readonly Column<Row>[] {
  const begin = useRemoval();
  const mayEdit = useMayDo(edit?.may);
  const mayRemove = useMayDo(remove?.may);
  const actions = [
    ...(mayEdit
      ? [{ label: kitWords.edit, named: (row: Row) => kitWords.editNamed(nameOf(row)), onClick: onEdit }]
      : []),
    ...rowActions,
    ...(mayRemove && remove !== undefined && removal !== undefined
      ? [
          {
            label: removal.label,
            named: (row: Row) => removal.named(nameOf(row)),
            onClick: (row: Row) => begin({ id: row.id, name: nameOf(row) }, { words: removal, ...remove }),
            isDangerous: true,
          },
        ]
      : []),
  ];
  return actions.length === 0 && lead === undefined ? columns : [...columns, actionColumn({ actions, nameOf, lead })];
}

interface FormDialogProps {
  readonly title: string | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function FormDialog({ title, isOpen, onClose, children }: FormDialogProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={title}>
      <Suspense fallback={<Outline />}>{children}</Suspense>
    </Dialog>
  );
}
