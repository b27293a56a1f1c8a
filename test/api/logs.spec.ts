import * as answers from '../support/answers.js';
import { dataOf, errorOf, small, useTeam } from './setup.js';

const { client, call } = useTeam();

const unknownId = '01a1fc74-2e88-7195-a39f-95afcf6e06a4';

async function listed(query = '') {
  const answer = await call('GET', `/logs${query}`);
  expect(answer.status).toBe(200);
  return answers.logList.parse(answer.body).data;
}

/** The request log's id of what was just answered. */
async function lastLog() {
  const [row] = await listed('?limit=1');
  if (row === undefined) throw new Error('nothing is logged');
  return dataOf(await client().logs.get(row.id), answers.log);
}

describe('logs', () => {
  it('a client that sends and then lists sees its request', async () => {
    const resend = client();
    const sent = dataOf(
      await resend.emails.send({ ...small, cc: 'delivered+cc@resend.dev', tags: [{ name: 'a', value: 'b' }] }),
    );
    const { data } = dataOf(await resend.logs.list(), answers.logList);
    expect(data[0]).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      endpoint: '/emails',
      method: 'POST',
      response_status: 200,
      user_agent: expect.stringMatching(/^resend-node:/),
    });
    const log = dataOf(await resend.logs.get(data[0]!.id), answers.log);
    expect(log).toEqual({
      object: 'log',
      ...data[0],
      request_body: {
        from: small.from,
        to: [small.to],
        cc: ['delivered+cc@resend.dev'],
        subject: small.subject,
        text: small.text,
        tags: [{ name: 'a', value: 'b' }],
      },
      response_body: { id: sent.id },
    });
  });

  it('the page shows the key by its name, also once it is deleted, and what belongs to the request', async () => {
    const made = dataOf(await client().apiKeys.create({ name: 'Shop of the page' }));
    const key = await call('POST', '/emails', {
      key: made.token,
      body: { ...small, to: 'nobody' },
      headers: { 'idempotency-key': 'order-1042' },
    });
    expect(key.status).toBe(422);
    dataOf(await client().apiKeys.remove(made.id));
    const id = key.headers.get('x-request-id') ?? '';
    const shown = answers.pageLog.parse((await call('GET', `/dashboard-api/logs/${id}`)).body);
    expect(shown).toMatchObject({
      api_key: { id: made.id, name: 'Shop of the page' },
      idempotency_key: 'order-1042',
      email_ids: [],
      reference: '/docs#/Emails/postEmails',
      duration_ms: expect.any(Number),
    });
    const list = answers.pageLogList.parse((await call('GET', '/dashboard-api/logs')).body).data;
    expect(list.find((row) => row.id === id)?.error_name).toBe('validation_error');
    expect(list.find(({ response_status: status }) => status < 300)?.error_name).toBeNull();
  });

  it('is narrowed to a path, or to all paths of one kind', async () => {
    const first = dataOf(await client().emails.send(small));
    const second = dataOf(await client().emails.send(small));
    for (const { id } of [first, second]) dataOf(await client().emails.get(id));
    const endpoints = async (path: string) => {
      const rows = await listed(`?path=${encodeURIComponent(path)}&limit=100`);
      return [...new Set(rows.map(({ endpoint }) => endpoint))];
    };
    expect(await endpoints(`/emails/${second.id}`)).toEqual([`/emails/${second.id}`]);
    expect(await endpoints('/emails/{id}')).toEqual(
      expect.arrayContaining([`/emails/${first.id}`, `/emails/${second.id}`]),
    );
    expect(await endpoints('/emails')).toEqual(['/emails']);
    expect((await call('GET', '/logs?path=emails')).status).toBe(422);
  });

  it('of attachments shows everything but the content', async () => {
    const content = Buffer.from('four').toString('base64');
    dataOf(await client().emails.send({ ...small, attachments: [{ filename: 'a.txt', content }] }));
    expect((await lastLog()).request_body).toMatchObject({
      attachments: [{ filename: 'a.txt', content_type: 'text/plain', content: '[redacted]' }],
    });
  });

  it('tells a batch in the order of the request, with what was refused', async () => {
    const good = (subject: string) => ({ ...small, subject });
    const body = [good('one'), { ...good('two'), from: 'nobody' }, good('three')];
    const answer = await call('POST', '/emails/batch', { body, headers: { 'x-batch-validation': 'permissive' } });
    const log = await lastLog();
    const { data } = answers.sentBatch.parse(answer.body);
    expect(log).toMatchObject({
      endpoint: '/emails/batch',
      response_body: { data, errors: [{ index: 1, message: expect.stringContaining('Invalid `from` field') }] },
    });
    expect(log.request_body).toEqual({
      items: [expect.objectContaining({ subject: 'one' }), null, expect.objectContaining({ subject: 'three' })],
    });
  });

  it('keeps no word and no address of a refused mail', async () => {
    const body = {
      ...small,
      from: 'Ann Example <ann@unverified.example.com>',
      to: ['bob@example.com'],
      subject: 'Secret plan',
    };
    const refused = await call('POST', '/emails', { body });
    expect(refused.status).toBe(403);
    const log = await lastLog();
    expect(log).toMatchObject({
      response_status: 403,
      request_body: {
        from: '[address]@unverified.example.com',
        to: ['[address]@example.com'],
        subject: '[11 characters]',
        text: '[2 characters]',
      },
      response_body: refused.body,
    });
    expect(JSON.stringify(log)).not.toMatch(/Ann|ann|bob@|Secret/);
  });

  it('never shows a token', async () => {
    const created = dataOf(await client().apiKeys.create({ name: 'Logged' }));
    expect(await lastLog()).toMatchObject({
      endpoint: '/api-keys',
      method: 'POST',
      response_status: 201,
      request_body: { name: '[redacted]' },
      response_body: { object: 'api_key', id: created.id, token: '[redacted]' },
    });
  });

  it('shows no value that a webhook is sent or answered with, and nothing of a field that the API does not have', async () => {
    const secrets = ['Bearer canary-1', 'https://hooks.example.com/canary-2', 'canary-3', 'canary-4'];
    const created = await call('POST', '/webhooks', {
      body: {
        endpoint: secrets[1],
        events: ['email.sent'],
        headers: { Authorization: secrets[0] },
        tags: [{ name: 'who', value: secrets[2] }],
        signingSecret: secrets[3],
        per_second: 3,
      },
    });
    expect(created.status).toBe(201);
    const { id } = answers.webhookSecret.parse(created.body);
    expect(await lastLog()).toMatchObject({
      request_body: {
        endpoint: '[redacted]',
        events: ['email.sent'],
        headers: { Authorization: '[redacted]' },
        tags: [{ name: '[redacted]', value: '[redacted]' }],
        signingSecret: '[redacted]',
        per_second: 3,
      },
      response_body: { object: 'webhook', id, signing_secret: '[redacted]' },
    });
    await call('PATCH', `/webhooks/${id}`, { body: { headers: { Authorization: secrets[0] } } });
    const changed = await lastLog();
    await call('GET', `/webhooks/${id}`);
    const read = await lastLog();
    dataOf(await client().emails.send({ ...small, subject: 'canary-5' }));
    await call('GET', '/events/feed?limit=100');
    expect(JSON.stringify([changed, read, await lastLog()])).not.toContain('canary');
    expect(read.response_body).toMatchObject({ headers: { Authorization: '[redacted]' }, status: 'enabled' });
    await call('DELETE', `/webhooks/${id}`);
  });

  it('of mails that were read it shows which', async () => {
    const { id } = dataOf(await client().emails.send(small));
    dataOf(await client().emails.get(id));
    expect(await lastLog()).toMatchObject({
      endpoint: `/emails/${id}`,
      method: 'GET',
      request_body: null,
      response_body: { object: 'email', id },
    });
    const list = dataOf(await client().emails.list({ limit: 1 }));
    expect((await lastLog()).response_body).toEqual({ object: 'list', has_more: list.has_more, data: [{ id }] });
  });

  it('filters by status, class, method, key and time', async () => {
    const { token } = dataOf(await client().apiKeys.create({ name: 'Other', permission: 'sending_access' }));
    const sending = client(token);
    const { id } = dataOf(await sending.emails.send(small));
    errorOf(await sending.emails.get(id));
    errorOf(await client().emails.get(unknownId));
    const of = async (query: string) =>
      (await listed(`?${query}`)).map((row) => `${row.method} ${row.endpoint} ${row.response_status}`);
    expect(await of('status=404&limit=1')).toEqual([`GET /emails/${unknownId} 404`]);
    expect(await of('status=4xx&limit=2')).toEqual([`GET /emails/${unknownId} 404`, `GET /emails/${id} 401`]);
    expect(await of('method=get&limit=1')).toEqual([`GET /emails/${unknownId} 404`]);
    const { data } = dataOf(await client().apiKeys.list());
    const keyId = data.find(({ name }) => name === 'Other')?.id;
    expect(await of(`api_key_id=${keyId}`)).toEqual([`GET /emails/${id} 401`, 'POST /emails 200']);
    const [newest] = await listed(`?api_key_id=${keyId}&limit=1`);
    const at = newest!.created_at.replace(' ', 'T').replace('000+00', 'Z');
    expect(await of(`api_key_id=${keyId}&until=${at}`)).toEqual(['POST /emails 200']);
    expect(await of(`api_key_id=${keyId}&since=${at}`)).toEqual([`GET /emails/${id} 401`]);
    expect(await of(`api_key_id=${keyId}&until=2020-01-01`)).toEqual([]);
  });

  it('when a key was last used is exact', async () => {
    const { id, token } = dataOf(await client().apiKeys.create({ name: 'Used twice' }));
    const lastUse = async () => dataOf(await client().apiKeys.list()).data.find((key) => key.id === id)?.last_used_at;
    dataOf(await client(token).emails.send(small));
    dataOf(await client(token).emails.send(small));
    const [newest] = await listed(`?api_key_id=${id}&limit=1`);
    expect(await lastUse()).toBe(newest?.created_at);
  });

  it.each([
    'status=9xx',
    'status=20',
    'method=FETCH',
    'api_key_id=x',
    'since=yesterday',
    'until=2026-01-01T00:00',
    'status=404&status=422',
    'after=x',
  ])('refuses ?%s', async (query) => {
    const answer = await call('GET', `/logs?${query}`);
    expect(answers.errorBody.parse(answer.body)).toMatchObject({ statusCode: 422, name: 'validation_error' });
  });
});
