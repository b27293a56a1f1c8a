import { createdAt, type ExampleTable, listOf } from '../openapi/shared-examples.js';

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
};

export const suppressionExamples: ExampleTable = {
  'POST /suppressions': {
    added: { summary: 'Nothing is sent to this address any more', request: { email }, answer: { object, id } },
    bulk: {
      summary: 'No newsletters any more; codes and receipts still go out',
      request: { email, scope: 'bulk' },
      answer: { object, id },
    },
  },
  'POST /suppressions/batch/add': {
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
  'POST /suppressions/batch/remove': {
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
  'GET /suppressions': { list: { summary: 'One address', answer: listOf(entry) } },
  'GET /suppressions/{suppression}': { one: { summary: 'By id or by address', answer: { object, ...entry } } },
  'DELETE /suppressions/{suppression}': {
    deleted: { summary: 'Mail reaches the address again', answer: { object, id, deleted: true } },
  },
};
