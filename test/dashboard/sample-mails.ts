import { safeHtml } from '../../src/infrastructure/http/emails/rendering/safe-html.js';
import type { Answers } from './mock-posthorn.js';

export const welcomeId = '0b7e1f5c-3d0a-4c3e-9d7e-6f0f5a1c2b3d';
export const hostileId = '5d2c9a10-77aa-4c52-8a55-0d9f6a3e4c11';
export const bouncedId = '9f3a44f0-1c2d-4e5f-8a9b-0c1d2e3f4a5b';

const welcomeHtml =
  '<div style="background:#eef4ff;padding:24px"><h1 style="color:#123a7a;font-size:22px">Welcome</h1>' +
  '<p>Your code is <strong>418 233</strong>.</p><p><a href="https://example.com/confirm">Confirm your address</a></p></div>';

/** Everything a mail may try: each success asks some server for /ran or /fetched. */
export const hostileHtml = [
  '<!doctype html><html><head><base href="https://tracker.example.com/">',
  '<meta http-equiv="refresh" content="0;url=/fetched?refresh">',
  '<link rel="stylesheet" href="/fetched?sheet"><link rel="preload" as="image" href="/fetched?preload">',
  '<style>@import url("/fetched?import"); body{background:url(/fetched?background)}</style></head>',
  '<body onload="fetch(\'/ran?onload\')"><p id="note">A harmless note.</p>',
  "<script>document.getElementById('note').textContent='script ran';fetch('/ran?script')</script>",
  '<img src="data:," onerror="fetch(\'/ran?onerror\')"><img src="https://tracker.example.com/fetched?pixel">',
  '<svg onload="fetch(\'/ran?svg\')"></svg><iframe src="/fetched?frame"></iframe>',
  '<object data="/fetched?object"></object><video src="/fetched?video" autoplay></video>',
  '<p><a href="https://tracker.example.com/fetched?link" target="_self">Follow me</a></p>',
  '<p><a href="javascript:fetch(\'/ran?javascript\')">Run me</a></p><p>The end.</p></body></html>',
].join('');

function row(id: string, to: string[], subject: string, lastEvent: string, createdAt: string) {
  return {
    id,
    message_id: `<${id}@posthorn.test>`,
    from: 'Posthorn <hello@posthorn.test>',
    to,
    cc: [],
    bcc: [],
    reply_to: [],
    subject,
    created_at: createdAt,
    last_event: lastEvent,
    scheduled_at: null,
  };
}

const welcomeRow = row(welcomeId, ['delivered@resend.dev'], 'Welcome', 'delivered', '2026-03-04 10:15:00.250000+00');
const hostileRow = row(hostileId, ['delivered@resend.dev'], 'Hostile', 'sent', '2026-03-04 10:14:00.000000+00');
const bouncedRow = row(
  bouncedId,
  ['bounced@resend.dev', 'delivered@resend.dev'],
  'Invoice 7, with a subject long enough to need the whole width of any screen it is shown on',
  'bounced',
  '2026-03-04 10:13:00.000000+00',
);

const accepted = { code: 250, enhanced_code: '2.0.0', text: 'OK' };
const refused = { code: 550, enhanced_code: '5.1.1', text: 'No such user here' };

function entry(
  id: string,
  type: string,
  createdAt: string,
  recipients: number[],
  summary: string,
  reply: object | null,
) {
  const actor = type === 'EmailAccepted' ? 'api-key 0193' : 'system delivery';
  return { id, type, created_at: createdAt, actor, recipients, summary, reply };
}

const saidToBounced = [
  '+0 * connected to catcher.posthorn.test [127.0.0.1]:2525',
  '+3 > RCPT TO:<bounced@resend.dev>',
  '+5 < 550 5.1.1 no such user',
].join('\n');

const at = (reply: object, step: string, conversation: string | null = null): object => ({
  ...reply,
  step,
  host: 'catcher.posthorn.test',
  conversation,
});

function captured(subject: string, html: string | null, text: string | null) {
  const headers = [
    { name: 'DKIM-Signature', value: 'v=1; a=rsa-sha256; d=posthorn.test; s=ph1; h=from:to:subject; bh=abc=; b=def=' },
    { name: 'From', value: 'Posthorn <hello@posthorn.test>' },
    { name: 'Subject', value: subject },
  ];
  return {
    number: 1,
    received_at: '2026-03-04T10:15:00.391Z',
    reverse_path: 'bounces@posthorn.test',
    recipients: ['delivered@resend.dev'],
    size: 420,
    cut: false,
    subject,
    html: html === null ? null : safeHtml(html),
    text,
    headers,
    raw: `${headers.map(({ name, value }) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${text ?? html}`,
  };
}

