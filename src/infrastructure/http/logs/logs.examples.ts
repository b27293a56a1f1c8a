import { createdAt, emailId, type ExampleTable, listOf } from '../openapi/shared-examples.js';

const row = {
  id: '019a3f5e-7c1a-7d30-9c4b-7e6f0a5c8e66',
  created_at: createdAt,
  endpoint: '/emails',
  method: 'POST',
  response_status: 200,
  user_agent: 'resend-node:6.38.0',
};

export const logExamples: ExampleTable = {
  'GET /logs': { list: { summary: 'The newest requests', answer: listOf(row) } },
  'GET /logs/{id}': {
    sent: {
      summary: 'A request that sent an email',
      answer: {
        object: 'log',
        ...row,
        request_body: {
          from: 'Shop <onboarding@resend.dev>',
          to: ['delivered@resend.dev'],
          subject: 'Your order',
          text: 'Thank you for your order.',
        },
        response_body: { id: emailId },
      },
    },
  },
};
