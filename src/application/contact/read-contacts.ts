import type { SegmentFilter } from '../../domain/segment/filter.js';
import { eachContactField, mergeTagOf } from '../../domain/shared/contact-fields.js';
import { reveal } from '../../domain/shared/personal.js';
import type { MergeValues } from '../../domain/template/merge.js';
import {
  type ContactDocument,
  contactsProjection,
  foldContact,
} from '../../projections/contacts/contacts.projection.js';
import { contactToken } from '../../projections/contacts/contact-tokens.js';
import { query } from '../access/use-case.js';
import { refusalOfFilter, teamSegments } from '../segment/named.js';
import { type Page, pageOf, type PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';
import { teamList } from '../shared/team-list.js';
import { teamTopics } from '../topic/topics.js';
import type { AudiencePorts } from './audience.js';
import { shownProperties } from './shown-properties.js';
import type { ContactKey } from './contact-streams.js';
import { countFiltered } from './count-filtered.js';
import { type FilteredPorts, type FilteredRequest, filteredContacts } from './filtered-contacts.js';
import { findContact } from './find-contact.js';
import type { WriteContactPorts } from './contact-change.js';

/** Which contacts of the team; undefined: any. */
export interface ContactFilter {
  readonly segmentId?: string;
  /** Beginnings of words of the address, the names and the properties. */
  readonly search?: string;
  readonly isUnsubscribed?: boolean;
  /** Who said yes to this topic, and who said no. */
  readonly optedIn?: string;
  readonly optedOut?: string;
  /** Who joined by this form, and whom this import wrote. */
  readonly formId?: string;
  readonly importId?: string;
}

/** GET /contacts and /segments/{id}/contacts, newest first. */
export interface ListContacts {
  readonly teamId: string;
  readonly page: Partial<PageRequest>;
  readonly filter: ContactFilter;
}
export type ListContactsResult = Page<ContactDocument> | { readonly refused: 'unknown-segment'; readonly id: string };

/** GET /contacts/{id or address}, what it is subscribed to, and what it is in. */
export interface GetContact {
  readonly teamId: string;
  readonly key: ContactKey;
}

export type ReadContactPorts = WriteContactPorts & AudiencePorts;

export const ListContacts = query({ name: 'ListContacts', need: 'read-only', run: listContacts });
export const GetContact = query({ name: 'GetContact', need: 'read-only', run: getContact });
/** POST /dashboard-api/segments/count: how many contacts a filter finds, before there is a segment with it. */
export interface CountContacts {
  readonly teamId: string;
  readonly filter: SegmentFilter;
}
export const CountContacts = query({
  name: 'CountContacts',
  need: 'read-only',
  async run(ports: FilteredPorts, request: CountContacts) {
    return (await refusalOfFilter(ports, request.teamId, request.filter)) ?? countFiltered(ports, request);
  },
});
export const ListContactTopics = query({ name: 'ListContactTopics', need: 'read-only', run: paged(topicsOf) });
export const ListContactSegments = query({ name: 'ListContactSegments', need: 'read-only', run: paged(segmentsOf) });

/** A page of what one contact has. */
function paged<Item extends { readonly id: string }>(
  all: (ports: ReadContactPorts, of: GetContact) => Promise<readonly Item[] | undefined>,
) {
  return async (ports: ReadContactPorts, { page, ...of }: ListOfContact): Promise<Page<Item> | undefined> => {
    const items = await all(ports, of);
    return items && pageOf(items, page);
  };
}

export async function listContacts(
  ports: FilteredPorts,
  { teamId, page, filter: { segmentId, search, isUnsubscribed, optedIn, optedOut, formId, importId } }: ListContacts,
): Promise<ListContactsResult> {
  if (segmentId !== undefined) {
    const segment = (await teamSegments(ports, teamId)).find(({ id }) => id === segmentId);
    if (segment === undefined) return { refused: 'unknown-segment', id: segmentId };
    if (segment.isFiltered) return ofFilter(ports, { teamId, page, filter: segment.filter, segmentId });
  }
  const tokens = [
    ...(segmentId === undefined ? [] : [contactToken('segment', segmentId)]),
    ...(optedIn === undefined ? [] : [contactToken('opt_in', optedIn)]),
    ...(optedOut === undefined ? [] : [contactToken('opt_out', optedOut)]),
    ...(formId === undefined ? [] : [contactToken('form', formId)]),
    ...(importId === undefined ? [] : [contactToken('import', importId)]),
  ];
  const equals = isUnsubscribed === undefined ? {} : { isSubscribed: isUnsubscribed ? 0 : 1 };
  return teamList(ports, contactsProjection, { teamId, page, search, tokens, equals });
}

/**
 * From its own stream, so that every write that was answered shows; its properties are those that the team has today.
 * @returns undefined when the team has no such contact.
 */
export async function getContact(
  ports: ReadContactPorts,
  { teamId, key }: GetContact,
): Promise<ContactDocument | undefined> {
  const found = await readContact(ports, teamId, key);
  if (found === undefined) return undefined;
  return Object.keys(found.properties).length === 0 ? found : (await shownProperties(ports, teamId))(found);
}

/** A topic with what this contact gets. */
export interface ContactTopic {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly subscription: 'opt_in' | 'opt_out';
  /** ISO 8601: of the topic. */
  readonly createdAt: string;
}

/** GET /contacts/{id or address}/topics and /segments. */
interface ListOfContact extends GetContact {
  readonly page: Partial<PageRequest>;
}

/** Every topic of the team: what the contact said, or else the topic's default. */
export async function topicsOf(
  ports: ReadContactPorts,
  { teamId, key }: GetContact,
): Promise<readonly ContactTopic[] | undefined> {
  const found = await readContact(ports, teamId, key);
  if (found === undefined) return undefined;
  return (await teamTopics(ports, teamId)).map(
    ({ id, name, description, defaultSubscription, createdAt }): ContactTopic => ({
      id,
      name,
      description,
      subscription: found.topics[id] ?? defaultSubscription,
      createdAt,
    }),
  );
}

/** A segment that a contact was added to. */
export interface ContactSegment {
  readonly id: string;
  readonly name: string;
  /** ISO 8601: when the contact was added. */
  readonly addedAt: string;
}

/** The last that it was added to first. */
export async function segmentsOf(
  ports: ReadContactPorts,
  { teamId, key }: GetContact,
): Promise<readonly ContactSegment[] | undefined> {
  const found = await readContact(ports, teamId, key);
  if (found === undefined) return undefined;
  const names = new Map((await teamSegments(ports, teamId)).map(({ id, name }) => [id, name]));
  return Object.entries(found.segments)
    .flatMap(([id, addedAt]) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name, addedAt }];
    })
    .sort((one, other) =>
      one.addedAt < other.addedAt || (one.addedAt === other.addedAt && one.id < other.id) ? 1 : -1,
    );
}

/** The filter of a segment alone decides; one that was erased finds no one. */
async function ofFilter(
  ports: FilteredPorts,
  { filter, ...request }: Omit<FilteredRequest, 'filter'> & { readonly filter: SegmentFilter | null },
): Promise<Page<ContactDocument>> {
  return filter === null ? { documents: [], hasMore: false } : filteredContacts(ports, { ...request, filter });
}

async function readContact(
  ports: WriteContactPorts & Pick<Ports, 'ownWrites'>,
  teamId: string,
  key: ContactKey,
): Promise<ContactDocument | undefined> {
  const found = await findContact(ports, teamId, key);
  return found === undefined ? undefined : foldContact(found.loaded.events);
}

/** How the team's contact with the address is called, as templates ask for it; nothing where there is none. */
export async function personOf(ports: WriteContactPorts, teamId: string, address: string): Promise<MergeValues> {
  const found = await findContact(ports, teamId, { address });
  const profile = found === undefined ? undefined : reveal(found.state.described.profile);
  const known = eachContactField((key, row) => {
    const value = profile?.[key] ?? null;
    return value === null ? [] : [[mergeTagOf(row), value] as const];
  });
  return Object.fromEntries(known.flat());
}
