import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { peopleQuery } from '../../../api/queries';
import { erasures as words } from '../../../messages/erasures';

interface Actor {
  readonly kind: string;
  readonly id: string;
}

/** Who asked for something, by name. A person who was erased or has left has none here. */
export function useNameOf(): (actor: Actor) => string {
  const { data } = useQuery(peopleQuery);
  return useCallback(
    ({ kind, id }) => {
      if (kind === 'cli') return words.commandLine;
      const name = data?.data.find((person) => person.id === id)?.name;
      return name === undefined || name === '' ? words.someone : name;
    },
    [data],
  );
}
