import type { Answers } from './mock-posthorn.js';
import { someMails, welcomeId } from './sample-mails.js';

export const keyId = '0198c0de-0000-7000-8000-00000000000a';
export const sendLogId = '0198c0de-0000-7000-8000-000000000001';
export const refusedLogId = '0198c0de-0000-7000-8000-000000000002';
const acceptedId = '0198c0de-0000-7000-8000-0000000000e1';

const hostileAgent = '<img src=x onerror="fetch(\'/ran?agent\')">';

const row = (id: string, method: string, endpoint: string, status: number, userAgent: string | null) => ({
  id,
  created_at: '2026-03-04 10:15:00.240000+00',
  endpoint,
  method,
  response_status: status,
  user_agent: userAgent,
});
const sendRow = row(sendLogId, 'POST', '/emails', 200, 'resend-node:6.38.0');
const refusedRow = row(refusedLogId, 'POST', '/emails', 422, hostileAgent);

const list = (data: object[], hasMore = false): object => ({ object: 'list', has_more: hasMore, data });

export const someLogs: Answers = {
  '/api-keys?limit=100': list([
    { id: keyId, name: 'Shop', created_at: '2026-03-01 09:00:00.000000+00', last_used_at: null },
  ]),
  '/logs?limit=20': list([sendRow, refusedRow], true),
  [`/logs?limit=20&after=${refusedLogId}`]: list([
    row('0198c0de-0000-7000-8000-000000000003', 'GET', '/domains', 200, null),
  ]),
  '/logs?limit=20&status=4xx': list([refusedRow]),
  '/logs?limit=20&status=4xx&method=POST': list([refusedRow]),
  [`/logs?limit=20&status=4xx&method=POST&api_key_id=${keyId}`]: list([]),
  [`/logs/${sendLogId}`]: {
    object: 'log',
    ...sendRow,
    request_body: { from: 'hello@posthorn.test', to: ['delivered@resend.dev'], subject: 'Welcome' },
    response_body: { id: welcomeId },
  },
  [`/logs/${refusedLogId}`]: {
    object: 'log',
    ...refusedRow,
    request_body: { subject: '<script>fetch("/ran?subject")</script>' },
    response_body: { statusCode: 422, name: 'missing_required_field', message: 'Missing `from` field.' },
  },
};

const acceptedAt = '2026-03-04T10:15:00.250Z';
const startedAt = '2026-03-04T10:15:00.371Z';
const deliveredAt = '2026-03-04T10:15:00.402Z';
const system = { kind: 'system', id: 'delivery' };
const byKey = { kind: 'api-key', id: keyId };
const accepted = { id: acceptedId, type: 'EmailAccepted', created_at: acceptedAt, actor: byKey };

const stateThen = (lastEvent: string, at: string | null, reply: object | null) => {
  // The sample mail has this shape.
  const { html, text, ...mail } = someMails[`/emails/${welcomeId}`] as Record<string, unknown>;
  const recipient = { address: 'delivered@resend.dev', role: 'to', status: lastEvent, reply, at };
  return { ...mail, last_event: lastEvent, recipients: [recipient] };
};

const entries = [
  {
    ...accepted,
    summary: 'Accepted for 1 recipient: "Welcome" from Posthorn <hello@posthorn.test>',
    request_id: sendLogId,
    because: [{ id: '0198c0de-0000-7000-8000-0000000000e0', type: null, created_at: null, actor: null }],
  },
  {
    id: '0198c0de-0000-7000-8000-0000000000e2',
    type: 'DeliveryAttemptStarted',
    created_at: startedAt,
    actor: system,
    summary: 'Handing over to recipient 0, over TLSv1.3',
    request_id: sendLogId,
    because: [accepted],
  },
  {
    id: '0198c0de-0000-7000-8000-0000000000e3',
    type: 'EmailDelivered',
    created_at: deliveredAt,
    actor: system,
    summary: 'Delivered to recipient 0',
    request_id: sendLogId,
    because: [{ ...accepted, id: '0198c0de-0000-7000-8000-0000000000e2', type: 'DeliveryAttemptStarted' }, accepted],
  },
];

const path = `/dashboard-api/emails/${welcomeId}/history`;
const history = (at: string | null, count: number, state: object | null): object => ({
  object: 'email_history',
  at,
  state,
  data: entries.slice(0, count),
});
const query = (at: string): string => `${path}?at=${encodeURIComponent(at)}`;
const reply = { code: 250, enhanced_code: '2.0.0', text: 'OK' };

export const someHistory: Answers = {
  [path]: history(null, 3, stateThen('delivered', deliveredAt, reply)),
  [query(acceptedAt)]: history(acceptedAt, 1, stateThen('queued', acceptedAt, null)),
  [query(startedAt)]: history(startedAt, 2, stateThen('sent', startedAt, null)),
};
