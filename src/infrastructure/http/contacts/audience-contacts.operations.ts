import { z } from 'zod';
import { ChangeContact, CreateContact, DeleteContactIfKnown } from '../../../application/contact/manage-contacts.js';
import { GetContact, ListContacts } from '../../../application/contact/read-contacts.js';
import { inSearchedList, readPage } from '../edge/page.js';
import { allOrPage, id as idParameter } from '../openapi/operation.js';
import { isSearch } from '../openapi/filters.js';
import { get, patch, post, remove } from '../openapi/served.js';
import { contactId, listOf } from '../openapi/shared-examples.js';
import { changed, oneChanged, searchedListOf } from '../openapi/shared-schemas.js';
import { annRow, email, made, object, one, present, presentOne, row } from './contacts.answers.js';
import {
  ChangeContactBody,
  consentsIn,
  contactIn,
  contactParameter,
  CreateContactBody,
  fieldsIn,
} from './contacts.bodies.js';

/* What older clients call, and newer ones where an `audienceId` is given: a segment by its older name. */

const deletedContact = z.strictObject({
  object: z.literal(object),
  id: z.string().describe('Of the contact; of one that is not there, what the path names.'),
  contact: z.string().meta({ 'x-logged': 'domains' }).describe('What the path names.'),
  deleted: z.literal(true),
});
const older = { deprecated: true } as const;
const parameters = [idParameter, contactParameter];

const create = post({
  path: '/audiences/{id}/contacts',
  ...older,
  summary: 'Create a contact in a segment (older name)',
  body: CreateContactBody,
  status: 201,
  answer: oneChanged(object),
  examples: { created: { summary: 'With a name', request: { email, first_name: 'Ann' }, answer: made } },
  runs: CreateContact,
  input: ({ context, path, body }) => ({
    context,
    fields: fieldsIn(body),
    consents: consentsIn(body),
    segmentIds: [path.id, ...(body.segments ?? [])],
  }),
  present: changed(object),
});

const listed = get({
  path: '/audiences/{id}/contacts',
  ...older,
  summary: 'List the contacts in a segment, newest first (older name)',
  parameters: [idParameter, ...allOrPage],
  answer: searchedListOf(row),
  examples: { list: { summary: 'One contact', answer: listOf(annRow) } },
  noun: 'Segment',
  runs: ListContacts,
  input: ({ teamId, path, query }) => ({ teamId, page: readPage(query), filter: { segmentId: path.id } }),
  isLongRead: isSearch,
  present: inSearchedList(present),
});

const found = get({
  path: '/audiences/{id}/contacts/{contact}',
  ...older,
  summary: 'Get a contact (older name)',
  description: 'A contact of the team, whether it is in the segment or not.',
  parameters,
  answer: one,
  examples: { one: { summary: 'By id or by address', answer: { object, ...annRow, properties: {} } } },
  runs: GetContact,
  input: ({ teamId, path }) => ({ teamId, key: contactIn(path.contact) }),
  present: presentOne,
});

const change = patch({
  path: '/audiences/{id}/contacts/{contact}',
  ...older,
  summary: 'Change a contact (older name)',
  description: 'What is left out stays as it is; null clears a name or a property.',
  parameters,
  body: ChangeContactBody,
  answer: oneChanged(object),
  examples: { left: { summary: 'Gets no marketing any more', request: { unsubscribed: true }, answer: made } },
  runs: ChangeContact,
  input: ({ context, path, body }) => ({
    context,
    key: contactIn(path.contact),
    fields: fieldsIn(body),
    consents: consentsIn(body),
  }),
  present: changed(object),
});

const deleted = remove({
  path: '/audiences/{id}/contacts/{contact}',
  ...older,
  summary: 'Delete a contact (older name)',
  description: 'The whole contact, not only from the segment. One that is not there is answered the same.',
  parameters,
  answer: deletedContact,
  examples: {
    deleted: { summary: 'By its address', answer: { object, id: contactId, contact: email, deleted: true } },
  },
  runs: DeleteContactIfKnown,
  input: ({ context, path }) => ({ context, key: contactIn(path.contact) }),
  present: ({ id }, { path }) => ({ object, id: id ?? path.contact, contact: path.contact, deleted: true }) as const,
});

export const audienceContacts = [create, listed, found, change, deleted] as const;
