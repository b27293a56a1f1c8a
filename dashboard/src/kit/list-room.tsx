import { Button, Group, Paper } from '@mantine/core';
import { type IconKey, IconPlus } from '@tabler/icons-react';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import type { Operation } from '../api/operations';
import type { Reading } from '../api/reading';
import { Dialog } from '../ui/dialog';
import { Empty } from '../ui/empty';
import { Outline } from '../ui/loaded';
import { Page, useRoomTitle } from '../ui/page';
import type { ListWords } from '../messages/lists';
import type { ListColumn } from './list-column';
import { askedBy, type Filter, Filters, useChangeSearch } from './list-filters';
import { useGoing } from './going';
import { type Listing, useRows } from './listing';
import { LoadedTable } from './loaded-table';
import { NewRows, type Watched } from './new-rows';
import type { RowAction } from './row-menu';
import { useActionColumns, useMayDo } from './use-action-columns';
import { Views } from './views';

export interface Identified {
  readonly id: string;
}

export interface ListRoomProps<Row extends Identified, Asked extends object> {
  readonly words: ListWords;
  /** Shown in the empty list. */
  readonly icon: typeof IconKey;
  readonly query: Listing<Row>;
  readonly columns: readonly ListColumn<Row>[];
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
  /** Over the filters. */
  readonly before?: ReactNode;
  /** Over the rows, in their frame. */
  readonly above?: ReactNode;
  /** In place of filters and list, where nothing was made yet. */
  readonly first?: ReactNode;
  /** The list is read once: its first page is looked at again, and says what is new. */
  readonly watched?: Watched<Row>;
  /** What can be done with the rows that are selected; absent: none can be. */
  readonly bulk?: (rows: readonly Row[], clear: () => void) => ReactNode;
  /** Dialogs of the room's own. */
  readonly children?: ReactNode;
}

/**
 * A room that is a list: filters in the address, rows page after page, forms over it, and deletions that can be undone.
 */
export function ListRoom<Row extends Identified, Asked extends object = object>(props: ListRoomProps<Row, Asked>) {
  const { words, icon: Icon, query, search, filters = [], create, edit, actions, filterActions, children } = props;
  const { before, above, first, watched, bulk, nameOf } = props;
  const title = useRoomTitle();
  const change = useChangeSearch();
  const going = useGoing();
  const mayCreate = useMayDo(create?.may);
  const [edited, setEdited] = useState<Row | null>(null);
  const columns = useActionColumns(props, setEdited);
  const isHidden = useCallback(({ id }: Row): boolean => going.has(id), [going]);
  const asked = askedBy(filters, search);
  const isFiltered = Object.keys(asked).length > 0;
  const isEmpty = useRows(query)?.every(isHidden) === true && !isFiltered;
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
  const list = (
    <>
      {(filters.length > 0 || filterActions !== undefined) && (
        <Filters filters={filters} search={search} change={change}>
          {filterActions}
        </Filters>
      )}
      <Paper withBorder radius="lg" px={{ base: 'md', sm: 'lg' }} py="xs">
        {watched !== undefined && 'hasNextPage' in query && (
          <NewRows key={queryName(watched)} list={watched} query={query} />
        )}
        {above}
        <LoadedTable
          query={query}
          label={title}
          name={title}
          columns={columns}
          idOf={idOf}
          nameOf={nameOf}
          isHidden={isHidden}
          bulk={bulk}
          tools={filters.length > 0 && <Views name={title} asked={asked} />}
          empty={
            <Empty icon={<Icon size={28} aria-hidden />} title={emptyTitle} text={empty}>
              {button(isFiltered ? words.createFiltered : words.create)}
            </Empty>
          }
        />
      </Paper>
    </>
  );
  return (
    <Page
      {...(words.intro === undefined ? {} : { intro: words.intro })}
      actions={
        <Group gap="xs">
          {actions}
          {!isEmpty && button(words.create)}
        </Group>
      }
    >
      {before}
      {isEmpty && first !== undefined ? first : list}
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

const idOf = ({ id }: Identified): string => id;
const queryName = ({ queryKey }: { readonly queryKey: readonly unknown[] }): string => JSON.stringify(queryKey);

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
