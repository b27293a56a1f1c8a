const id = '019a3f5e-7c1a-7d30-9c4b-8c1d0f2a3c21';
const fileId = '019a3f5e-7c1a-7d30-9c4b-8c1d0f2a3c22';
const link = {
  download_url: `/emails/receiving/${id}/raw?expires=1&signature=x`,
  expires_at: '2026-01-02T04:04:05.000Z',
};
const file = {
  id: fileId,
  filename: 'order.txt',
  content_type: 'text/plain',
  content_disposition: 'attachment',
  size: 2_048,
};
const row = {
  id,
  message_id: '<42@mail.example.net>',
  to: ['support@example.com'],
  from: 'Ann <ann@example.net>',
  created_at: '2026-01-02 03:04:05.678000+00',
  subject: 'Where is my order?',
  bcc: [],
  cc: ['a.very.long.address.that.does.not.fit@subdomain.example.org'],
  reply_to: [],
  received_for: ['support@example.com'],
  attachments: [{ ...file, content_id: null }],
  authentication: {
    ...{ spf: 'fail', dkim: 'pass', dmarc: 'fail', arc: 'none' },
    passed: { spf: null, dkim: ['list.example.org'], dmarc: null },
  },
};
const list = (data: readonly object[]) => ({ object: 'list', has_more: false, data });

export const answers = (): Record<string, object> => ({
  'GET /dashboard-api/emails/receiving': list([
    row,
    { ...row, id: `${id.slice(0, -1)}3`, subject: ' ', attachments: [] },
  ]),
  [`GET /dashboard-api/emails/receiving/${id}`]: {
    object: 'email',
    ...row,
    html: null,
    text: 'Order 42 has not come.',
    headers: { from: 'Ann <ann@example.net>', received: 'from a.test\nfrom b.test', references: '<41@example.com>' },
    raw: link,
  },
  [`GET /dashboard-api/emails/receiving/${id}/attachments`]: list([{ ...file, ...link }]),
});

export const samples = [
  ['received', '/received', 'text=Where is my order?'],
  ['received-email', `/received/${id}`, 'text=Order 42 has not come.'],
] as const;