const list = (data: object[]): object => ({ object: 'list', has_more: false, data });

export const emailsPath = '/emails?limit=20';

function preview(html: string, text: string) {
  return { object: 'email_preview', html: safeHtml(html), text, cut: false };
}

/** What each page asks besides. */
const everyPage: Answers = {
  '/dashboard-api/status': { object: 'status', delivery: { state: 'running', held_since: null } },
};
const noAttachments: Answers = Object.fromEntries(
  [welcomeId, hostileId, bouncedId].map((id) => [`/emails/${id}/attachments?limit=100`, list([])]),
);

export const noMails: Answers = { ...everyPage, [emailsPath]: list([]) };

export const someMails: Answers = {
  ...everyPage,
  ...noAttachments,
  [emailsPath]: list([welcomeRow, hostileRow, bouncedRow]),

  [`/emails/${welcomeId}`]: {
    object: 'email',
    ...welcomeRow,
    html: welcomeHtml,
    text: 'Your code is 418 233.',
    tags: [{ name: 'kind', value: 'welcome' }],
    recipients: [
      {
        address: 'delivered@resend.dev',
        role: 'to',
        status: 'delivered',
        reply: accepted,
        at: '2026-03-04T10:15:00.402Z',
      },
    ],
  },
  [`/dashboard-api/emails/${welcomeId}/preview`]: preview(welcomeHtml, 'Your code is 418 233.'),
  [`/dashboard-api/emails/${welcomeId}/timeline`]: list([
    entry('1', 'EmailAccepted', '2026-03-04T10:15:00.250Z', [0], 'Accepted', null),
    entry('2', 'DeliveryAttemptStarted', '2026-03-04T10:15:00.371Z', [0], 'Handed to the receiver', null),
    entry('3', 'EmailDelivered', '2026-03-04T10:15:00.402Z', [0], 'Delivered', at(accepted, 'dot')),
  ]),
  [`/dashboard-api/emails/${welcomeId}/captured`]: list([captured('Welcome', welcomeHtml, 'Your code is 418 233.')]),

  [`/emails/${hostileId}`]: {
    object: 'email',
    ...hostileRow,
    html: hostileHtml,
    text: 'A harmless note.',
    tags: [],
    recipients: [{ address: 'delivered@resend.dev', role: 'to', status: 'sent', reply: null, at: null }],
  },
  [`/dashboard-api/emails/${hostileId}/preview`]: preview(hostileHtml, 'A harmless note.'),
  [`/dashboard-api/emails/${hostileId}/timeline`]: list([
    entry('1', 'EmailAccepted', '2026-03-04T10:14:00.000Z', [0], 'Accepted', null),
  ]),
  [`/dashboard-api/emails/${hostileId}/captured`]: list([captured('Hostile', hostileHtml, null)]),

  [`/emails/${bouncedId}`]: {
    object: 'email',
    ...bouncedRow,
    html: null,
    text: 'Invoice 7 is attached.',
    tags: [],
    recipients: [
      { address: 'bounced@resend.dev', role: 'to', status: 'bounced', reply: refused, at: '2026-03-04T10:18:02.000Z' },
      {
        address: 'delivered@resend.dev',
        role: 'to',
        status: 'delivered',
        reply: accepted,
        at: '2026-03-04T10:13:00.100Z',
      },
    ],
  },
  [`/dashboard-api/emails/${bouncedId}/timeline`]: list([
    entry('1', 'EmailAccepted', '2026-03-04T10:13:00.000Z', [0, 1], 'Accepted', null),
    entry('2', 'DeliveryAttemptStarted', '2026-03-04T10:13:00.080Z', [0, 1], 'Handed to the receiver', null),
    entry('3', 'EmailDelivered', '2026-03-04T10:13:00.100Z', [1], 'Delivered', at(accepted, 'dot')),
    entry('4', 'DeliveryOutcomeUnknown', '2026-03-04T10:13:30.000Z', [0], 'No reply was seen', null),
    entry('5', 'EmailBounced', '2026-03-04T10:18:02.000Z', [0], 'Refused for good', at(refused, 'rcpt', saidToBounced)),
  ]),
  [`/dashboard-api/emails/${bouncedId}/captured`]: list([]),
};

/** The list while nothing is newer than what `someMails` has, and then with one mail on top of it. */
export const oneMoreMail: Answers = {
  [emailsPath]: list([
    row('c0ffee00-0000-4000-8000-000000000001', ['ada@example.com'], 'Just in', 'queued', '2026-03-04 10:16:00+00'),
    welcomeRow,
  ]),
};
