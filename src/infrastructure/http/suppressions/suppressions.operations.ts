import { bodySchema } from '../edge/field.js';
import { get, listErrors, page, post, query, remove } from '../openapi/operation.js';
import { createdAt, listOf } from '../openapi/shared-examples.js';
import * as answers from './suppressions.answers.js';
import {
  AddSuppressionBody,
  AddSuppressionsBody,
  RemoveSuppressionsBody,
  suppressionOrigins,
  suppressionScopes,
} from './suppressions.bodies.js';

const key = {
  in: 'path',
  name: 'suppression',
  required: true,
  schema: { type: 'string' },
  description: 'The id of the entry, or its email address, URL-encoded.',
};

const id = '4f0c2a9e-51b7-8c3d-9a44-0c1d2e3f4a5b';
const other = '9b7d1e20-6c3f-8a18-8f52-7d6e5c4b3a29';
const email = 'ann@example.com';
const object = 'suppression';
const entry = {
  id,
  email,
  origin: 'manual',
  source_id: null,
  created_at: createdAt,
  scope: 'all',
  expires_at: null,
} as const;

export const addSuppression = post({
  path: '/suppressions',
  summary: 'Put an address on the suppression list',
  description:
    'For good. Adding it again changes nothing and is answered with the same id. `scope` widens an entry, never narrows it.',
  body: bodySchema(AddSuppressionBody),
  status: 201,
  answer: answers.addedSuppression,
  examples: {
    added: { summary: 'Nothing is sent to this address any more', request: { email }, answer: { object, id } },
    bulk: {
      summary: 'No newsletters any more; codes and receipts still go out',
      request: { email, scope: 'bulk' },
      answer: { object, id },
    },
  },
});

export const listSuppressions = get({
  path: '/suppressions',
  isPageRead: true,
  summary: 'List suppressed addresses, newest first',
  parameters: [
    query('origin', { type: 'string', enum: suppressionOrigins }, 'Only entries that came about this way.'),
    query(
      'scope',
      { type: 'string', enum: suppressionScopes },
      'Only entries that hold this email. An extra of this server.',
    ),
    ...page,
  ],
  answer: answers.suppressionList,
  errors: listErrors,
  examples: { list: { summary: 'One address', answer: listOf(entry) } },
});

export const addSuppressions = post({
  path: '/suppressions/batch/add',
  summary: 'Put up to 100 addresses on the list',
  body: bodySchema(AddSuppressionsBody),
  status: 201,
  answer: answers.addedSuppressions,
  examples: {
    added: {
      summary: 'Two addresses at once',
      request: { emails: [email, 'bob@example.com'] },
      answer: {
        data: [
          { object, id },
          { object, id: other },
        ],
      },
    },
  },
});

export const removeSuppressions = post({
  path: '/suppressions/batch/remove',
  summary: 'Take up to 100 entries off the list',
  description: 'Named by `emails` or by `ids`. What is not on the list is answered with `deleted: false`.',
  body: bodySchema(RemoveSuppressionsBody),
  answer: answers.removedSuppressions,
  examples: {
    emails: {
      summary: 'By address; one was not on the list',
      request: { emails: [email, 'bob@example.com'] },
      answer: {
        data: [
          { object, id, deleted: true },
          { object, id: other, deleted: false },
        ],
      },
    },
    ids: { summary: 'By id', request: { ids: [id] }, answer: { data: [{ object, id, deleted: true }] } },
  },
});

export const getSuppression = get({
  path: '/suppressions/{suppression}',
  isPageRead: true,
  summary: 'Get an entry of the list',
  parameters: [key],
  answer: answers.oneSuppression,
  examples: { one: { summary: 'By id or by address', answer: { object, ...entry } } },
});

export const removeSuppression = remove({
  path: '/suppressions/{suppression}',
  summary: 'Take an address off the list',
  parameters: [key],
  answer: answers.removedSuppression,
  examples: {
    deleted: { summary: 'Mail reaches the address again', answer: { object, id, deleted: true } },
  },
});
