import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { call } from '../api/client';
import { apiKeysQuery, domainsQuery, peopleQuery } from '../api/queries';
import { read } from '../api/reading';
import { useMay } from '../api/session';
import { fullName } from '../messages/contact-fields';
import { foundWords as words } from '../messages/palette';
import { hasEveryWord } from './every-word';

/** One thing that a search of the palette found. */
interface Found {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly link: LinkProps;
}

export interface FoundGroup {
  readonly group: string;
  readonly found: readonly Found[];
}

const shortestSearch = 2;
const mostOfKind = 5;
const typingMs = 200;

/** What the server finds by these words, by kind. Empty kinds are left out. */
export function useFound(typed: string): readonly FoundGroup[] {
  const [settled] = useDebouncedValue(typed.trim().toLowerCase(), typingMs);
  const isAsked = settled.length >= shortestSearch;
  const groups: readonly FoundGroup[] = [
    { group: words.broadcasts, found: useBroadcasts(settled, isAsked) },
    { group: words.contacts, found: useContacts(settled, isAsked) },
    { group: words.templates, found: useTemplates(settled, isAsked) },
    { group: words.emails, found: useEmails(settled, isAsked) },
    ...useShortLists(settled, isAsked),
    { group: words.requests, found: useRequests(settled, isAsked) },
  ];
  return isAsked ? groups.filter(({ found }) => found.length > 0) : [];
}

function useEmails(search: string, enabled: boolean): readonly Found[] {
  const { data } = useQuery({
    ...read('GET /dashboard-api/emails', { query: { search, limit: mostOfKind } }),
    enabled,
    retry: false,
  });
  return (data?.data ?? []).map(({ id, subject, to }) => ({
    id,
    label: subject.trim() === '' ? words.noSubject : subject,
    description: to.join(', '),
    link: { to: '/emails/$id', params: { id } },
  }));
}

function useBroadcasts(search: string, enabled: boolean): readonly Found[] {
  const { data } = useQuery({
    ...read('GET /dashboard-api/broadcasts', { query: { search, limit: mostOfKind } }),
    enabled,
    retry: false,
  });
  return (data?.data ?? []).map(({ id, name }) => ({
    id,
    label: name,
    link: { to: '/broadcasts/$id', params: { id } },
  }));
}

function useContacts(search: string, enabled: boolean): readonly Found[] {
  const { data } = useQuery({
    ...read('GET /dashboard-api/contacts', { query: { search, limit: mostOfKind } }),
    enabled,
    retry: false,
  });
  return (data?.data ?? []).map((contact) => ({
    id: contact.id,
    label: contact.email,
    description: fullName(contact),
    link: { to: '/contacts/$id', params: { id: contact.id } },
  }));
}

function useTemplates(search: string, enabled: boolean): readonly Found[] {
  const { data } = useQuery({
    ...read('GET /dashboard-api/templates', { query: { search, limit: mostOfKind } }),
    enabled,
    retry: false,
  });
  return (data?.data ?? []).map(({ id, name }) => ({
    id,
    label: name,
    link: { to: '/templates/$id', params: { id } },
  }));
}

/** Lists that are read whole, and mostly are there already. */
function useShortLists(search: string, enabled: boolean): readonly FoundGroup[] {
  const { data: segments } = useQuery({ ...read('GET /dashboard-api/segments'), enabled });
  const { data: topics } = useQuery({ ...read('GET /dashboard-api/topics'), enabled });
  const { data: forms } = useQuery({ ...read('GET /dashboard-api/forms'), enabled });
  const { data: properties } = useQuery({ ...read('GET /dashboard-api/contact-properties'), enabled });
  const { data: imports } = useQuery({ ...read('GET /dashboard-api/contacts/imports'), enabled });
  const { data: domains } = useQuery({ ...domainsQuery, enabled });
  const { data: people } = useQuery({ ...peopleQuery, enabled });
  const { data: endpoints } = useQuery({ ...read('GET /dashboard-api/webhooks'), enabled });
  const { data: keys } = useQuery({ ...apiKeysQuery, enabled: useMay('POST /api-keys') && enabled });
  return [
    { group: words.segments, found: named(search, segments?.data, (id) => ({ to: '/segments/$id', params: { id } })) },
    { group: words.topics, found: named(search, topics?.data, () => ({ to: '/topics' })) },
    { group: words.forms, found: named(search, forms?.data, (id) => ({ to: '/forms/$id', params: { id } })) },
    {
      group: words.properties,
      found: matching(
        search,
        properties?.data,
        ({ key }) => key,
        ({ id, key }) => ({ id, label: key, link: { to: '/contact-properties' } }),
      ),
    },
    {
      group: words.imports,
      found: matching(
        search,
        imports?.data,
        ({ file_name: name }) => name ?? '',
        ({ id, file_name: name }) => ({ id, label: name ?? id, link: { to: '/imports/$id', params: { id } } }),
      ),
    },
    { group: words.domains, found: named(search, domains?.data, (id) => ({ to: '/domains/$id', params: { id } })) },
    {
      group: words.webhooks,
      found: matching(
        search,
        endpoints?.data,
        ({ endpoint }) => endpoint,
        ({ id, endpoint }) => ({ id, label: endpoint, link: { to: '/webhooks/$id', params: { id } } }),
      ),
    },
    {
      group: words.people,
      found: matching(
        search,
        people?.data,
        ({ name, email }) => `${name} ${email}`,
        ({ id, name, email }) => ({ id, label: name, description: email, link: { to: '/settings/people' } }),
      ),
    },
    { group: words.keys, found: named(search, keys?.data, () => ({ to: '/api-keys' })) },
  ];
}

function matching<Row>(
  search: string,
  rows: readonly Row[] | undefined,
  text: (row: Row) => string,
  show: (row: Row) => Found,
): readonly Found[] {
  return (rows ?? [])
    .filter((row) => hasEveryWord(text(row), search))
    .slice(0, mostOfKind)
    .map(show);
}

const named = (
  search: string,
  rows: readonly { readonly id: string; readonly name: string }[] | undefined,
  linkTo: (id: string) => LinkProps,
): readonly Found[] =>
  matching(
    search,
    rows,
    ({ name }) => name,
    ({ id, name }) => ({ id, label: name, link: linkTo(id) }),
  );

const wholeId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A request is found by its whole id, which is what an error names. */
function useRequests(search: string, isAsked: boolean): readonly Found[] {
  const { data } = useQuery({
    queryKey: ['palette', 'request', search],
    queryFn: ({ signal }) => call('GET /dashboard-api/logs/{id}', { path: { id: search }, signal }),
    enabled: isAsked && wholeId.test(search),
    retry: false,
  });
  if (data === undefined) return [];
  const { id, method, endpoint } = data;
  return [{ id, label: `${method} ${endpoint}`, description: id, link: { to: '/logs/$id', params: { id } } }];
}
