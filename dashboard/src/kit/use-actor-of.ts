import { useQuery } from '@tanstack/react-query';
import { apiKeysQuery, peopleQuery } from '../api/queries';
import { actorName } from './last-change';

/** Who did something, as an answer has it without a name. */
interface Actor {
  readonly kind: 'api-key' | 'user' | 'smtp-session' | 'system' | 'cli';
  readonly id: string;
}

export type ActorOf = (actor: Actor) => string;

/** As people say it who did something; what is deleted by now is called what it was. */
export function useActorOf(): ActorOf {
  const keys = useQuery(apiKeysQuery).data?.data ?? [];
  const people = useQuery(peopleQuery).data?.data ?? [];
  return ({ kind, id }) => {
    const named = kind === 'user' ? people : kind === 'api-key' ? keys : [];
    return actorName({ kind, id, name: named.find((each) => each.id === id)?.name ?? null });
  };
}
