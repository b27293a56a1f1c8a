import { getLog, listLogs, logFilters } from '../../logs/logs.operations.js';
import { get, listErrors, page } from '../../openapi/operation.js';
import { createdAt, emailId, listOf } from '../../openapi/shared-examples.js';
import * as answers from './page-logs.answers.js';

const row = {
  id: '019a3f5e-7c1a-7d30-9c4b-7e6f0a5c8e66',
  created_at: createdAt,
  endpoint: '/emails',
  method: 'POST',
  response_status: 200,
  user_agent: 'resend-node:6.38.0',
  api_key: { id: '019a3f5e-7c1a-7d30-9c4b-5c6f0a5c8e44', name: 'Shop, production' },
  duration_ms: 4.2,
} as const;

export const listPageLogs = get({
  path: '/dashboard-api/logs',
  summary: `${listLogs.summary}, with the name of the key`,
  parameters: [...page, ...logFilters],
  answer: answers.pageLogList,
  errors: listErrors,
  examples: { list: { summary: 'The newest requests', answer: listOf(row) } },
});

export const getPageLog = get({
  path: '/dashboard-api/logs/{id}',
  summary: `${getLog.summary}, and what belongs to it`,
  answer: answers.pageLog,
  examples: {
    sent: {
      summary: 'A request that sent an email',
      answer: {
        object: 'log',
        ...row,
        request_body: { to: ['delivered@resend.dev'], subject: 'Your order' },
        response_body: { id: emailId },
        idempotency_key: 'order-1042',
        email_ids: [emailId],
        reference: '/docs#/Emails/postEmails',
      },
    },
  },
});
