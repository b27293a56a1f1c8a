import type { PropertyValue } from '../../domain/contact/events.js';
import { eachContactField } from '../../domain/shared/contact-fields.js';
import { type ContactDocument, contactsProjection } from '../../projections/contacts/contacts.projection.js';
import type { FilteredPorts } from '../contact/filtered-contacts.js';
import { type ContactFilter, listContacts } from '../contact/read-contacts.js';
import { shownProperties } from '../contact/shown-properties.js';
import { teamProperties } from '../contact-property/contact-properties.js';
import type { CsvCell } from '../ports/csv.js';
import { teamSegments } from '../segment/named.js';
import { teamTopics } from '../topic/topics.js';
import type { Exported } from './exported.js';

type Column = readonly [name: string, cell: (contact: ContactDocument) => CsvCell];

const pageSize = 500;

/** Under the names that an import reads, so that the file can be imported as it is. */
const own: readonly Column[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['email', ({ email }) => email],
  ...eachContactField((key, { wireName }): Column => [wireName, (contact) => contact[key]]),
  ['unsubscribed', ({ unsubscribed }) => String(unsubscribed)],
];

/** The contacts that a list shows, with the properties and the topics that the team has as the file is begun. */
export async function exportedContacts(ports: FilteredPorts, teamId: string, filter: ContactFilter): Promise<Exported> {
  const [properties, topics, segments, shown] = await Promise.all([
    teamProperties(ports, teamId),
    teamTopics(ports, teamId),
    teamSegments(ports, teamId),
    shownProperties(ports, teamId),
  ]);
  const names = new Map(segments.flatMap(({ id, name, isFiltered }) => (isFiltered ? [] : [[id, name] as const])));
  const columns: readonly Column[] = [
    ...own,
    ['segments', ({ segments: joined }) => namesOf(Object.keys(joined), names)],
    ...properties.map(({ key }): Column => [key, (contact) => cellOf(contact.properties[key])]),
    ...topics.map(
      ({ id, name, defaultSubscription }): Column => [
        `topic: ${name}`,
        (contact) => contact.topics[id] ?? defaultSubscription,
      ],
    ),
  ];
  return {
    shape: contactsProjection,
    columns: columns.map(([name]) => name),
    async *pages() {
      for await (const contacts of pagesOf(ports, teamId, filter)) {
        yield contacts.map(shown).map((contact) => columns.map(([, cell]) => cell(contact)));
      }
    },
  };
}

/** Nothing where the segment was deleted in between. */
async function* pagesOf(
  ports: FilteredPorts,
  teamId: string,
  filter: ContactFilter,
): AsyncGenerator<readonly ContactDocument[]> {
  for (let after: string | undefined; ; ) {
    const page = { limit: pageSize, ...(after === undefined ? {} : { after }) };
    const found = await listContacts(ports, { teamId, page, filter });
    if ('refused' in found) return;
    yield found.documents;
    const next = found.walkedTo?.id ?? found.documents.at(-1)?.id;
    if (!found.hasMore || next === undefined) return;
    after = next;
  }
}

/** As a column of tags is read: a name with a separator in it stands in quotes. */
function namesOf(ids: readonly string[], names: ReadonlyMap<string, string>): string {
  const joined = ids.flatMap((id) => names.get(id) ?? []);
  return joined.map((name) => (/[,;|"]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ');
}

const cellOf = (value: PropertyValue | undefined): CsvCell =>
  value === undefined ? null : typeof value === 'boolean' ? String(value) : value;
