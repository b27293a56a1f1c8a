import { useQueries, useQuery } from '@tanstack/react-query';
import { figuresOf } from '../../api/figures';
import type { Choice } from '../../kit/choices';
import { membersWords as words } from '../../messages/members';

interface Named {
  readonly id: string;
  readonly name: string;
}

const membersQuery = (segmentId: string) => figuresOf('GET /dashboard-api/segments/members', segmentId);
const subscribersQuery = (topicId: string) => figuresOf('GET /dashboard-api/topics/subscribers', topicId);

/** How many contacts are in a segment, once that is known. */
export function Members({ of }: { readonly of: string }) {
  const { data } = useQuery(membersQuery(of));
  return data == null ? null : words.members(data.members, data.exact);
}

/** How many get the email of a topic, once that is known. */
export function Subscribers({ of }: { readonly of: string }) {
  const { data } = useQuery(subscribersQuery(of));
  return data == null ? null : words.subscribers(data.subscribers);
}

/** How many contacts joined by a form, once that is known. */
export function Joins({ of }: { readonly of: string }) {
  const { data } = useQuery(figuresOf('GET /dashboard-api/forms/joins', of));
  return data == null ? null : words.subscribers(data.joins);
}

/** A menu of more shows the names of the others alone. */
const mostCounted = 100;

/** Segments to choose from, each with its members. */
export function useSegmentChoices(segments: readonly Named[]): readonly Choice[] {
  const counted = useQueries({ queries: segments.slice(0, mostCounted).map(({ id }) => membersQuery(id)) });
  return segments.map(({ id, name }, place) => {
    const data = counted[place]?.data;
    return { value: id, label: data == null ? name : words.chosen(name, words.members(data.members, data.exact)) };
  });
}

/** Topics to choose from, each with its subscribers. */
export function useTopicChoices(topics: readonly Named[]): readonly Choice[] {
  const counted = useQueries({ queries: topics.slice(0, mostCounted).map(({ id }) => subscribersQuery(id)) });
  return topics.map(({ id, name }, place) => {
    const data = counted[place]?.data;
    return { value: id, label: data == null ? name : words.chosen(name, words.subscribers(data.subscribers)) };
  });
}
