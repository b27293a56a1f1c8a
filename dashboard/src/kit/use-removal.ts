import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Reading, under } from '../api/reading';
import { say, undoable } from '../ui/toast';
import { beginGoing, endGoing } from './going';
import type { RemovalWords } from '../messages/lists';

interface Removed {
  readonly id: string;
  readonly name: string;
}

interface Removal {
  readonly words: Omit<RemovalWords, 'label' | 'named'>;
  /** Does it. `keepalive`: the page is going away, and the request must outlive it. */
  readonly send: (id: string, keepalive: boolean) => Promise<unknown>;
  /** Read again afterwards, with what is below its path. */
  readonly list: Reading;
}

/**
 * Removes a row after some seconds in which that can be undone. Lists leave it out from the first moment:
 * {@link useGoing}.
 */
export function useRemoval() {
  const queryClient = useQueryClient();
  return ({ id, name }: Removed, { words, send, list }: Removal): void => {
    const { doing, hint, done } = words;
    beginGoing(id);
    undoable({
      message: doing(name),
      ...(hint === undefined ? {} : { hint }),
      commit: (leaving) => send(id, leaving),
      onDone: () => {
        say(done(name));
        void refresh(queryClient, list, id);
      },
      onUndone: () => endGoing(id),
    });
  };
}

/** What is added again may have the same id, so a row is hidden only until no list has it any more. */
async function refresh(queryClient: QueryClient, list: Reading, id: string): Promise<void> {
  // What nothing shows would show the row once more when it is opened.
  queryClient.removeQueries({ ...under(list), type: 'inactive' });
  await queryClient.invalidateQueries(under(list));
  const lists = queryClient.getQueriesData<Partial<Listed>>(under(list));
  if (!lists.some(([, data]) => idsIn(data).includes(id))) endGoing(id);
}

/** An answer of one list, or of its pages. */
interface Listed {
  readonly data: readonly Identified[];
  readonly pages: readonly { readonly data: readonly Identified[] }[];
}
interface Identified {
  readonly id?: string;
}

function idsIn({ data = [], pages = [] }: Partial<Listed> = {}): readonly (string | undefined)[] {
  return [...data, ...pages.flatMap((page) => page.data)].map(({ id }) => id);
}
