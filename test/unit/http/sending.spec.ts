import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AcceptBatch, AcceptBatchResult } from '../../../src/application/submission/accept-rest-batch.js';
import type { AcceptEmail } from '../../../src/application/submission/accept-rest-email.js';
import { sentBatch, sentEmail } from '../../support/answers.js';
import { emailId, smallEmail, teamId } from '../../support/http-documents.js';
import { type HttpServer, sendingKey, startHttpServer } from '../../support/http-server.js';

describe('sending over HTTP', () => {
  let server: HttpServer;
  let sent: AcceptEmail[];
  let batches: AcceptBatch[];

  const recordBatch = (command: AcceptBatch): AcceptBatchResult => {
    batches.push(command);
    const errors = command.items.flatMap((item, index) =>
      'invalid' in item ? [{ index, message: item.invalid }] : [],
    );
    return { emailIds: command.items.filter((item) => 'request' in item).map(() => emailId), errors };
  };

  beforeAll(async () => {
    server = await startHttpServer();
    server.application.acceptEmail = (command) => {
      sent.push(command);
      return { emailId };
    };
    server.application.acceptBatch = recordBatch;
  });
  beforeEach(() => {
    sent = [];
    batches = [];
  });
  afterAll(() => server.close());

  const lastSent = () => sent.at(-1)!.request;

  it('answers 200 with the id alone', async () => {
    const answer = await server.call('POST', '/emails', { body: smallEmail });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ id: emailId });
    expect(sentEmail.parse(answer.body)).toEqual({ id: emailId });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('hands over the whole mail, parsed', async () => {
    const body = {
      from: 'Sender <Some.One@Posthorn.TEST>',
      to: ['"Quoted, \\"Name\\"" <a@example.com>', 'b@bücher.example'],
      cc: 'c@example.com',
      bcc: [],
      reply_to: ['Example, Inc. <reply@example.com>'],
      subject: 'Grüße',
      html: '<p>Hi</p>',
      text: 'Hi there',
      headers: { 'X-Entity-Ref-ID': '1', 'List-Unsubscribe': '<https://example.com/u>', 'X-Posthorn-Class': 'Bulk' },
      tags: [{ name: 'kind', value: 'welcome' }],
      react: { ignored: true },
      attachments: [],
      scheduled_at: null,
      some_field_of_tomorrow: 1,
    };
    expect((await server.call('POST', '/emails', { body })).status).toBe(200);
    expect(lastSent()).toEqual({
      from: { name: 'Sender', address: 'Some.One@posthorn.test' },
      to: [
        { name: 'Quoted, "Name"', address: 'a@example.com' },
        { name: null, address: 'b@xn--bcher-kva.example' },
      ],
      cc: [{ name: null, address: 'c@example.com' }],
      bcc: [],
      replyTo: [{ name: 'Example, Inc.', address: 'reply@example.com' }],
      subject: 'Grüße',
      html: '<p>Hi</p>',
      text: 'Hi there',
      headers: [
        ['X-Entity-Ref-ID', '1'],
        ['List-Unsubscribe', '<https://example.com/u>'],
      ],
      tags: [{ name: 'kind', value: 'welcome' }],
      retryClass: 'bulk',
      attachments: [],
    });
  });

  it('says who asks, and names the request in the answer and to the application alike', async () => {
    const answer = await server.call('POST', '/emails', { body: smallEmail, key: sendingKey });
    const { context, principal } = sent.at(-1)!;
    expect(principal).toMatchObject({ permission: 'sending_access', teamId });
    expect(context).toEqual({
      teamId,
      actor: { kind: 'api-key', id: Reflect.get(principal, 'apiKeyId') },
      correlationId: answer.headers.get('x-request-id'),
    });
    expect(context.correlationId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  it('derives the text from html, unless an empty text opts out', async () => {
    const { text: _text, ...withoutText } = smallEmail;
    const html = '<h1>Hello</h1><p>See <a href="https://example.com/x">this</a> &amp; that</p>';
    await server.call('POST', '/emails', { body: { ...withoutText, html } });
    expect(lastSent()).toHaveProperty('text', 'Hello\n\nSee this [https://example.com/x] & that');
    await server.call('POST', '/emails', { body: { ...withoutText, html, text: '' } });
    expect(lastSent()).not.toHaveProperty('text');
    await server.call('POST', '/emails', { body: { ...withoutText, html, text: '', template: null } });
    expect(lastSent()).not.toHaveProperty('text');
    expect(lastSent()).toHaveProperty('html', html);
  });

  it.each(['/email', '/emails/sending', '/email/sending'])(
    'POST %s is POST /emails, idempotency included',
    async (path) => {
      const answer = await server.call('POST', path, { body: smallEmail, headers: { 'Idempotency-Key': 'welcome/1' } });
      expect(answer).toMatchObject({ status: 200, body: { id: emailId } });
      expect(sent.at(-1)!.idempotency).toEqual({
        key: 'welcome/1',
        method: 'POST',
        path: '/emails',
        payload: smallEmail,
      });
    },
  );

  it('passes no idempotency on where there is no key', async () => {
    await server.call('POST', '/emails', { body: smallEmail });
    expect(sent.at(-1)!.idempotency).toBeNull();
  });

  it.each([
    ['', 400],
    ['k'.repeat(257), 400],
    ['k', 200],
    ['k'.repeat(256), 200],
  ] as const)('an idempotency key has 1 to 256 characters (%#)', async (key, status) => {
    for (const [path, body] of [
      ['/emails', smallEmail],
      ['/emails/batch', [smallEmail]],
    ] as const) {
      const answer = await server.call('POST', path, { body, headers: { 'Idempotency-Key': key } });
      expect(answer.status).toBe(status);
      if (status === 400) expect(answer.body).toMatchObject({ statusCode: 400, name: 'invalid_idempotency_key' });
    }
  });

  it('takes JSON without a content type, with a charset, and with a byte order mark', async () => {
    const body = JSON.stringify(smallEmail);
    const bytes = new TextEncoder();
    for (const [type, payload] of [
      [undefined, bytes.encode(body)],
      ['application/json; charset=utf-8', bytes.encode(body)],
      ['Application/JSON', bytes.encode(`\ufeff${body}`)],
    ] as const) {
      const response = await fetch(`${server.url}/emails`, {
        method: 'POST',
        headers: { authorization: `Bearer ${sendingKey}`, ...(type ? { 'content-type': type } : {}) },
        body: payload,
      });
      expect(response.status).toBe(200);
      await response.text();
    }
  });

  describe('a batch', () => {
    const bad = { ...smallEmail, to: 'nobody' };

    it('answers the ids in order, and no errors in strict mode', async () => {
      server.application.acceptBatch = () => ({ emailIds: [emailId, teamId], errors: [] });
      const answer = await server.call('POST', '/emails/batch', { body: [smallEmail, smallEmail] });
      expect(answer).toMatchObject({ status: 200, body: { data: [{ id: emailId }, { id: teamId }] } });
      expect(answer.body).not.toHaveProperty('errors');
      server.application.acceptBatch = recordBatch;
    });

    it('strict (also unsaid): the first bad email is the error, and says where it stands', async () => {
      for (const headers of [{}, { 'x-batch-validation': 'strict' }]) {
        const answer = await server.call('POST', '/emails/batch', { body: [smallEmail, bad, {}], headers });
        expect(answer.status).toBe(422);
        expect(answer.body).toEqual({
          statusCode: 422,
          name: 'validation_error',
          message: expect.stringMatching(/^Email at index 1: Invalid `to` field\./),
        });
      }
      expect(batches).toEqual([]);
    });

    it('permissive: sends the good ones and says what is wrong with the others', async () => {
      const headers = { 'x-batch-validation': 'permissive' };
      const answer = await server.call('POST', '/emails/batch', { body: [bad, smallEmail, 'text'], headers });
      expect(answer.status).toBe(200);
      expect(sentBatch.parse(answer.body)).toEqual({
        data: [{ id: emailId }],
        errors: [
          { index: 0, message: expect.stringContaining('`to`') },
          { index: 2, message: 'The email must be a JSON object.' },
        ],
      });
      const clean = await server.call('POST', '/emails/batch', { body: [smallEmail], headers });
      expect(clean.body).toEqual({ data: [{ id: emailId }], errors: [] });
    });

    it('gives the application the sentence for what it refuses itself', async () => {
      await server.call('POST', '/emails/batch', {
        body: [smallEmail],
        headers: { 'x-batch-validation': 'permissive' },
      });
      const sentence = batches.at(-1)!.describe({ refused: 'domain-not-verified', domain: 'example.com' });
      expect(sentence).toContain('The example.com domain is not verified.');
    });

    it('is under one idempotency key, with the array as its payload', async () => {
      await server.call('POST', '/emails/batch', { body: [smallEmail], headers: { 'Idempotency-Key': 'b' } });
      expect(batches.at(-1)!.idempotency).toEqual({
        key: 'b',
        method: 'POST',
        path: '/emails/batch',
        payload: [smallEmail],
      });
    });

    it('holds 1 to 100 emails, as an array', async () => {
      for (const body of [{}, smallEmail, [], Array.from({ length: 101 }, () => smallEmail)]) {
        const answer = await server.call('POST', '/emails/batch', { body });
        expect(answer).toMatchObject({ status: 422, body: { name: 'validation_error' } });
        expect((answer.body as { message: string }).message).toContain('The request body must be');
      }
      const full = await server.call('POST', '/emails/batch', { body: Array.from({ length: 100 }, () => smallEmail) });
      expect(full.status).toBe(200);
    });

    it('knows two modes', async () => {
      const answer = await server.call('POST', '/emails/batch', {
        body: [smallEmail],
        headers: { 'x-batch-validation': 'loose' },
      });
      expect(answer).toMatchObject({ status: 422, body: { name: 'validation_error' } });
    });
  });

  it.each([
    [
      { refused: 'domain-not-verified', domain: 'example.com' },
      403,
      'validation_error',
      'The example.com domain is not verified.',
    ],
    [{ refused: 'domain-not-allowed-for-key', domain: 'example.com' }, 403, 'validation_error', 'example.com'],
    [{ refused: 'sandbox-recipient', domain: 'posthorn.test' }, 403, 'validation_error', 'posthorn.test'],
    [{ refused: 'idempotency-conflict' }, 409, 'invalid_idempotent_request', 'idempotency key'],
    [{ refused: 'idempotency-in-progress' }, 409, 'concurrent_idempotent_requests', 'idempotency key'],
    [{ refused: 'unavailable', retryAfterSeconds: 7 }, 503, 'application_error', 'Try again'],
  ] as const)('answers the refusal %j', async (refusal, status, name, part) => {
    const usual = { ...server.application };
    Object.assign(server.application, { acceptEmail: () => refusal, acceptBatch: () => ({ ...refusal, index: 3 }) });
    const single = await server.call('POST', '/emails', { body: smallEmail });
    const batch = await server.call('POST', '/emails/batch', { body: [smallEmail] });
    Object.assign(server.application, usual);
    expect(single).toMatchObject({
      status,
      body: { statusCode: status, name, message: expect.stringContaining(part) },
    });
    expect(batch).toMatchObject({ status, body: { name, message: expect.stringContaining(`index 3: `) } });
    expect(single.headers.get('retry-after')).toBe(status === 503 ? '7' : null);
  });
});
