import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EventList, type ListedEvent } from '../../kit/event-list';
import { useActorOf } from '../../kit/use-actor-of';
import { contactMessages } from '../../messages/contacts';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { RoomLink } from '../../ui/room-link';
import type { Consent } from './documents';
import { consentsQuery, topicsQuery } from './queries';

const { one: words } = contactMessages;
const meansWords: Readonly<Record<string, string>> = words.means;

/** Each yes and no of a contact, oldest first, with the time and how it was said. */
export default function ConsentHistory({ id }: { readonly id: string }) {
  const topics = useQuery(topicsQuery).data?.data ?? [];
  const nameOf = useNames();
  const eventOf = (consent: Consent): ListedEvent => {
    const { id: eventId, created_at: at, scope, topic_id: topicId, subscription } = consent;
    const topic = topics.find((each) => each.id === topicId)?.name ?? words.deletedTopic;
    const about = scope === 'all' ? words.all_marketing : topic;
    const isYes = subscription === 'opt_in';
    return {
      id: eventId,
      tone: isYes ? 'good' : 'calm',
      at,
      title: isYes ? words.yes(about) : words.no(about),
      details: <Occasion of={consent} by={nameOf(consent)} />,
    };
  };
  return (
    <Panel title={words.history} intro={words.historyIntro}>
      <Loaded query={useQuery(consentsQuery(id))}>
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              {words.noHistory}
            </Text>
          ) : (
            <EventList label={words.history} events={data.map(eventOf)} />
          )
        }
      </Loaded>
    </Panel>
  );
}

/** `2026-01-31` of a time. */
const dayCharacters = 10;

function Occasion({ of: consent, by }: { readonly of: Consent; readonly by: string | null }) {
  const { means, email_id: emailId, import_id: importId, said_at: saidAt, page_version: version } = consent;
  const word = meansWords[means] ?? means;
  const said = [
    by === null ? word : words.by(word, by),
    ...(saidAt === null ? [] : [words.saidAt(saidAt.slice(0, dayCharacters))]),
    ...(version === null ? [] : [words.page(version)]),
  ];
  return (
    <Text size="xs" c="dimmed" component="div">
      {said.join(' · ')} {importId !== null && <RoomLink to={`/imports/${importId}`}>{words.viaImport}</RoomLink>}{' '}
      {emailId !== null && <RoomLink to={`/emails/${emailId}`}>{words.viaEmail}</RoomLink>}
    </Text>
  );
}

/** Who of the team said it for the person; null where the person did. */
function useNames() {
  const actorOf = useActorOf();
  return ({ actor }: Consent): string | null =>
    actor.kind === 'api-key' || actor.kind === 'user' ? actorOf(actor) : null;
}
