import { z } from 'zod';
import { AddSuppressions, RemoveSuppressions } from '../../../application/suppression/manage-suppressions.js';
import { GetEmailSuppressions } from '../../../application/suppression/email-suppressions.js';
import { GetSuppression, ListSuppressions } from '../../../application/suppression/read-suppressions.js';
import type { SuppressionDocument } from '../../../projections/suppressions/suppressions.projection.js';
import { notFound } from '../edge/errors/api-error.js';
import { inSearchedList, listOf as list } from '../edge/page.js';
import { restTimestamp } from '../edge/timestamp.js';
import { httpPart } from '../http-part.js';
import { filters, isSearch, oneOfFilter } from '../openapi/filters.js';
import { type Answer, countedPage } from '../openapi/operation.js';
import { get, post, remove } from '../openapi/served.js';
import * as shown from '../openapi/shared-examples.js';
import { id, listOf, oneChanged, oneDeleted, searchedListOf, timestamp } from '../openapi/shared-schemas.js';
import {
  AddSuppressionBody,
  AddSuppressionsBody,
  keyIn,
  keyParameter,
  keysIn,
  origins,
  RemoveSuppressionsBody,
  scopes,
} from './suppressions.bodies.js';

const object = 'suppression' as const;
const members = {
  id,
  email: z
    .string()
    .meta({ 'x-logged': 'domains' })
    .describe('The suppressed address. `[erased]` if the person was erased; the suppression still applies.'),
  origin: z.enum(['bounce', 'complaint', 'manual']),
  source_id: id
    .nullable()
    .describe(
      'The ID of the email that bounced or was marked as spam. Null if the suppression was not caused by an email.',
    ),
  created_at: timestamp,
  scope: z
    .enum(['all', 'bulk'])
    .describe(
      'Which emails are not sent to the address: `all`, or only the class `bulk`. Posthorn only: other servers of this API do not have it.',
    ),
  expires_at: timestamp
    .nullable()
    .describe(
      'The time from which the suppression no longer applies. Null if it never expires. Posthorn only: other servers of this API do not have it.',
    ),
};

const row = z.strictObject(members);
export const suppressionList = searchedListOf(row);
const rows = listOf(row);
export const oneSuppression = z.strictObject({ object: z.literal(object), ...members });
const added = z.strictObject({ data: z.array(oneChanged(object)) });
const removed = z.strictObject({
  data: z.array(
    z.strictObject({
      object: z.literal(object),
      id,
      deleted: z.boolean().describe('False if the address was not suppressed.'),
    }),
  ),
});

function present(entry: SuppressionDocument): Answer<typeof row> {
  const { email, origin, sourceId, createdAt, scope, expiresAt } = entry;
  return {
    id: entry.id,
    email,
    origin,
    source_id: sourceId,
    created_at: restTimestamp(createdAt),
    scope,
    expires_at: expiresAt === null ? null : restTimestamp(expiresAt),
  };
}

const filter = filters({
  origin: oneOfFilter('origin', origins, 'Only suppressions with this origin.'),
  scope: oneOfFilter(
    'scope',
    scopes,
    'Only suppressions with this scope. Posthorn only: other servers of this API do not have it.',
  ),
});

const entryId = '4f0c2a9e-51b7-8c3d-9a44-0c1d2e3f4a5b';
const email = 'ann@example.com';
const entry = {
  id: entryId,
  email,
  origin: 'manual',
  source_id: null,
  created_at: shown.createdAt,
  scope: 'all',
  expires_at: null,
} as const;

const one = { object, id: entryId } as const;
const other = { object, id: '9b7d1e20-6c3f-8a18-8f52-7d6e5c4b3a29' } as const;
const gone = { ...one, deleted: true } as const;

const addSuppression = post({
  path: '/suppressions',
  summary: 'Suppress an address',
  description:
    'The suppression never expires. If you add an address again, the response contains the same ID. A second request can widen the `scope` from `bulk` to `all`, but cannot narrow it.',
  body: AddSuppressionBody,
  status: 201,
  answer: oneChanged(object),
  examples: {
    added: { summary: 'An address that gets no more email', request: { email }, answer: one },
    bulk: {
      summary: 'An address that gets no more bulk email',
      request: { email, scope: 'bulk' },
      answer: one,
    },
  },
  runs: AddSuppressions,
  input: ({ context, body: { email, scope = 'all', origin = 'manual' } }) => ({
    ...{ context, addresses: [email], scope, origin },
  }),
  present({ ids: [added] }) {
    if (added === undefined) throw new Error('each address that is added has an entry');
    return { object, id: added };
  },
});

