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
  id: z.string().describe('The ID of the contact. If no such contact exists, the ID or address from the path.'),
  contact: z.string().meta({ 'x-logged': 'domains' }).describe('The ID or address of the contact, as in the path.'),
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
  examples: { created: { summary: 'A contact with a name', request: { email, first_name: 'Ann' }, answer: made } },
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
  examples: { list: { summary: 'A list with one contact', answer: listOf(annRow) } },
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
  description: 'Returns a contact of the team, whether it is in the segment or not.',
  parameters,
  answer: one,
  examples: { one: { summary: 'A contact with a name', answer: { object, ...annRow, properties: {} } } },
  runs: GetContact,
  input: ({ teamId, path }) => ({ teamId, key: contactIn(path.contact) }),
  present: presentOne,
});

const change = patch({
  path: '/audiences/{id}/contacts/{contact}',
  ...older,
  summary: 'Change a contact (older name)',
  description: 'Fields that you omit do not change. Null clears a name or a property.',
  parameters,
  body: ChangeContactBody,
  answer: oneChanged(object),
  examples: { left: { summary: 'Unsubscribe from all marketing', request: { unsubscribed: true }, answer: made } },
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
  description:
    'Deletes the contact, not only its membership in the segment. If no such contact exists, the response is the same.',
  parameters,
  answer: deletedContact,
  examples: {
    deleted: {
      summary: 'A contact deleted by its address',
      answer: { object, id: contactId, contact: email, deleted: true },
    },
  },
  runs: DeleteContactIfKnown,
  input: ({ context, path }) => ({ context, key: contactIn(path.contact) }),
  present: ({ id }, { path }) => ({ object, id: id ?? path.contact, contact: path.contact, deleted: true }) as const,
});

export const audienceContacts = [create, listed, found, change, deleted] as const;
