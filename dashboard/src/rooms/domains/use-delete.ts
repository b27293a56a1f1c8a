import { useQueryClient } from '@tanstack/react-query';
import { under } from '../../api/reading';
import { useNavigate } from '@tanstack/react-router';
import { say, undoable } from '../../ui/toast';
import { domainChanges } from './changes';
import { beginGoing, endGoing } from '../../ui/going';

interface Words {
  readonly doing: string;
  readonly hint?: string;
  readonly done: string;
}

/** Deletes a domain, or the claim that it stands for, after some seconds in which that can be taken back. */
export function useDelete() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (id: string, { doing, hint, done }: Words): void => {
    beginGoing(id);
    void navigate({ to: '/domains' });
    undoable({
      message: doing,
      ...(hint === undefined ? {} : { hint }),
      commit: (leaving) => domainChanges.delete(id, leaving),
      onDone: () => {
        say(done);
        void queryClient.invalidateQueries(under('GET /dashboard-api/domains'));
      },
      onUndone: () => endGoing(id),
    });
  };
}