const listSuppressions = get({
  path: '/suppressions',
  isPageRead: true,
  summary: 'List suppressed addresses, newest first',
  parameters: [...filter.parameters, ...countedPage],
  answer: suppressionList,
  examples: { list: { summary: 'One address', answer: shown.listOf(entry) } },
  runs: ListSuppressions,
  input: ({ teamId, page, query }) => ({ teamId, page, filter: filter.read(query) }),
  isLongRead: isSearch,
  present: inSearchedList(present),
});

const addSuppressions = post({
  path: '/suppressions/batch/add',
  summary: 'Suppress up to 100 addresses',
  body: AddSuppressionsBody,
  status: 201,
  answer: added,
  examples: {
    added: {
      summary: 'Two addresses',
      request: { emails: [email, 'bob@example.com'] },
      answer: {
        data: [one, other],
      },
    },
  },
  runs: AddSuppressions,
  input: ({ context, body: { emails, scope = 'all', origin = 'manual' } }) => ({
    ...{ context, addresses: emails, scope, origin },
  }),
  present: ({ ids }) => ({ data: ids.map((each) => ({ object, id: each })) }),
});

const removeSuppressions = post({
  path: '/suppressions/batch/remove',
  summary: 'Remove up to 100 suppressions',
  description:
    'Identify the suppressions by `emails` or by `ids`. The response contains `deleted: false` for each one that is not on the list.',
  body: RemoveSuppressionsBody,
  answer: removed,
  examples: {
    emails: {
      summary: 'Two addresses, one of them not suppressed',
      request: { emails: [email, 'bob@example.com'] },
      answer: {
        data: [gone, { ...other, deleted: false }],
      },
    },
    ids: { summary: 'A suppression by its ID', request: { ids: [entryId] }, answer: { data: [gone] } },
  },
  runs: RemoveSuppressions,
  input: ({ context, body }) => ({ context, keys: keysIn(body) }),
  present: ({ removed: all }) => ({ data: all.map(({ id: each, deleted }) => ({ object, id: each, deleted })) }),
});

const getSuppression = get({
  path: '/suppressions/{suppression}',
  isPageRead: true,
  summary: 'Get a suppression',
  parameters: [keyParameter],
  answer: oneSuppression,
  examples: { one: { summary: 'A suppressed address', answer: { object, ...entry } } },
  runs: GetSuppression,
  input: ({ teamId, path }) => ({ teamId, key: keyIn(path.suppression) }),
  present: (found) => ({ object, ...present(found) }),
});

const removeSuppression = remove({
  path: '/suppressions/{suppression}',
  summary: 'Remove a suppression',
  parameters: [keyParameter],
  answer: oneDeleted(object),
  examples: {
    deleted: { summary: 'A removed suppression', answer: gone },
  },
  runs: RemoveSuppressions,
  input: ({ context, path }) => ({ context, keys: [keyIn(path.suppression)] }),
  present({ removed: [entry] }) {
    if (entry?.deleted !== true) throw notFound('Suppression not found');
    return { object, id: entry.id, deleted: true } as const;
  },
});

/** For the page of an email: what follows from its bounces, and whom sending it again would not reach. */
const getEmailSuppressions = get({
  path: '/dashboard-api/emails/{id}/suppressions',
  summary: 'List the suppressed recipients of an email, in the order of its recipients',
  answer: rows,
  examples: {
    bounced: {
      summary: 'A recipient who was suppressed after a bounce',
      answer: shown.listOf({ ...entry, origin: 'bounce' as const, source_id: shown.emailId }),
    },
  },
  noun: 'Email',
  runs: GetEmailSuppressions,
  input: ({ teamId, path }) => ({ teamId, emailId: path.id }),
  present: (entries) => list(entries.map(present), false),
});

export const suppressionsHttp = httpPart({
  tag: { name: 'Suppressions', description: 'The addresses that the team does not send email to.' },
  noun: 'Suppression',
  operations: [
    addSuppression,
    listSuppressions,
    addSuppressions,
    removeSuppressions,
    getSuppression,
    removeSuppression,
    getEmailSuppressions,
  ],
});
