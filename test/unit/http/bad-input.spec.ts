import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorBody } from '../../support/answers.js';
import { smallEmail } from '../../support/http-documents.js';
import { type HttpServer, startHttpServer } from '../../support/http-server.js';

const addresses = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}@example.com`);
const without = (field: string) => Object.fromEntries(Object.entries(smallEmail).filter(([name]) => name !== field));
const withFields = (fields: object) => ({ ...smallEmail, ...fields });
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('bad input to POST /emails', () => {
  let server: HttpServer;
  let accepted = 0;

  beforeAll(async () => {
    server = await startHttpServer();
    server.application.acceptEmail = () => {
      accepted += 1;
      return { emailId: '0198c0de-0000-7000-8000-000000000002' };
    };
  });
  afterAll(() => server.close());

  const refused = async (body: unknown, status: number, name: string, part: string) => {
    const before = accepted;
    const answer = await server.call('POST', '/emails', { body });
    expect(errorBody.parse(answer.body)).toEqual({ statusCode: status, name, message: expect.stringContaining(part) });
    expect(Object.keys(answer.body as object)).toEqual(['statusCode', 'message', 'name']);
    expect(answer.status).toBe(status);
    expect(accepted).toBe(before);
  };
  const accepts = async (body: unknown) => {
    const answer = await server.call('POST', '/emails', { body });
    expect(answer).toMatchObject({ status: 200 });
  };

  it.each(['{', '{"from":}', 'plain', '{"from":"a@b.example"'])('malformed JSON: %s', (text) =>
    refused(text, 400, 'validation_error', 'not valid JSON'),
  );

  it.each([['"text"'], ['1'], ['null'], ['[]'], ['[{}]']])('a body that is not an object: %s', (text) =>
    refused(text, 422, 'validation_error', 'The request body must be a JSON object'),
  );

  it('no body at all', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const answer = await server.call('POST', '/emails', { headers });
      expect(answer).toMatchObject({ status: 422, body: { name: 'validation_error' } });
    }
  });

  it.each(['from', 'to', 'subject'])('a missing `%s`, and a null one', async (field) => {
    await refused(without(field), 422, 'missing_required_field', `Missing \`${field}\` field.`);
    await refused(withFields({ [field]: null }), 422, 'missing_required_field', `Missing \`${field}\` field.`);
  });

  it('names the first failing field in the order of the contract', () =>
    refused({ tags: 1, to: 1, subject: 1 }, 422, 'missing_required_field', 'Missing `from` field.'));

  it('neither html nor text; an empty one is none', async () => {
    const missing = 'Missing `html` or `text` field.';
    await refused(without('text'), 422, 'missing_required_field', missing);
    await refused(withFields({ text: '' }), 422, 'missing_required_field', missing);
    await refused({ ...without('text'), html: '' }, 422, 'missing_required_field', missing);
    await accepts(withFields({ html: '' }));
  });

  it.each(['from', 'subject', 'html', 'text'])('a `%s` of the wrong type', async (field) => {
    for (const value of [1, true, { a: 1 }, ['x']]) {
      await refused(withFields({ [field]: value }), 422, 'validation_error', `Invalid \`${field}\` field.`);
    }
  });

  it.each(['to', 'cc', 'bcc', 'reply_to'])('a `%s` that is no address or list of addresses', async (field) => {
    const wrong = [
      1,
      { a: 1 },
      'nobody',
      'a@b',
      ['a@example.com', 1],
      ['a@example.com', 'nobody'],
      [['a@example.com']],
    ];
    for (const value of wrong) {
      await refused(withFields({ [field]: value }), 422, 'validation_error', `Invalid \`${field}\` field.`);
    }
  });

  it('explains both accepted forms of an address', () =>
    refused(
      withFields({ from: 'Sender' }),
      422,
      'validation_error',
      '`email@example.com` or `Name <email@example.com>`',
    ));

  it('takes 1 to 50 recipients on `to`, and 50 over to, cc and bcc', async () => {
    await refused(withFields({ to: [] }), 422, 'validation_error', '`to`');
    await refused(withFields({ to: addresses(51, 'to') }), 422, 'validation_error', '`to`');
    await accepts(withFields({ to: addresses(50, 'to') }));
    const spread = { to: addresses(20, 'to'), cc: addresses(20, 'cc') };
    await accepts(withFields({ ...spread, bcc: addresses(10, 'bcc') }));
    await refused(withFields({ ...spread, bcc: addresses(11, 'bcc') }), 422, 'validation_error', 'together');
  });

  describe('header injection', () => {
    const injection = 'x\r\nBcc: victim@example.com';

    it.each([
      ['from', { from: `${injection} <a@posthorn.test>` }],
      ['from', { from: '"x\r\nBcc: v" <a@posthorn.test>' }],
      ['from', { from: 'a@posthorn.test\r\n' }],
      ['to', { to: [`a@example.com\r\nRCPT TO:<b@example.com>`] }],
      ['to', { to: `${injection} <a@example.com>` }],
      ['to', { to: 'a\u0000@example.com' }],
      ['cc', { cc: `${injection} <a@example.com>` }],
      ['reply_to', { reply_to: `x\n <a@example.com>` }],
      ['subject', { subject: injection }],
      ['subject', { subject: 'a\rb' }],
      ['subject', { subject: 'a\u2028b' }],
      ['headers', { headers: { 'X-Ref': injection } }],
      ['headers', { headers: { 'X-Ref\r\nBcc': 'v' } }],
      ['headers', { headers: { 'X-Ref: v\r\nBcc': 'v' } }],
      ['tags', { tags: [{ name: 'a\r\nb', value: 'c' }] }],
      ['tags', { tags: [{ name: 'a', value: 'c\n' }] }],
    ])('in `%s`: %j', (field, fields) =>
      refused(withFields(fields), 422, 'validation_error', `Invalid \`${field}\` field.`),
    );
  });

  it('subjects of up to 998 bytes', async () => {
    await accepts(withFields({ subject: 'ü'.repeat(499) }));
    await refused(withFields({ subject: 'ü'.repeat(500) }), 422, 'validation_error', '`subject`');
  });

  it.each([
    'From',
    'to',
    'CC',
    'Bcc',
    'Subject',
    'Date',
    'Message-Id',
    'MIME-Version',
    'Content-Type',
    'content-x',
    'DKIM-Signature',
    'Return-Path',
    'SENDER',
    'Resent-From',
    'Authentication-Results',
    'ARC-Seal',
    'Received',
  ])('a header that the service owns: %s', (name) =>
    refused(withFields({ headers: { [name]: 'x' } }), 422, 'validation_error', `\`${name}\` header`),
  );

  it.each([
    ['a list', ['X-A: b']],
    ['text', 'X-A: b'],
    ['a number as value', { 'X-A': 1 }],
    ['a space in a name', { 'X A': 'b' }],
    ['a colon in a name', { 'X:A': 'b' }],
    ['an empty name', { '': 'b' }],
    ['a name outside ASCII', { 'X-Ü': 'b' }],
    ['a value that no line can hold', { 'X-A': 'b'.repeat(901) }],
    ['more than 64 KiB', Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`X-${i}`, 'b'.repeat(800)]))],
    ['more than 100', Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`X-${i}`, 'b']))],
  ])('headers: %s', (_what, headers) =>
    refused(withFields({ headers }), 422, 'validation_error', 'Invalid `headers` field.'),
  );

  it.each([
    ['In-Reply-To', '<größe@example.com>', 'an identifier with characters outside ASCII'],
    ['List-Unsubscribe', '<https://bad host.ü/u>', 'a URL whose host is no domain name'],
    ['Disposition-Notification-To', 'jürgen@example.com', 'an address with characters outside ASCII before its @'],
    ['Auto-Submitted', 'größe', 'characters outside ASCII where its syntax allows none'],
    ['List-Help', `<https://example.com/${'ü'.repeat(200)}>`, 'a line of over 998 bytes that cannot be folded'],
  ])('a header whose syntax has no place for it: %s: %.30s', (name, value, problem) =>
    refused(
      withFields({ headers: { [name]: value } }),
      422,
      'validation_error',
      `The \`${name}\` header has ${problem}.`,
    ),
  );

  it('a header twice that stands once', () =>
    refused(
      withFields({ headers: { 'In-Reply-To': '<a@b>', 'in-reply-to': '<c@d>' } }),
      422,
      'validation_error',
      'An email has at most one `In-Reply-To` header.',
    ));

  it('a retry class that does not exist', () =>
    refused(withFields({ headers: { 'x-posthorn-class': 'fast' } }), 422, 'validation_error', '`X-Posthorn-Class`'));

  it.each([
    ['an object', { a: 'b' }],
    ['texts', ['a']],
    ['a value missing', [{ name: 'a' }]],
    ['a number as value', [{ name: 'a', value: 1 }]],
    ['an empty name', [{ name: '', value: 'b' }]],
    ['a space', [{ name: 'a b', value: 'c' }]],
    ['257 characters', [{ name: 'a', value: 'c'.repeat(257) }]],
    ['76 of them', Array.from({ length: 76 }, () => ({ name: 'a', value: 'b' }))],
  ])('tags: %s', (_what, tags) => refused(withFields({ tags }), 422, 'validation_error', 'Invalid `tags` field.'));

  it.each([
    ['a number', 7],
    ['no UUID', 'news'],
  ])('topic_id: %s', (_what, value) =>
    refused(withFields({ topic_id: value }), 422, 'validation_error', 'Invalid `topic_id` field.'),
  );

  it.each([
    ['X-Posthorn-Topic', 'news'],
    ['X-Posthorn-Unsubscribe', 'always'],
  ])('%s: a value that it does not know', (name, value) =>
    refused(withFields({ headers: { [name]: value } }), 422, 'validation_error', `Invalid \`${name}\` header.`),
  );

  it.each([
    ['a text', 'welcome', '`template`'],
    ['no id', { variables: {} }, '`template.id`'],
    ['variables that are a list', { id: 'welcome', variables: ['NAME'] }, '`template.variables`'],
  ])('template: %s', (_what, template, named) =>
    refused({ to: 'a@example.com', template }, 422, 'validation_error', named),
  );

  it('a template beside html or text', () =>
    refused(withFields({ template: { id: 'welcome' } }), 422, 'validation_error', 'The template brings it'));

  it.each([
    ['no time', 'soon'],
    ['a day without a time', 'tomorrow'],
    ['more than a time', 'in 1 min please'],
    ['a date that reads in two ways', '05/06/2026 at 10am'],
    ['an empty text', ' '],
    ['101 characters', `in 1 min${' '.repeat(93)}`],
    ['a number', 1_800_000_000],
    ['a list', ['in 1 min']],
  ])('scheduled_at: %s', (_what, value) =>
    refused(withFields({ scheduled_at: value }), 422, 'validation_error', 'Invalid `scheduled_at` field.'),
  );

  it('another content type than JSON', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await server.call('POST', '/emails', { body: JSON.stringify(smallEmail), headers });
    expect(answer).toMatchObject({
      status: 422,
      body: { name: 'validation_error', message: expect.stringContaining('JSON') },
    });
  });

  it('`__proto__` and `constructor` are unknown fields like any others', async () => {
    await accepts(
      `{"__proto__":{"html":1,"polluted":true},"constructor":{"prototype":{"polluted":true}},${JSON.stringify(smallEmail).slice(1)}`,
    );
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    await refused(`{"__proto__":${JSON.stringify(smallEmail)}}`, 422, 'missing_required_field', '`from`');
  });

  it('deep nesting', async () => {
    await refused(nested(100_000), 422, 'validation_error', 'nested too deeply');
    await refused(`{"react":${nested(100_000)}}`, 422, 'validation_error', 'nested too deeply');
    await refused(`{"a":`.repeat(5_000), 400, 'validation_error', 'not valid JSON');
  });
});
