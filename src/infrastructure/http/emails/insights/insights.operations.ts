import { bodySchema } from '../../edge/field.js';
import { get, invalidBody, oneErrors, post } from '../../openapi/operation.js';
import { emailId } from '../../openapi/shared-examples.js';
import { SendEmailBody } from '../body/send-email.body.js';
import { emailInsights } from './insights.answers.js';

const plainText = {
  check: 'plain-text',
  group: 'passed',
  title: 'A plain-text part is included',
  seen: 'The plain-text part has 25 characters.',
  why: 'Some readers, watches and screen readers show only plain text, and filters distrust html that comes alone.',
  source: { name: 'RFC 2046 §5.1.4', url: 'https://www.rfc-editor.org/rfc/rfc2046#section-5.1.4' },
  remedy: null,
  fix: null,
} as const;

export const getInsights = get({
  path: '/emails/{id}/insights',
  isPageRead: true,
  summary: 'What may keep an email from the inbox, and what to do about it',
  description: 'DNS is asked when the question is asked. An extra of this server.',
  answer: emailInsights,
  errors: { ...oneErrors, 503: ['application_error'] },
  examples: {
    one: {
      summary: 'One of the findings',
      answer: { object: 'insights', email_id: emailId, erased: false, findings: [plainText] },
    },
  },
});

export const previewInsights = post({
  path: '/emails/insights',
  summary: 'What may keep an email from the inbox, before it is sent',
  description:
    'Takes the body of `POST /emails`, and refuses what that refuses. Nothing is sent or stored, and nothing counts against a quota. An extra of this server.',
  access: 'sending',
  body: bodySchema(SendEmailBody),
  answer: emailInsights,
  errors: {
    ...invalidBody,
    403: ['validation_error'],
    404: ['not_found'],
    422: ['invalid_attachment', ...invalidBody[422]],
    503: ['application_error'],
  },
  examples: {
    one: {
      summary: 'One of the findings',
      request: {
        from: 'Shop <onboarding@resend.dev>',
        to: 'delivered@resend.dev',
        subject: 'Your order',
        text: 'Thank you for your order.',
      },
      answer: { object: 'insights', email_id: null, erased: false, findings: [plainText] },
    },
  },
});
