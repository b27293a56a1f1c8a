const own = '/dashboard-api';
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const list = (...data: object[]) => ({ object: 'list', has_more: false, data });

export const shopId = '019a3f5e-7c1a-7d30-9c4b-0000000001a1';
export const goneId = '019a3f5e-7c1a-7d30-9c4b-0000000001a2';
export const messageId = 'msg_019a3f5e7c1a8d21b6c04f7e93a5d8b2';
export const replayId = '019a3f5e-7c1a-7d30-9c4b-0000000001b1';
const emailId = '019a3f5e-7c1a-7d30-9c4b-2f6f0a5c8e11';
const attemptId = 'atmpt_019a3f5e7c1a7d309c4b2f6f0a5c8e11';

const shop = {
  id: shopId,
  endpoint: 'https://hooks.example.com/posthorn?token=abc',
  events: ['email.delivered', 'email.bounced', 'inbox.created'],
  status: 'enabled',
  why: null,
  created_at: ago(90 * 24 * hourMs),
  recent: { messages: 100, taken: 97, failed: 1 },
  retrying: 2,
  retrying_since: ago(3 * hourMs),
  failing_since: null,
  behind_since: null,
};
const gone = {
  ...shop,
  id: goneId,
  endpoint: 'https://a-rather-long-name-of-a-host.department.example.com/hooks/posthorn/production',
  events: null,
  status: 'disabled',
  why: 'failing',
  recent: { messages: 0, taken: 0, failed: 0 },
  retrying: 0,
  retrying_since: null,
};

const settings = {
  object: 'webhook',
  id: shopId,
  endpoint: shop.endpoint,
  events: shop.events,
  status: 'enabled',
  created_at: '2026-01-02 03:04:05.678000+00',
  signing_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  headers: { 'x-environment': 'production' },
  domain_ids: [],
  tags: [],
  ordered: false,
  per_second: 0,
};

const message = {
  id: messageId,
  type: 'email.bounced',
  created_at: ago(3 * hourMs),
  status: 'attempting',
  attempts: 2,
  attempted_at: ago(2 * hourMs),
  http_status_code: 503,
  error: 'status',
  next_attempt_at: ago(-hourMs),
  email_id: emailId,
  to: ['grace@example.org', 'ada@example.org'],
  duration_ms: 41.7,
};

const attempt = {
  id: attemptId,
  webhook_id: shopId,
  event_id: messageId,
  email_id: emailId,
  type: 'email.bounced',
  attempt: 2,
  outcome: 'retrying',
  http_status_code: 0,
  error: 'timeout',
  duration_ms: 15_000,
  sent_at: '2026-01-02 03:04:05.678000+00',
};

const figures = {
  object: 'webhook_figures',
  hours_per_period: 1,
  periods: Array.from({ length: 24 }, (_, index) => {
    const hasFailed = index === 20;
    return {
      at: ago((23 - index) * hourMs),
      attempts: index < 4 ? 0 : 50,
      delivered: index < 4 ? 0 : hasFailed ? 20 : 50,
      median_ms: index < 4 ? null : 42,
      p95_ms: index < 4 ? null : hasFailed ? 2_759 : 310,
    };
  }),
};

/** Two endpoints: one with a message that is tried again and a replay under way, and one that was switched off. */
export function sampleWebhooks(): Record<string, object> {
  const one = `${own}/webhooks/${shopId}`;
  return {
    [`GET ${own}/webhooks`]: list(shop, gone),
    [`GET ${one}`]: settings,
    [`GET ${one}/standing`]: { object: 'webhook_standing', ...shop, former_secret_until: ago(-20 * hourMs) },
    [`GET ${own}/webhooks/${goneId}`]: { ...settings, id: goneId, endpoint: gone.endpoint, events: null },
    [`GET ${own}/webhooks/${goneId}/standing`]: { object: 'webhook_standing', ...gone, former_secret_until: null },
    [`GET ${own}/webhooks/${goneId}/replays`]: list(),
    [`GET ${own}/webhooks/${goneId}/messages?limit=50`]: list(),
    [`GET ${one}/messages?limit=50`]: list(message, {
      ...message,
      id: 'msg_019a3f5e7c1a8d21b6c04f7e93a5d8b3',
      type: 'a.type.of.later',
      status: 'a status of later',
      http_status_code: 200,
      next_attempt_at: null,
    }),
    [`GET ${one}/messages?status=failed&limit=50`]: list(),
    [`GET ${one}/failed-messages`]: {
      object: 'webhook_failed_messages',
      count: 100,
      exact: true,
      first_at: '2026-01-03T04:05:06.000Z',
    },
    [`GET ${one}/replay-count`]: { object: 'webhook_replay_count', count: 1240, complete: true },
    [`GET ${one}/figures`]: figures,
    [`GET ${own}/webhooks/${goneId}/figures`]: { ...figures, periods: [] },
    [`GET ${one}/replays`]: list({
      id: replayId,
      scope: 'events',
      since: ago(10 * hourMs),
      until: ago(2 * hourMs),
      types: null,
      status: 'running',
      sent: 40,
      failed: 1,
      reached_at: ago(6 * hourMs),
      created_at: '2026-01-02 03:04:05.678000+00',
      ended_at: null,
    }),
    [`GET ${one}/events/${messageId}`]: {
      object: 'webhook_event',
      id: messageId,
      type: 'email.bounced',
      created_at: '2026-01-02 03:04:05.678000+00',
      status: 'attempting',
      next_attempt_at: '2026-01-02 04:04:05.678000+00',
      payload: {
        type: 'email.bounced',
        created_at: '2026-01-02T03:04:05.678Z',
        data: { email_id: emailId, subject: 'Your order' },
      },
    },
    [`GET ${own}/webhook-requests?event_id=${messageId}&limit=50`]: list(attempt),
    [`GET ${own}/webhook-requests/${attemptId}`]: {
      object: 'webhook_request',
      ...attempt,
      response: 'the shop is closed',
      response_headers: [{ name: 'x-request-id', value: 'of-the-shop' }],
    },
  };
}

export const answers = sampleWebhooks;

export const samples = [
  ['webhooks', '/webhooks', 'text=97%'],
  ['create-webhook', '/webhooks?create=true', 'role=dialog >> button:has-text("Add")'],
  ['webhook', '/webhooks/019a3f5e-7c1a-7d30-9c4b-0000000001a1', 'text=a status of later'],
  ['webhook-off', '/webhooks/019a3f5e-7c1a-7d30-9c4b-0000000001a2', 'text=No messages yet >> nth=1'],
  [
    'webhook-test',
    '/webhooks/019a3f5e-7c1a-7d30-9c4b-0000000001a1?open=test',
    'role=dialog >> button:has-text("Send")',
  ],
  [
    'webhook-replay',
    '/webhooks/019a3f5e-7c1a-7d30-9c4b-0000000001a1?open=replay',
    'role=dialog >> button[type=submit]',
  ],
  [
    'webhook-message',
    '/webhooks/019a3f5e-7c1a-7d30-9c4b-0000000001a1/messages/msg_019a3f5e7c1a8d21b6c04f7e93a5d8b2',
    'text=Headers and response',
  ],
] as const;
