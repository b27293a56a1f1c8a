import { useServer } from './setup.js';

const suite = useServer({ env: { LOG_LEVEL: 'trace' } });

/** Words that stand nowhere else: each is put where a request may carry something private. */
const secrets = {
  subject: 'subject-7Q2mXv',
  html: 'html-7Q2mXv',
  text: 'text-7Q2mXv',
  name: 'name-7Q2mXv',
  recipient: 'delivered+to-7Q2mXv@posthorn.test',
  blindCopy: 'delivered+bcc-7Q2mXv@posthorn.test',
  replyTo: 'reply-7Q2mXv@example.com',
  header: 'header-7Q2mXv',
  tag: 'tag-7Q2mXv',
  file: 'file-7Q2mXv.txt',
  content: Buffer.from('content-7Q2mXv').toString('base64'),
  idempotencyKey: 'key-7Q2mXv',
  userAgent: 'agent-7Q2mXv',
  query: 'query-7Q2mXv',
  unknownToken: 're_7Q2mXv7Q2mXv7Q2mXv7Q2mXv7Q2mXv',
} as const;

function mail(changes: object = {}) {
  return {
    from: `${secrets.name} <onboarding@posthorn.test>`,
    to: [secrets.recipient],
    bcc: [secrets.blindCopy],
    reply_to: secrets.replyTo,
    subject: secrets.subject,
    html: `<p>${secrets.html}</p>`,
    text: secrets.text,
    headers: { 'X-Ref': secrets.header },
    tags: [{ name: 'kind', value: secrets.tag }],
    attachments: [{ filename: secrets.file, content: secrets.content }],
    ...changes,
  };
}

it('the server’s log lines hold no secret, no address and nothing of a mail', async () => {
  const headers = { 'idempotency-key': secrets.idempotencyKey, 'user-agent': secrets.userAgent };
  const sent = await suite.call('POST', '/emails', { body: mail(), headers });
  expect(sent.status).toBe(200);
  const { id } = sent.body as { id: string };
  await suite.call('POST', '/emails/batch', { body: [mail(), mail({ to: `${secrets.recipient} x` })], headers });
  await suite.call('POST', '/emails', { body: mail({ to: ['bounced+7Q2mXv@posthorn.test'] }) });
  await suite.call('POST', '/emails', { body: mail({ from: secrets.recipient.replace('@', '(at)') }) });
  await suite.call('POST', '/emails', { body: `{"subject":"${secrets.subject}` });
  await suite.call('GET', `/emails/${id}?${secrets.query}=${secrets.recipient}`, { headers });
  await suite.call('GET', `/nowhere/${secrets.query}`);
  await suite.call('GET', '/emails', { key: secrets.unknownToken });
  const created = await suite.call('POST', '/api-keys', { body: { name: secrets.name } });
  const { token } = created.body as { token: string };
  const output = suite.server().output();
  expect(output).toContain('"route":"/emails/:id"');
  for (const secret of [...Object.values(secrets), '7Q2mXv', token, suite.server().key]) {
    expect(output).not.toContain(secret);
  }
});
