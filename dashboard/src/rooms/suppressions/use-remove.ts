import { useQueryClient } from '@tanstack/react-query';
import { under } from '../../api/reading';
import { useState } from 'react';
import { suppressions as words } from '../../messages/suppressions';
import { say, undoable } from '../../ui/toast';
import { suppressionChanges } from './changes';
import type { Suppression } from './documents';

/** Takes an address off the list after some seconds in which that can be taken back; the row is gone from the first moment. */
export function useRemove() {
  const [going, setGoing] = useState<ReadonlySet<string>>(new Set());
  const queryClient = useQueryClient();
  const remove = ({ id, email }: Suppression): void => {
    setGoing((before) => new Set([...before, id]));
    const show = (): void => setGoing((before) => new Set([...before].filter((each) => each !== id)));
    undoable({
      message: words.removing(email),
      hint: words.removingHint,
      commit: (leaving) => suppressionChanges.remove(id, leaving),
      onDone: () => {
        say(words.removed(email));
        // The same address has the same id again when it is added again.
        void queryClient.invalidateQueries(under('GET /dashboard-api/suppressions')).then(show);
      },
      onUndone: show,
    });
  };
  return [going, remove] as const;
}
