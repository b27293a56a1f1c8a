import { createdAt, type ExampleTable, listOf } from '../openapi/shared-examples.js';

const at = '2026-01-02T03:04:05.678Z';

const domainId = '019a3f5e-7c1a-7d30-9c4b-6d6f0a5c8e55';

const mx = {
  record: 'SPF',
  name: 'send',
  type: 'MX',
  ttl: 'Auto',
  status: 'pending',
  value: 'mail.posthorn.test',
  priority: 10,
};

const findings = {
  object: 'domain_findings',
  domain: {
    object: 'domain',
    id: domainId,
    name: 'example.com',
    status: 'pending',
    created_at: createdAt,
    region: 'us-east-1',
    open_tracking: false,
    click_tracking: false,
    capabilities: { sending: 'enabled', receiving: 'disabled' },
    records: [mx],
  },
  origin: 'team',
  status: 'pending',
  may_send: false,
  check_awaited: false,
  last_checked_at: at,
  tls: 'opportunistic',
  custom_return_path: 'send',
  former_tracking: [
    {
      name: 'clicks',
      full_name: 'clicks.example.com',
      value: 'links.posthorn.test',
      finding: 'verified',
      found: ['links.posthorn.test'],
    },
  ],
  claim: null,
  data: [
    {
      full_name: 'send.example.com',
      required: true,
      finding: 'different',
      found: ['20 mail.posthorn.test'],
      advice: ['The priority is 20; set it to 10.'],
    },
  ],
};

export const dashboardExamples: ExampleTable = {
  'GET /dashboard-api/status': {
    running: { summary: 'Mail leaves', answer: { object: 'status', delivery: { state: 'running', held_since: null } } },
  },
  'GET /dashboard-api/queue': {
    deferred: {
      summary: 'A receiver that wants it later',
      answer: {
        object: 'queue',
        complete: true,
        data: [
          {
            domain: 'example.com',
            due: 0,
            waiting: 2,
            in_attempt: 0,
            next_at: at,
            last_reply: '451 4.7.1 at rcpt',
            paused: null,
            first_email_id: '019a3f5e-7c1a-7d30-9c4b-8f6f0a5c8e77',
          },
        ],
      },
    },
  },
  'GET /dashboard-api/regions': {
    all: { summary: 'The default first', answer: listOf({ name: 'us-east-1' }, { name: 'eu-west-1' }) },
  },
  'GET /dashboard-api/domains/{id}/findings': {
    pending: { summary: 'One record is not right yet', answer: findings },
  },
  'GET /dashboard-api/domains/{id}/dmarc': {
    missing: {
      summary: 'None is published',
      answer: {
        object: 'domain_dmarc',
        finding: 'missing',
        found_at: null,
        found: [],
        policy: null,
        advice: ['There is no DMARC record, and large receivers expect one of whoever sends much.'],
        suggested: { name: '_dmarc.example.com', value: 'v=DMARC1; p=none;' },
      },
    },
  },
  'GET /dashboard-api/emails/{id}/timeline': {
    accepted: {
      summary: 'The first entry',
      answer: listOf({
        id: '019a3f5e-7c1a-7d30-9c4b-8f6f0a5c8e77',
        type: 'EmailAccepted',
        created_at: at,
        actor: 'api-key',
        recipients: [0],
        summary: 'Accepted',
        reply: null,
      }),
    },
  },
  'GET /dashboard-api/emails/{id}/history': {
    present: {
      summary: 'An email that was just accepted',
      answer: {
        object: 'email_history',
        at: null,
        state: null,
        data: [
          {
            id: '019a3f5e-7c1a-7d30-9c4b-8f6f0a5c8e77',
            type: 'EmailAccepted',
            created_at: at,
            actor: { kind: 'api-key', id: '019a3f5e-7c1a-7d30-9c4b-5c6f0a5c8e44' },
            summary: 'Accepted',
            request_id: '019a3f5e-7c1a-7d30-9c4b-7e6f0a5c8e66',
            because: [],
          },
        ],
      },
    },
  },
  'GET /dashboard-api/emails/{id}/captured': {
    one: {
      summary: 'One message in the catcher',
      answer: listOf({
        number: 1,
        received_at: at,
        reverse_path: 'bounces@resend.dev',
        recipients: ['delivered@resend.dev'],
        size: 51,
        cut: false,
        subject: 'Your order',
        html: null,
        text: 'Thank you for your order.',
        headers: [{ name: 'Subject', value: 'Your order' }],
        raw: 'Subject: Your order\r\n\r\nThank you for your order.\r\n',
      }),
    },
  },
};
