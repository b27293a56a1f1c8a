import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queueWords as words } from '../../messages/queue';
import { say, sayProblem, undoable } from '../../ui/toast';
import { queueChanges } from './changes';
import { type Moved, queueQuery } from './queries';

export interface QueueActs {
  /** Domains whose mail is being given up: out of the list from the first moment. */
  readonly going: ReadonlySet<string>;
  readonly retry: (domain: string) => void;
  readonly drop: (domain: string, reason: string) => void;
  readonly resume: (receiver: { readonly domain: string | null; readonly id?: string }) => void;
}

export function useQueueActs(): QueueActs {
  const [going, setGoing] = useState<ReadonlySet<string>>(new Set());
  const queryClient = useQueryClient();
  const again = () => queryClient.invalidateQueries({ queryKey: queueQuery.queryKey });
  return {
    going,
    retry: (domain) => {
      queueChanges.retry(domain, words.retryReason).then((moved) => {
        say(movedIn(moved, 'retry'));
        void again();
      }, sayProblem);
    },
    drop: (domain, reason) => {
      setGoing((before) => new Set([...before, domain]));
      const show = (): void => setGoing((before) => new Set([...before].filter((each) => each !== domain)));
      let moved: Moved | undefined;
      undoable({
        message: words.dropping(domain),
        hint: words.droppingHint,
        commit: async (leaving) => {
          moved = await queueChanges.drop(domain, reason, leaving);
        },
        onDone: () => {
          if (moved !== undefined) say(movedIn(moved, 'drop'));
          void again().then(show);
        },
        onUndone: show,
      });
    },
    resume: ({ domain, id }) => {
      const receiver = id === undefined ? { domain: domain ?? '' } : { pause_id: id };
      queueChanges.resume(receiver).then(() => {
        say(words.resumed(domain ?? words.unnamed));
        void again();
      }, sayProblem);
    },
  };
}

function movedIn({ emails, recipients, complete }: Moved, what: 'retry' | 'drop'): string {
  if (recipients === 0) return words.movedNone;
  return `${words.moved(recipients, emails, what)}${complete ? '' : ` ${words.movedMore}`}`;
}
