const own = '/dashboard-api';
const minuteMs = 60_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const stamp = (ms: number): string => ago(ms).replace('T', ' ').replace('Z', '000+00');
const list = (data: readonly object[], hasMore = false) => ({ object: 'list', has_more: hasMore, data });

export const mailId = '019a3f5e-7c1a-7d30-9c4b-000000000101';
export const manyId = '019a3f5e-7c1a-7d30-9c4b-000000000102';
const keyId = '019a3f5e-7c1a-7d30-9c4b-0000000000b1';
const idOf = (number: number): string => `019a3f5e-7c1a-7d30-9c4b-${String(number).padStart(12, '0')}`;

export function sampleRow(number: number, changes: object = {}) {
  return {
    id: idOf(number),
    message_id: `<${idOf(number)}@example.com>`,
    to: ['grace@example.org'],
    from: 'Shop <shop@example.com>',
    created_at: stamp(number * minuteMs),
    subject: `Order ${number}`,
    bcc: [],
    cc: [],
    reply_to: [],
    last_event: 'delivered',
    scheduled_at: null,
    tags: [{ name: 'category', value: 'invoice' }],
    api_key: { id: keyId, name: 'Shop, production' },
    domain: 'example.com',
    recipient_count: 1,
    last_event_count: 1,
    attachment_count: 0,
    ...changes,
  };
}

export const sampleList = list([
  sampleRow(1, { last_event: 'queued' }),
  sampleRow(2, { last_event: 'bounced', recipient_count: 50, last_event_count: 5, subject: ' ' }),
  sampleRow(3, { last_event: 'scheduled', scheduled_at: stamp(-3 * minuteMs), subject: 'Later' }),
  // What a newer server may say, and what an older one leaves out.
  sampleRow(4, {
    last_event: 'held_by_policy',
    tags: undefined,
    recipient_count: undefined,
    last_event_count: undefined,
  }),
]);

const entry = (number: number, type: string, changes: object = {}) => ({
  id: idOf(500 + number),
  type,
  created_at: ago((30 - number) * minuteMs),
  actor: 'system',
  recipients: [0],
  summary: `${type} of recipient 0`,
  reply: null,
  until: null,
  reason: null,
  meaning: null,
  kind: null,
  note: null,
  tls: null,
  hit: null,
  ...changes,
});

