import { z } from 'zod';
import { ChangeContact, CreateContact, DeleteContact } from '../../../application/contact/manage-contacts.js';
import { CountContacts, GetContact, ListContacts } from '../../../application/contact/read-contacts.js';
import type { SegmentFilter } from '../../../domain/segment/filter.js';
import { invalid } from '../edge/errors/api-error.js';
import { inSearchedList, readPage } from '../edge/page.js';
import { Field, required } from '../edge/field.js';
import { segmentFilter } from '../openapi/segment-filter.js';
import { httpPart } from '../http-part.js';
import { filterRefusals } from '../in-use/in-use.js';
import { isSearch } from '../openapi/filters.js';
import { allOrPage, counted, id as idParameter, invalidBody } from '../openapi/operation.js';
import { get, patch, post, remove } from '../openapi/served.js';
import * as shown from '../openapi/shared-examples.js';
import { changed, id, oneChanged, searchedListOf } from '../openapi/shared-schemas.js';
import { audienceContacts } from './audience-contacts.operations.js';
import { issueConsentSheet } from './consent-sheet.operations.js';
import { listConsents } from './consents.operations.js';
import { annRow, email, made, object, one, present, presentOne, row } from './contacts.answers.js';
import {
  ChangeContactBody,
  changeErrors,
  consentsIn,
  contactIn,
  contactParameter,
  CreateContactBody,
  fieldsIn,
  ofOne,
} from './contacts.bodies.js';
import { contactFilter } from './contacts.filters.js';
import { exportPerson } from './person-export.operations.js';
import { getTimeline } from './timeline.operations.js';
import { membershipOperations } from './memberships.operations.js';
import { partRefusals } from './contacts.refusals.js';

const deletedContact = z.strictObject({
  object: z.literal(object),
  id,
  contact: z.string().meta({ 'x-logged': 'domains' }).describe('The same ID as `id`, for older clients.'),
  deleted: z.literal(true),
});
const { contactId, segmentId, topicId } = shown;

const createContact = post({
  path: '/contacts',
  summary: 'Create a contact',
  description:
    'If a contact with this address exists, the request updates the given fields and returns the ID of that contact. Opt-outs do not change unless the request contains them.',
  body: CreateContactBody,
  status: 201,
  errors: { ...invalidBody, 404: ['not_found'] },
  answer: oneChanged(object),
  examples: {
    created: { summary: 'A contact with a name', request: { email, first_name: 'Ann' }, answer: made },
    placed: {
      summary: 'A contact in a segment, subscribed to a topic',
      request: {
        email: 'bob@example.com',
        segments: [{ id: segmentId }],
        topics: [{ id: topicId, subscription: 'opt_in' }],
      },
      answer: { object, id: '019a3f5e-7c1a-7d30-9c4b-7a1d0f2a3c66' },
    },
  },
  runs: CreateContact,
  input: ({ context, body }) => ({
    context,
    fields: fieldsIn(body),
    consents: consentsIn(body),
    segmentIds: [...(body.segments ?? []), ...(body.audience_id === undefined ? [] : [body.audience_id])],
  }),
  present: changed(object),
});

const listContacts = get({
  path: '/contacts',
  isPageRead: true,
  summary: 'List contacts, newest first',
  parameters: [...contactFilter.parameters, ...allOrPage, counted],
  errors: { 404: ['not_found'], 422: ['validation_error'] },
  answer: searchedListOf(row),
  examples: { list: { summary: 'A list with one contact', answer: shown.listOf(annRow) } },
  runs: ListContacts,
  input: ({ teamId, query }) => ({ teamId, page: readPage(query), filter: contactFilter.read(query) }),
  isLongRead: isSearch,
  present: inSearchedList(present),
});

