import { type ExampleTable, listOf } from './shared.js';

const at = '2026-01-02T03:04:05.678Z';

export const dashboardExamples: ExampleTable = {
  'GET /dashboard-api/status': {
    running: { summary: 'Mail leaves', answer: { object: 'status', delivery: { state: 'running', held_since: null } } },
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
        received_at: at,
        reverse_path: 'bounces@resend.dev',
        recipients: ['delivered@resend.dev'],
        subject: 'Your order',
        html: null,
        text: 'Thank you for your order.',
        headers: [{ name: 'Subject', value: 'Your order' }],
        raw: 'Subject: Your order\r\n\r\nThank you for your order.\r\n',
      }),
    },
  },
};
