import { Button, NativeSelect, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
import type { Answer } from '../../api/operations';
import { choicesOf } from '../../kit/choices';
import { EventList, type EventTone, type ListedEvent } from '../../kit/event-list';
import { contactTimelineWords as words } from '../../messages/contact-timeline';
import { contactMessages } from '../../messages/contacts';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { RoomLink } from '../../ui/room-link';
import { segmentsQuery, topicsQuery } from './queries';

type Happening = Answer<'GET /dashboard-api/contacts/{contact}/timeline'>['data'][number];

const { one: contactWords } = contactMessages;
const tones: Readonly<Record<string, EventTone>> = {
  ...{ sent: 'sent', opened: 'good', clicked: 'good', joined: 'good', left: 'calm', changed: 'plain' },
};

/** What a contact was sent, what it did with it, and what it said; newest first. */
export default function TimelinePanel({ id }: { readonly id: string }) {
  const [kind, setKind] = useState('');
  const query = useInfiniteQuery({
    queryKey: ['GET /dashboard-api/contacts/{contact}/timeline', 'once', { path: { contact: id }, kind }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      call('GET /dashboard-api/contacts/{contact}/timeline', {
        path: { contact: id },
        query: { ...(kind === '' ? {} : { kind }), ...(after === undefined ? {} : { after }) },
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const sayOf = useWords();
  return (
    <Panel
      title={words.title}
      actions={
        <NativeSelect
          aria-label={words.kind}
          value={kind}
          data={[{ value: '', label: words.anyKind }, ...choicesOf(words.kinds)]}
          onChange={({ currentTarget }) => setKind(currentTarget.value)}
        />
      }
    >
      <Loaded query={query}>
        {({ pages }) => {
          const events = pages.flatMap(({ data }) => data).map(sayOf);
          return events.length === 0 ? (
            <Text size="sm" c="dimmed">
              {words.none}
            </Text>
          ) : (
            <EventList label={words.title} events={events} />
          );
        }}
      </Loaded>
      {query.hasNextPage && (
        <Button
          size="xs"
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {words.more}
        </Button>
      )}
    </Panel>
  );
}

/** Each thing that happened in words, with where it leads. */
function useWords() {
  const topics = useQuery(topicsQuery).data?.data ?? [];
  const segments = useQuery(segmentsQuery).data?.data ?? [];
  const scopeOf = (topicId: string | null): string =>
    topicId === null
      ? contactWords.all_marketing
      : (topics.find(({ id }) => id === topicId)?.name ?? words.deletedTopic);
  const segmentOf = (segmentId: string | null): string =>
    segments.find(({ id }) => id === segmentId)?.name ?? words.deletedSegment;
  const titleOf = (of: Happening): string => {
    switch (of.type) {
      case 'EmailAccepted':
        return words.sent;
      case 'EmailOpened':
        return words.opened;
      case 'EmailClicked':
        return of.url === null ? words.clickedErased : words.clicked(of.url);
      case 'ContactSubscribed':
        return words.subscribed(scopeOf(of.topic_id));
      case 'ContactUnsubscribed':
        return words.unsubscribed(scopeOf(of.topic_id));
      case 'ContactAddedToSegment':
        return words.added(segmentOf(of.segment_id));
      case 'ContactRemovedFromSegment':
        return words.removed(segmentOf(of.segment_id));
      default:
        return of.type === 'ContactCreated' ? words.created : words.changed;
    }
  };
  return (of: Happening): ListedEvent => ({
    id: of.id,
    tone: tones[of.kind] ?? 'plain',
    at: of.created_at,
    title: (
      <>
        {titleOf(of)}{' '}
        {of.email !== null && (
          <RoomLink to={`/emails/${of.email.id}`} isInText>
            {of.email.subject}
          </RoomLink>
        )}
      </>
    ),
    details: <Whence of={of} />,
  });
}

/** Where it came from. */
function Whence({ of }: { readonly of: Happening }) {
  const { email, means, import_id: importId, form_id: formId } = of;
  const meansWords: Readonly<Record<string, string>> = contactWords.means;
  const broadcastId = of.kind === 'sent' ? (email?.broadcast_id ?? null) : null;
  if (means === null && broadcastId === null) return null;
  return (
    <Text size="xs" c="dimmed" component="div">
      {means !== null && (meansWords[means] ?? means)}{' '}
      {broadcastId !== null && <RoomLink to={`/broadcasts/${broadcastId}`}>{words.ofBroadcast}</RoomLink>}
      {importId !== null && <RoomLink to={`/imports/${importId}`}>{words.viaImport}</RoomLink>}
      {formId !== null && <RoomLink to={`/forms/${formId}`}>{words.viaForm}</RoomLink>}
    </Text>
  );
}
