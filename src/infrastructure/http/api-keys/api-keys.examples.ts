import { createdAt, type ExampleTable, listOf } from '../openapi/shared-examples.js';

const id = '019a3f5e-7c1a-7d30-9c4b-5c6f0a5c8e44';

export const apiKeyExamples: ExampleTable = {
  'POST /api-keys': {
    full: {
      summary: 'A key with full access',
      request: { name: 'Production' },
      answer: { object: 'api_key', id, token: 're_V1StGXR8Z5jdHi6BmyT9kQ2wL4xN7cP0' },
    },
    sending: {
      summary: 'A key that may only send',
      request: { name: 'Shop', permission: 'sending_access' },
      answer: { object: 'api_key', id, token: 're_V1StGXR8Z5jdHi6BmyT9kQ2wL4xN7cP0' },
    },
  },
  'GET /api-keys': {
    list: {
      summary: 'One key, never used',
      answer: listOf({ id, name: 'Production', created_at: createdAt, last_used_at: null }),
    },
  },
  'PATCH /api-keys/{id}': {
    renamed: { summary: 'Another name', request: { name: 'Staging' }, answer: { object: 'api_key', id } },
  },
  'DELETE /api-keys/{id}': {
    deleted: { summary: 'It opens nothing any more', answer: { object: 'api_key', id, deleted: true } },
  },
};