function hitEntry(
  number: number,
  hit: { readonly judged: string; readonly link?: number; readonly [more: string]: unknown },
) {
  const at = ago((30 - number) * minuteMs);
  const visitor = { user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101', ip_address: '192.0.2.7' };
  const type = hit.link === undefined ? 'EmailOpened' : 'EmailClicked';
  return entry(number, type, { hit: { at, link: null, url: null, ...visitor, ...hit } });
}

const reply = (code: number | null, text: string, changes: object = {}) => ({
  step: 'dot',
  code,
  enhanced_code: null,
  text,
  host: 'gmail-smtp-in.l.google.com',
  conversation: null,
  ...changes,
});

const accepted = (count: number) =>
  entry(0, 'EmailAccepted', {
    actor: `api-key ${keyId}`,
    recipients: Array.from({ length: count }, (_, place) => place),
  });

const recipient = (changes: object = {}) => ({
  address: 'grace@example.org',
  role: 'to',
  status: 'delivered',
  reply: { code: 250, enhanced_code: '2.0.0', text: '2.0.0 OK' },
  at: stamp(27 * minuteMs),
  ...changes,
});

/** One recipient: deferred, later delivered. */
export function sampleOverview(changes: object = {}) {
  return {
    ...sampleRow(101, { subject: 'Your order' }),
    object: 'email_overview',
    id: mailId,
    recipients: [recipient()],
    accepted_by: { kind: 'api-key', id: keyId },
    broadcast: null,
    request_id: '019a3f5e-7c1a-7d30-9c4b-7e6f0a5c8e66',
    erased: false,
    is_raw: false,
    attachments: 1,
    timeline: [
      accepted(1),
      entry(1, 'DeliveryDeferred', {
        until: ago(28 * minuteMs),
        meaning: 'the mailbox is full',
        kind: 'mailbox-full',
        reply: reply(452, '4.2.2 Mailbox full', { conversation: '  12 < 220 hello\n   1 > EHLO mail.example.com' }),
      }),
      entry(2, 'DeliveryAttemptStarted', { tls: { protocol: 'TLSv1.3', cipher: 'AES', authorized: true } }),
      entry(3, 'EmailDelivered', { reply: reply(250, '2.0.0 OK') }),
      entry(4, 'EmailStampedByFriends', { summary: 'Stamped by friends' }),
      hitEntry(5, { judged: 'privacy_proxy', sign: 'apple_mail_privacy', user_agent: 'Mozilla/5.0' }),
      hitEntry(6, { judged: 'scanner', sign: 'many_links_at_once', link: 0, url: 'https://shop.example.com/orders' }),
      hitEntry(7, { judged: 'person', sign: 'no_sign_of_a_program' }),
      hitEntry(8, { judged: 'person', sign: 'no_sign_of_a_program', link: 1, url: 'https://shop.example.com/help' }),
    ],
    ...changes,
  };
}

/** Fifty recipients: most have it, one was refused, one waits for another try in twenty seconds. */
export function sampleMany() {
  const due = ago(-20_000);
  const recipients = Array.from({ length: 50 }, (_, place) =>
    recipient({
      address: `reader${place}@example.org`,
      ...(place === 7 ? { status: 'bounced', reply: { code: 550, enhanced_code: '5.1.1', text: 'No such user' } } : {}),
      ...(place === 8 ? { status: 'delivery_delayed', reply: { code: 451, enhanced_code: null, text: 'Later' } } : {}),
    }),
  );
  const delivered = recipients.flatMap(({ address }, place) =>
    place === 7 || place === 8
      ? []
      : [entry(100 + place, 'EmailDelivered', { recipients: [place], reply: reply(250, `OK ${address}`) })],
  );
  const timeline = [
    accepted(50),
    ...delivered,
    entry(7, 'EmailBounced', {
      recipients: [7],
      reply: reply(550, '5.1.1 No such user.\n5.1.1 Look for typos', { enhanced_code: '5.1.1' }),
    }),
    entry(8, 'DeliveryDeferred', { recipients: [8], until: due, reply: reply(451, 'Later') }),
  ];
  return sampleOverview({
    id: manyId,
    last_event: 'bounced',
    recipients,
    timeline,
    subject: 'To fifty',
    attachments: 0,
  });
}

export const bouncedId = '019a3f5e-7c1a-7d30-9c4b-000000000103';
export const suppressionId = '4f0c2a9e-51b7-8c3d-9a44-0c1d2e3f4a5b';

/** One recipient, tried four times and then rejected, which put the address on the suppression list. */
export function sampleBounced(changes: object = {}) {
  const said = { code: 550, enhanced_code: '5.1.1', text: '5.1.1 No such user' };
  const tries = [1, 2, 3, 4].map((number) =>
    entry(number, 'DeliveryDeferred', { until: ago((29 - number) * minuteMs), reply: reply(451, 'Later') }),
  );
  const conversation =
    '  12 < 220 hello\n   1 > EHLO mail.example.com\n  34 < 550-5.1.1 No such\n   0 < 550 5.1.1 user\n   0 * closed';
  return sampleOverview({
    id: bouncedId,
    subject: 'Welcome',
    last_event: 'bounced',
    recipients: [recipient({ status: 'bounced', reply: said })],
    timeline: [
      accepted(1),
      ...tries,
      entry(5, 'DeliveryAttemptStarted', { tls: { protocol: 'TLSv1.3', cipher: 'AES', authorized: false } }),
      entry(6, 'EmailBounced', {
        meaning: 'this mailbox does not exist',
        kind: 'no-mailbox',
        reply: reply(550, said.text, { enhanced_code: '5.1.1', conversation }),
      }),
    ],
    ...changes,
  });
}

export const sampleSuppression = {
  id: suppressionId,
  email: 'grace@example.org',
  origin: 'bounce',
  source_id: bouncedId,
  created_at: stamp(24 * minuteMs),
  scope: 'all',
  expires_at: null,
};

const rfc = { name: 'RFC 7489 §6.6.3', url: 'https://www.rfc-editor.org/rfc/rfc7489#section-6.6.3' };
const insight = (check: string, group: string, title: string, seen: string, changes: object = {}) => ({
  ...{ check, group, title, seen, why: 'Gmail, Yahoo and Microsoft require it of bulk senders.', source: rfc },
  ...{ remedy: null, fix: null },
  ...changes,
});

/** One finding of each group, with a page that fixes it, with a setting, and with neither. */
export const sampleInsights = {
  object: 'insights',
  email_id: mailId,
  erased: false,
  findings: [
    insight('dmarc', 'attention', 'The domain has a valid DMARC record', 'There is no DMARC record for example.com.', {
      remedy: 'Publish the TXT record _dmarc.example.com with v=DMARC1; p=none; and sharpen the policy later.',
      fix: { label: 'Open the records', path: `/dashboard/domains/${idOf(850)}`, setting: null },
    }),
    insight('reverse-dns', 'attention', 'The sending addresses name this server', '192.0.2.25 has no PTR record.', {
      remedy: 'Have the owner of the address set its PTR record to mx.example.com.',
      fix: { label: 'Set HELO_NAME', path: null, setting: 'HELO_NAME' },
    }),
    insight('no-reply', 'improvement', 'The sender can be answered', 'The sender is no-reply@example.com.', {
      remedy: 'Name a `Reply-To` that someone reads.',
    }),
    insight('dkim-alignment', 'unchecked', 'DKIM signs for the From domain', 'No name server answered.'),
    insight('plain-text', 'passed', 'A plain-text part is included', 'The plain-text part has 25 characters.'),
    insight('alt-texts', 'passed', 'Images have alternative texts', 'The image has an alternative text.'),
  ],
};

const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

/** What the rooms of emails ask, for mails of every kind. */
export function sampleEmails(): Record<string, object> {
  const one = `GET ${own}/emails/${mailId}`;
  const because = [
    {
      id: idOf(700),
      type: 'SubmissionAccepted',
      created_at: ago(30 * minuteMs),
      actor: { kind: 'api-key', id: keyId },
    },
    { id: idOf(701), type: null, created_at: null, actor: null },
  ];
  const history = (at: string | null) => ({
    object: 'email_history',
    at,
    state: { ...sampleRow(101), object: 'email', html: null, text: null, recipients: [recipient()] },
    data: sampleOverview().timeline.map(({ id, type, created_at: created, summary }, place) => ({
      id,
      type,
      created_at: created,
      actor: { kind: 'api-key', id: keyId },
      summary,
      request_id: place === 0 ? idOf(800) : null,
      because: place === 0 ? because : [],
    })),
  });
  return {
    [`GET ${own}/emails?kind=transactional&limit=50`]: sampleList,
    [`GET ${own}/emails?limit=50`]: sampleList,
    [`${one}/overview`]: sampleOverview(),
    [`GET ${own}/emails/${manyId}/overview`]: sampleMany(),
    [`${one}/suppressions`]: list([]),
    [`GET ${own}/emails/${manyId}/suppressions`]: list([]),
    [`GET ${own}/emails/${bouncedId}/overview`]: sampleBounced(),
    [`GET ${own}/emails/${bouncedId}/suppressions`]: list([sampleSuppression]),
    [`${one}/preview`]: {
      object: 'email_preview',
      html: `<!doctype html><html><head></head><body><h1>Thank you</h1><img alt="Logo" src="${picture}"></body></html>`,
      text: 'Thank you',
      cut: false,
      remote_images: true,
    },
    [`${one}/attachments?limit=100`]: list([
      {
        id: idOf(900),
        filename: 'invoice.pdf',
        content_type: 'application/pdf',
        content_disposition: 'attachment',
        size: 12_345,
        download_url: `https://mail.example.com/emails/${mailId}/attachments/${idOf(900)}/download?expires=1&signature=x`,
        expires_at: ago(-60 * minuteMs),
      },
    ]),
    [`${one}/captured`]: list([]),
    [`${one}/insights`]: sampleInsights,
    [`${one}/history`]: history(null),
    [`${one}/shares`]: list([
      {
        ...{ id: idOf(901), created_at: stamp(60 * minuteMs), expires_at: stamp(-59 * minuteMs) },
        ...{ opens: 3, last_opened_at: stamp(5 * minuteMs) },
      },
      {
        ...{ id: idOf(902), created_at: stamp(minuteMs), expires_at: stamp(-59 * minuteMs) },
        ...{ opens: 0, last_opened_at: null },
      },
    ]),
    [`GET ${own}/webhook-requests?email_id=${mailId}&limit=100`]: list([
      {
        id: 'atmpt_1',
        webhook_id: idOf(902),
        event_id: 'msg_1',
        email_id: mailId,
        type: 'email.delivered',
        attempt: 1,
        outcome: 'delivered',
        http_status_code: 200,
        error: null,
        duration_ms: 41.7,
        sent_at: stamp(26 * minuteMs),
      },
    ]),
  };
}

export const answers = sampleEmails;

export const samples = [
  ['emails', '/emails', 'text=held by policy'],
  ['send-a-test', '/emails?test=true', 'role=dialog >> button:has-text("Send")'],
  ['email', '/emails/019a3f5e-7c1a-7d30-9c4b-000000000101', 'text=Stamped by friends'],
  ['email-to-many', '/emails/019a3f5e-7c1a-7d30-9c4b-000000000102', 'text=48 delivered'],
  ['email-bounced', '/emails/019a3f5e-7c1a-7d30-9c4b-000000000103', 'text=is now suppressed'],
  [
    'email-send-again',
    '/emails/019a3f5e-7c1a-7d30-9c4b-000000000103?open=resend',
    'role=dialog >> text=1 recipient is suppressed',
  ],
  ['email-content', '/emails/019a3f5e-7c1a-7d30-9c4b-000000000101?tab=content', 'text=invoice.pdf'],
  ['email-insights', '/emails/019a3f5e-7c1a-7d30-9c4b-000000000101?tab=insights', 'text=2 checks passed'],
  ['email-conversation', '/emails/019a3f5e-7c1a-7d30-9c4b-000000000101?tab=conversation', 'text=EHLO mail.example.com'],
  ['email-webhooks', '/emails/019a3f5e-7c1a-7d30-9c4b-000000000101?tab=webhooks', 'text=email.delivered'],
  ['email-why', '/emails/019a3f5e-7c1a-7d30-9c4b-000000000101?tab=why', 'text=the API request was accepted'],
  [
    'email-share',
    '/emails/019a3f5e-7c1a-7d30-9c4b-000000000101?open=share',
    'role=dialog >> button:has-text("Revoke")',
  ],
] as const;
