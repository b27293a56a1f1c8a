import { useQuery } from '@tanstack/react-query';
import { apiKeysQuery, peopleQuery } from '../../api/queries';
import { email } from '../../messages/email';
import type { ActorName } from './actor';

const { actors } = email;

/** Who did something: by a name that people know. Until the names are there, and for who is gone, by what it was. */
export function useActorName(): ActorName {
  const { data: keys } = useQuery(apiKeysQuery);
  const { data: people } = useQuery(peopleQuery);
  return ({ kind, id }) => {
    switch (kind) {
      case 'api-key': {
        const name = keys?.data.find((key) => key.id === id)?.name;
        return name === undefined ? actors.unknownKey : actors.apiKey(name);
      }
      case 'user':
        return people?.data.find((person) => person.id === id)?.name ?? actors.unknownPerson;
      case 'smtp-session':
        return actors.smtp;
      case 'cli':
        return actors.cli;
      case 'system':
        return actors.system;
      default:
        return kind;
    }
  };
}
