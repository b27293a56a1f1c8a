import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { exportMessages as words } from '../../messages/exports';
import { say, undoable } from '../../ui/toast';
import { deleteExport } from './changes';
import type { Export } from './documents';
import { exportsQuery } from './queries';

/** Deletes an export after some seconds in which that can be taken back; the row is gone from the first moment. */
export function useDelete() {
  const [going, setGoing] = useState<ReadonlySet<string>>(new Set());
  const queryClient = useQueryClient();
  const remove = ({ id }: Export): void => {
    setGoing((before) => new Set([...before, id]));
    undoable({
      message: words.deleting,
      commit: (leaving) => deleteExport(id, leaving),
      onDone: () => {
        say(words.deleted);
        void queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey });
      },
      onUndone: () => setGoing((before) => new Set([...before].filter((each) => each !== id))),
    });
  };
  return [going, remove] as const;
}
