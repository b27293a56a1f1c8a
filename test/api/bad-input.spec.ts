import * as answers from '../../src/infrastructure/http/openapi/schemas.js';
import { dataOf, errorOf, small, useServer } from './setup.js';

const { client, call, server } = useServer();

const injection = 'x\r\nBcc: victim@example.com';
const addresses = (count: number) => Array.from({ length: count }, (_, i) => `r${i}@example.com`);

/** The answer is this error, and nothing was accepted. */
async function refuses(body: unknown, status: number, name: string, part: string): Promise<void> {
  const before = dataOf(await client().emails.list({ limit: 1 })).data;
  const answer = await call('POST', '/emails', { body });
  expect(answer.status).toBe(status);
  expect(answers.errorBody.parse(answer.body)).toEqual({
    statusCode: status,
    name,
    message: expect.stringContaining(part),
  });
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(dataOf(await client().emails.list({ limit: 1 })).data).toEqual(before);
}

it.each([
  ['malformed JSON', '{"from": ', 400, 'validation_error', 'JSON'],
  ['no JSON at all', 'from=me', 400, 'validation_error', 'JSON'],
  ['a list instead of a mail', [small], 422, 'validation_error', 'object'],
  ['no sender', { ...small, from: undefined }, 422, 'missing_required_field', '`from`'],
  ['no recipient', { ...small, to: undefined }, 422, 'missing_required_field', '`to`'],
  ['no subject', { ...small, subject: undefined }, 422, 'missing_required_field', '`subject`'],
  ['no text', { ...small, text: undefined }, 422, 'missing_required_field', '`html`'],
  ['a number as sender', { ...small, from: 7 }, 422, 'validation_error', '`from`'],
  ['an object as recipient', { ...small, to: { email: 'a@example.com' } }, 422, 'validation_error', '`to`'],
  ['a number among recipients', { ...small, to: ['a@example.com', 7] }, 422, 'validation_error', '`to`'],
  ['a list as subject', { ...small, subject: ['a'] }, 422, 'validation_error', '`subject`'],
  ['a number as html', { ...small, html: 7 }, 422, 'validation_error', '`html`'],
  ['a text as headers', { ...small, headers: 'X-A: b' }, 422, 'validation_error', '`headers`'],
  ['an object as tags', { ...small, tags: { a: 'b' } }, 422, 'validation_error', '`tags`'],
  ['an invalid sender', { ...small, from: 'onboarding' }, 422, 'validation_error', '`from`'],
  ['an invalid recipient', { ...small, to: 'nobody@' }, 422, 'validation_error', '`to`'],
  ['an invalid cc', { ...small, cc: ['a@example.com', 'b@@example.com'] }, 422, 'validation_error', '`cc`'],
  ['an invalid bcc', { ...small, bcc: 'a b@example.com' }, 422, 'validation_error', '`bcc`'],
  ['an invalid reply_to', { ...small, reply_to: '<>' }, 422, 'validation_error', '`reply_to`'],
  ['51 recipients', { ...small, to: addresses(51) }, 422, 'validation_error', '`to`'],
  ['51 in all', { ...small, to: addresses(26), bcc: addresses(25) }, 422, 'validation_error', '`bcc`'],
  [
    'a line break in a name',
    { ...small, from: `${injection} <onboarding@resend.dev>` },
    422,
    'validation_error',
    '`from`',
  ],
  [
    "a line break in a recipient's name",
    { ...small, to: `${injection} <a@example.com>` },
    422,
    'validation_error',
    '`to`',
  ],
  ['a line break in the subject', { ...small, subject: injection }, 422, 'validation_error', '`subject`'],
  [
    "a line break in a header's value",
    { ...small, headers: { 'X-A': injection } },
    422,
    'validation_error',
    '`headers`',
  ],
  [
    "a line break in a header's name",
    { ...small, headers: { 'X-A\r\nBcc': 'b' } },
    422,
    'validation_error',
    '`headers`',
  ],
  ['a header that is ours', { ...small, headers: { 'message-id': '<a@b>' } }, 422, 'validation_error', '`message-id`'],
  ['a line break in a tag', { ...small, tags: [{ name: 'a\r\n', value: 'b' }] }, 422, 'validation_error', '`tags`'],
  [
    'an unverified domain',
    { ...small, from: 'me@nowhere.example.com' },
    403,
    'validation_error',
    'nowhere.example.com',
  ],
  ['a template', { ...small, template: { id: 'welcome' } }, 422, 'validation_error', '`template`'],
  ['a topic', { ...small, topic_id: 'x' }, 422, 'validation_error', '`topic_id`'],
  ['an attachment', { ...small, attachments: [{ filename: 'a' }] }, 422, 'invalid_attachment', '`content`'],
  ['a schedule that is none', { ...small, scheduled_at: 'soon' }, 422, 'validation_error', '`scheduled_at`'],
])('%s', (_what, body, status, name, part) => refuses(body, status, name, part));

it('the client library hands every error on as it is', async () => {
  const error = errorOf(await client().emails.send({ ...small, to: 'nobody' }));
  expect(error).toMatchObject({ statusCode: 422, name: 'validation_error' });
  expect(error.message).toContain('`to`');
  expect(error.message).toContain('`email@example.com`');
});

it('an endpoint that does not exist, and a wrong verb', async () => {
  expect(await call('GET', '/nowhere')).toMatchObject({ status: 404, body: { statusCode: 404, name: 'not_found' } });
  expect(await call('PUT', '/emails')).toMatchObject({ status: 405, body: { name: 'method_not_allowed' } });
  expect(errorOf(await client().templates.list())).toMatchObject({ statusCode: 404, name: 'not_found' });
});

it('a GET with an empty or an `{}` body and a JSON content type, as some clients send it', async () => {
  const headers = { authorization: `Bearer ${server().key}`, 'content-type': 'application/json' };
  expect((await fetch(`${server().url}/emails`, { headers })).status).toBe(200);
  const { id } = dataOf(await client().apiKeys.create({ name: 'Short-lived' }));
  const deleted = await fetch(`${server().url}/api-keys/${id}`, { method: 'DELETE', headers, body: '{}' });
  expect(deleted.status).toBe(200);
});

it('a body of more than 40 MB is answered so that the client can read it', async () => {
  const answer = await call('POST', '/emails', { body: { ...small, html: 'x'.repeat(42_000_000) } });
  expect(answers.errorBody.parse(answer.body)).toMatchObject({ statusCode: 413, name: 'validation_error' });
});
