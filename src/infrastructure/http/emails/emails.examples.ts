import {
  createdAt,
  emailId,
  type Example,
  type ExampleTable,
  listOf,
  secondEmailId,
} from '../openapi/shared-examples.js';

const plain = {
  from: 'Shop <onboarding@resend.dev>',
  to: 'delivered@resend.dev',
  subject: 'Your order',
  text: 'Thank you for your order.',
};
const sent = { id: emailId };
const changed = { object: 'email', id: emailId };

const row = {
  id: emailId,
  message_id: '<019a3f5e-7c1a-7d30-9c4b-2f6f0a5c8e11@resend.dev>',
  to: ['delivered@resend.dev'],
  from: 'Shop <onboarding@resend.dev>',
  created_at: createdAt,
  subject: 'Your order',
  bcc: [],
  cc: [],
  reply_to: [],
  last_event: 'delivered',
  scheduled_at: null,
};

const attachment = {
  id: '019a3f5e-7c1a-7d30-9c4b-4b6f0a5c8e33',
  filename: 'invoice.txt',
  content_type: 'text/plain; charset=utf-8',
  content_disposition: 'attachment',
  size: 10,
  download_url: `https://mail.example.com/emails/${emailId}/attachments/019a3f5e-7c1a-7d30-9c4b-4b6f0a5c8e33/download?expires=1767326645&signature=hQ2r0b3yX1o`,
  expires_at: '2026-01-02T04:04:05.000Z',
};

const sending: Readonly<Record<string, Example>> = {
  smallest: { summary: 'The smallest email', request: plain, answer: sent },
  full: {
    summary: 'Html and text, copies, headers, tags and an attachment',
    request: {
      from: 'Shop <onboarding@resend.dev>',
      to: ['Customer <delivered@resend.dev>'],
      cc: 'delivered+cc@resend.dev',
      bcc: ['delivered+bcc@resend.dev'],
      reply_to: 'Orders <orders@example.com>',
      subject: 'Your invoice',
      html: '<p>Thank you for your order.</p>',
      text: 'Thank you for your order.',
      headers: { 'X-Entity-Ref-ID': 'order-42' },
      tags: [{ name: 'category', value: 'invoice' }],
      attachments: [{ filename: 'invoice.txt', content: 'SW52b2ljZSA0Mg==' }],
    },
    headers: { 'Idempotency-Key': 'invoice/order-42' },
    answer: sent,
  },
  scheduled: { summary: 'An email for later', request: { ...plain, scheduled_at: 'in 1 hour' }, answer: sent },
};
const older = { smallest: { summary: 'The smallest email', request: plain, answer: sent } };

export const emailExamples: ExampleTable = {
  'POST /emails': sending,
  'POST /email': older,
  'POST /emails/sending': older,
  'POST /email/sending': older,
  'POST /emails/batch': {
    strict: {
      summary: 'Two emails',
      request: [plain, { ...plain, to: 'delivered+second@resend.dev' }],
      answer: { data: [{ id: emailId }, { id: secondEmailId }] },
    },
    permissive: {
      summary: 'With `x-batch-validation: permissive`: one of two is refused',
      request: [plain, { ...plain, to: 'nobody' }],
      headers: { 'x-batch-validation': 'permissive' },
      answer: {
        data: [{ id: emailId }],
        errors: [{ index: 1, message: 'Invalid `to` field. It needs at least one address.' }],
      },
    },
  },
  'GET /emails': { list: { summary: 'The newest emails', answer: listOf(row) } },
  'GET /emails/{id}': {
    delivered: {
      summary: 'A delivered email',
      answer: {
        object: 'email',
        ...row,
        text: 'Thank you for your order.',
        tags: [{ name: 'category', value: 'invoice' }],
        recipients: [
          {
            address: 'delivered@resend.dev',
            role: 'to',
            status: 'delivered',
            reply: { code: 250, enhanced_code: '2.0.0', text: 'OK' },
            at: createdAt,
          },
        ],
      },
    },
  },
  'PATCH /emails/{id}': {
    later: { summary: 'In two hours', request: { scheduled_at: 'in 2 hours' }, answer: changed },
  },
  'POST /emails/{id}/cancel': { canceled: { summary: 'Not sent any more', answer: changed } },
  'POST /emails/{id}/share': {
    short: {
      summary: 'A link for ten minutes',
      request: { expires_in: '10m' },
      answer: {
        ...changed,
        url: `https://mail.example.com/share/${emailId}?expires=1767326645&signature=hQ2r0b3yX1o`,
      },
    },
  },
  'GET /emails/{id}/attachments': {
    list: { summary: 'One attachment', answer: listOf(attachment) },
  },
  'GET /emails/{id}/attachments/{attachment_id}': {
    one: { summary: 'A link to the content', answer: { object: 'attachment', ...attachment } },
  },
};
