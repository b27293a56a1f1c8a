import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Answer } from '../api/operations';
import { read } from '../api/reading';
import { useMay } from '../api/session';
import { lastChangeWords as words } from '../messages/last-change';
import { RoomLink } from '../ui/room-link';
import { When } from '../ui/time';

type Change = NonNullable<Answer<'GET /dashboard-api/activity/last'>['change']>;

interface LastChangeProps {
  /** Id of what was changed. */
  readonly of: string;
  /** The type of the event that counts; absent: every one. */
  readonly what?: string;
}

const lastChangeQuery = (resource: string, what: LastChangeProps['what']) =>
  queryOptions(
    read('GET /dashboard-api/activity/last', { query: { resource, ...(what === undefined ? {} : { what }) } }),
  );

/** Who last changed this, and when; leads to its activity where the person may read that. Nothing until it is known. */
export function LastChange({ of: resource, what }: LastChangeProps) {
  const { data } = useQuery(lastChangeQuery(resource, what));
  const mayRead = useMay('GET /dashboard-api/activity');
  const change = data?.change;
  if (!change) return null;
  const said = (
    <>
      {words.by(actorName(change.actor))} <When at={change.created_at} />
    </>
  );
  return (
    <Text size="sm" c="dimmed" component="span" title={change.summary}>
      {mayRead ? <RoomLink to={`/activity?resource=${encodeURIComponent(resource)}`}>{said}</RoomLink> : said}
    </Text>
  );
}

const nameless: Readonly<Record<Change['actor']['kind'], string>> = {
  'api-key': words.apiKey,
  user: words.erased,
  'smtp-session': words.smtp,
  cli: words.commandLine,
  system: words.server,
};

/** As people say it who did it; a command by its name. */
export function actorName({ kind, id, name }: Change['actor']): string {
  if (name !== null) return name;
  return kind === 'cli' ? `posthorn ${id}` : nameless[kind];
}
