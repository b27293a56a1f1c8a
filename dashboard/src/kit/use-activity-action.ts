import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useMay } from '../api/session';
import { lastChangeWords as words } from '../messages/last-change';
import type { RowAction } from './row-menu';

interface Identified {
  readonly id: string;
}

/** Leads from a row to what was changed of it, for those who may read that. The same array for as long as they may. */
export function useActivityAction<Row extends Identified>(nameOf: (row: Row) => string): readonly RowAction<Row>[] {
  const navigate = useNavigate();
  const mayRead = useMay('GET /dashboard-api/activity');
  return useMemo(
    () =>
      mayRead
        ? [
            {
              label: words.view,
              named: (row: Row) => words.viewOf(nameOf(row)),
              onClick: ({ id }: Row) => void navigate({ to: '/activity', search: { resource: id } }),
            },
          ]
        : [],
    [navigate, mayRead, nameOf],
  );
}
