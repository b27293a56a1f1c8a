import { Button, Group, Paper } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { Dialog } from '../ui/dialog';
import { Empty } from '../ui/empty';
import { Outline } from '../ui/loaded';
import { Page, useRoomTitle } from '../ui/page';
import { askedBy, Filters, useChangeSearch } from './list-filters';
import { useGoing } from './going';
import type { Identified, ListRoomProps } from './list-room-props';
import { useRows } from './listing';
import { LoadedTable } from './loaded-table';
import { NewRows } from './new-rows';
import { useActionColumns, useMayDo } from './use-action-columns';
import { Views } from './views';

/**
 * A room that is a list: filters in the address, rows page after page, forms over it, and deletions that can be undone.
 */
export function ListRoom<Row extends Identified, Asked extends object = object>(props: ListRoomProps<Row, Asked>) {
  const { words, icon: Icon, query, search, filters = [], create, actions, filterActions, children } = props;
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
  const news = watched !== undefined && 'hasNextPage' in query && (
    <NewRows key={queryName(watched)} list={watched} query={query} />
  );
  const list = (
    <>
      {(filters.length > 0 || filterActions !== undefined) && (
        <Filters filters={filters} search={search} change={change}>
          {filterActions}
        </Filters>
      )}
      <Paper withBorder radius="lg" px={{ base: 'md', sm: 'lg' }} py="xs">
        {news}
        {above}
        <LoadedTable
          query={query}
          label={title}
          name={title}
          columns={columns}
          idOf={idOf}
          nameOf={nameOf}
          isHidden={isHidden}
          order={
            props.isSortedByServer === true ? { asked: search?.sort, ask: (sort) => change({ sort }, true) } : undefined
          }
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
          {!isEmpty && create?.orElse}
          {!isEmpty && button(words.create)}
        </Group>
      }
    >
      {before}
      {isEmpty && first !== undefined ? (
        <>
          {news}
          {first}
        </>
      ) : (
        list
      )}
      <Forms
        {...props}
        mayCreate={mayCreate}
        closeCreate={closeCreate}
        edited={edited}
        closeEdit={() => setEdited(null)}
      />
      {children}
    </Page>
  );
}

const idOf = ({ id }: Identified): string => id;
const queryName = ({ queryKey }: { readonly queryKey: readonly unknown[] }): string => JSON.stringify(queryKey);

interface FormsProps<Row extends Identified, Asked extends object>
  extends Pick<ListRoomProps<Row, Asked>, 'words' | 'search' | 'create' | 'edit'> {
  readonly mayCreate: boolean;
  readonly closeCreate: () => void;
  readonly edited: Row | null;
  readonly closeEdit: () => void;
}

/** The forms over the list. */
function Forms<Row extends Identified, Asked extends object>(props: FormsProps<Row, Asked>) {
  const { words, search, create, edit, mayCreate, closeCreate, edited, closeEdit } = props;
  return (
    <>
      {mayCreate && create?.form !== undefined && (
        <FormDialog title={words.create} isOpen={search?.create === true} onClose={closeCreate}>
          {create.form(closeCreate)}
        </FormDialog>
      )}
      {edit !== undefined && (
        <FormDialog title={words.edit} isOpen={edited !== null} onClose={closeEdit}>
          {edited !== null && edit.form(edited, closeEdit)}
        </FormDialog>
      )}
    </>
  );
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
