import { queryOptions } from '@tanstack/react-query';
import { pages, read } from '../../api/reading';

/* What these rooms read. Topics, segments and properties are few: all of a team at once. */

export const topicsQuery = queryOptions(read('GET /dashboard-api/topics'));
export const segmentsQuery = queryOptions(read('GET /dashboard-api/segments'));
export const formsQuery = queryOptions(read('GET /dashboard-api/forms'));
export const propertiesQuery = queryOptions(read('GET /dashboard-api/contact-properties'));

interface ContactSearch {
  readonly search?: string;
  readonly segment?: string;
  readonly unsubscribed?: string;
  readonly topic?: string;
  readonly joined?: string;
}

/** As the address of the room asks. */
export const contactsQuery = (search: ContactSearch) =>
  pages('GET /dashboard-api/contacts', { query: { ...contactFilters(search), total: true } });

/** What narrows the list and its export, as the API has it. */
export function contactFilters({ search, segment, unsubscribed, topic, joined }: ContactSearch) {
  const [said, topicId] = topic?.split(':') ?? [];
  const [by, joinedId] = joined?.split(':') ?? [];
  return {
    search,
    segment_id: segment,
    unsubscribed,
    opted_in: said === 'in' ? topicId : undefined,
    opted_out: said === 'out' ? topicId : undefined,
    form_id: by === 'form' ? joinedId : undefined,
    import_id: by === 'import' ? joinedId : undefined,
  };
}

const of = (contact: string) => ({ path: { contact } });

export const contactQuery = (id: string) => queryOptions(read('GET /dashboard-api/contacts/{contact}', of(id)));
export const topicsOfQuery = (id: string) => queryOptions(read('GET /dashboard-api/contacts/{contact}/topics', of(id)));
export const segmentsOfQuery = (id: string) =>
  queryOptions(read('GET /dashboard-api/contacts/{contact}/segments', of(id)));
export const consentsQuery = (id: string) =>
  queryOptions(read('GET /dashboard-api/contacts/{contact}/consents', of(id)));
