import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../../api/reading';
import { editorWords as words } from '../../../messages/broadcast-editor';
import type { TagChoice } from './writing/insertions';

const own: readonly TagChoice[] = Object.entries({ ...words.tags, ...words.linkTags }).map(([key, title]) => ({
  key,
  title,
}));

/** What the server fills in for each recipient: who they are, and the team's own contact properties. */
export function useTags(): readonly TagChoice[] {
  const { data } = useQuery(read('GET /dashboard-api/contact-properties'));
  return useMemo(
    () => [...own, ...(data?.data ?? []).map(({ key }) => ({ key: `contact.${key}`, title: key }))],
    [data],
  );
}