const listOfSegment = get({
  path: '/segments/{id}/contacts',
  summary: 'List the contacts in a segment, newest first',
  parameters: [idParameter, ...allOrPage],
  answer: searchedListOf(row),
  examples: { list: { summary: 'A list with one contact', answer: shown.listOf(annRow) } },
  noun: 'Segment',
  runs: ListContacts,
  input: ({ teamId, path, query }) => ({ teamId, page: readPage(query), filter: { segmentId: path.id } }),
  isLongRead: isSearch,
  present: inSearchedList(present),
});

const getContact = get({
  path: '/contacts/{contact}',
  isPageRead: true,
  summary: 'Get a contact',
  ...ofOne,
  answer: one,
  examples: {
    one: {
      summary: 'A contact with a name',
      answer: { object, ...annRow, properties: {} },
    },
  },
  runs: GetContact,
  input: ({ teamId, path }) => ({ teamId, key: contactIn(path.contact) }),
  present: presentOne,
});

const changeContact = patch({
  path: '/contacts/{contact}',
  summary: 'Change a contact',
  description: 'Fields that you omit do not change. Null clears a name or a property.',
  parameters: [contactParameter],
  errors: changeErrors,
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

const deleteContact = remove({
  path: '/contacts/{contact}',
  summary: 'Delete a contact',
  description:
    'Destroys the data of the contact. The opt-outs remain under a keyed hash of the address, so an import cannot resubscribe the person.',
  ...ofOne,
  answer: deletedContact,
  examples: {
    deleted: { summary: 'A deleted contact', answer: { ...made, contact: contactId, deleted: true } },
  },
  runs: DeleteContact,
  input: ({ context, path }) => ({ context, key: contactIn(path.contact) }),
  present: ({ id }) => ({ object, id, contact: id, deleted: true }) as const,
});

class CountBody {
  @Field(segmentFilter, required) filter!: SegmentFilter;
}

const countContacts = post({
  path: '/dashboard-api/segments/count',
  summary: 'Count the contacts that match a filter',
  description:
    'If the filter could match more contacts than one response scans (20,000 without an index, and fewer if the filter uses an index, uses activity, or has more than 50 rules), `exact` is false and `count` is an estimate from a sample of contacts of all ages.',
  body: CountBody,
  status: 200,
  answer: z.strictObject({
    object: z.literal('segment_count'),
    count: z.int().min(0),
    exact: z.boolean(),
    margin: z
      .int()
      .min(0)
      .describe(
        'The margin of the estimate: in 19 of 20 cases, the number differs from `count` by at most this value. 0 if `exact` is true.',
      ),
    looked: z.int().min(0).describe('The number of contacts that were scanned.'),
    sample: z.array(row).describe('Up to 5 of the matching contacts, newest first.'),
  }),
  examples: {
    few: {
      summary: 'An exact count',
      request: { filter: { type: 'rule', field: 'unsubscribed', operator: 'eq', value: false } },
      answer: { object: 'segment_count', count: 1, exact: true, margin: 0, looked: 1, sample: [annRow] },
    },
  },
  runs: CountContacts,
  input: ({ teamId, body }) => ({ teamId, filter: body.filter }),
  isLongRead: () => true,
  present: ({ count, isExact, margin, looked, sample }) => ({
    object: 'segment_count' as const,
    count,
    exact: isExact,
    margin,
    looked,
    sample: sample.map(present),
  }),
});

export const contactsHttp = httpPart({
  tag: { name: 'Contacts', description: 'The contacts of a team and their consent.' },
  noun: 'Contact',
  operations: [
    createContact,
    listContacts,
    getContact,
    changeContact,
    deleteContact,
    ...membershipOperations,
    listOfSegment,
    countContacts,
    listConsents,
    getTimeline,
    issueConsentSheet,
    exportPerson,
    ...audienceContacts,
  ],
  refusals: {
    'address-taken': () => invalid('Invalid `email` field. Another contact has this address.'),
    'history-full': () =>
      invalid(
        'The contact was changed too often: its history has 16,000,000 characters. Delete it and create it again. Topics and segments of it can still be changed.',
      ),
    ...partRefusals,
    ...filterRefusals,
  },
});
