import { useEffect, useMemo, useRef } from 'react';
import type { Operation } from '../api/operations';
import { useMay } from '../api/session';
import { kitWords } from '../messages/lists';
import type { ListColumn } from './list-column';
import type { Identified, ListRoomProps } from './list-room-props';
import { actionColumn } from './row-actions';
import type { RowAction } from './row-menu';
import { useRemoval } from './use-removal';

/** `false` where there is no such operation. */
export function useMayDo(name: Operation | undefined): boolean {
  const may = useMay(name ?? 'GET /dashboard-api/session');
  return name !== undefined && may;
}

type Given<Row extends Identified> = Pick<
  ListRoomProps<Row, object>,
  'words' | 'columns' | 'edit' | 'remove' | 'lead' | 'nameOf' | 'rowActions'
>;

/** The columns of the room, and the one with what this person may do with a row. The same for the same columns. */
export function useActionColumns<Row extends Identified>(
  given: Given<Row>,
  onEdit: (row: Row) => void,
): readonly ListColumn<Row>[] {
  const begin = useRemoval();
  const { columns, edit, remove, lead, rowActions } = given;
  const mayEdit = useMayDo(edit?.may);
  const mayRemove = useMayDo(remove?.may);
  const latest = useRef({ ...given, begin });
  useEffect(() => {
    latest.current = { ...given, begin };
  });
  const hasLead = lead !== undefined;
  return useMemo(() => {
    const nameOf = (row: Row): string => latest.current.nameOf?.(row) ?? row.id;
    const { removal } = latest.current.words;
    const editing: RowAction<Row> = {
      label: kitWords.edit,
      named: (row) => kitWords.editNamed(nameOf(row)),
      onClick: onEdit,
    };
    const removing: readonly RowAction<Row>[] =
      removal === undefined
        ? []
        : [
            {
              label: removal.label,
              named: (row) => removal.named(nameOf(row)),
              onClick: (row) => {
                const { remove: now, begin: start } = latest.current;
                if (now !== undefined) start({ id: row.id, name: nameOf(row) }, { words: removal, ...now });
              },
              isDangerous: true,
            },
          ];
    const actions = [...(mayEdit ? [editing] : []), ...(rowActions ?? []), ...(mayRemove ? removing : [])];
    if (actions.length === 0 && !hasLead) return columns;
    return [
      ...columns,
      actionColumn({ actions, nameOf, lead: hasLead ? (row) => latest.current.lead?.(row) : undefined }),
    ];
  }, [columns, mayEdit, mayRemove, hasLead, rowActions, onEdit]);
}
