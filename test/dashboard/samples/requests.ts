const own = '/dashboard-api';
const list = (...data: object[]) => ({ object: 'list', has_more: false, data });

export const newestId = '019a3f5e-7c1a-7d30-9c4b-0000000002a1';
export const refusedId = '019a3f5e-7c1a-7d30-9c4b-0000000002a2';
export const batchId = '019a3f5e-7c1a-7d30-9c4b-0000000002a3';
export const strangeId = '019a3f5e-7c1a-7d30-9c4b-0000000002a4';
const emailId = '019a3f5e-7c1a-7d30-9c4b-2f6f0a5c8e11';
const secondId = '019a3f5e-7c1a-7d30-9c4b-2f6f0a5c8e12';
const key = { id: '019a3f5e-7c1a-7d30-9c4b-0000000000b1', name: 'Shop, production' };

const row = {
  id: newestId,
  created_at: new Date().toISOString(),
  endpoint: '/emails',
  method: 'POST',
  response_status: 200,
  user_agent: 'resend-node:6.38.0',
  api_key: key as object | null,
  duration_ms: 4.2,
  error_name: null as string | null,
};
const refused = { ...row, id: refusedId, response_status: 403, error_name: 'validation_error' };
const batch = { ...row, id: batchId, endpoint: '/emails/batch', api_key: { id: 'a key of before', name: null } };
const strange = {
  ...row,
  id: strangeId,
  endpoint: `/emails/${emailId}`,
  method: 'GET',
  response_status: 422,
  error_name: 'of_a_later_server',
  api_key: null,
};

const kept = {
  object: 'log',
  request_body: null as object | null,
  response_body: null as object | null,
  idempotency_key: null as string | null,
  email_ids: [] as readonly string[],
  reference: '/docs#/Emails/postEmails' as string | null,
};

export const sampleLogs = () => [row, refused, batch, strange];

/** The request log of a shop: accepted, refused, partly refused, and something that no page has seen before. */
export function sampleRequests(): Record<string, object> {
  const logs = `GET ${own}/logs`;
  return {
    [`${logs}?limit=50`]: list(...sampleLogs()),
    [`${logs}?status=4xx&limit=50`]: list(refused),
    [`${logs}?path=%2Femails%2Fbatch&limit=50`]: list(batch),
    [`${logs}/${newestId}`]: { ...kept, ...row, idempotency_key: 'order-1042', email_ids: [emailId] },
    [`${logs}/${refusedId}`]: {
      ...kept,
      ...refused,
      request_body: { from: '[address]@shop.example.com' },
      response_body: {
        statusCode: 403,
        message: 'The shop.example.com domain is not verified. Add and verify the domain before sending from it.',
        name: 'validation_error',
      },
    },
    [`${logs}/${batchId}`]: {
      ...kept,
      ...batch,
      response_body: {
        data: [{ id: emailId }, { id: secondId }],
        errors: [{ index: 1, message: 'Missing `to` field.' }],
      },
      email_ids: [emailId, secondId],
    },
    [`${logs}/${strangeId}`]: {
      ...kept,
      ...strange,
      response_body: { name: 'of_a_later_server', message: '<img src=x onerror=alert(1)>' },
      reference: null,
    },
  };
}

export const answers = sampleRequests;

export const samples = [
  ['logs', '/logs', 'text=Deleted API key'],
  ['log', '/logs/019a3f5e-7c1a-7d30-9c4b-0000000002a2', 'text=How to fix it'],
] as const;
