import * as answers from '../support/answers.js';
import { dataOf, errorOf, small, useTeam } from './setup.js';

const { client, call, server } = useTeam();

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

// Each rule of the body is tested at the edge alone (test/unit/http); here, that a refusal by each part leaves nothing
// behind.
it.each([
  ['malformed JSON', '{"from": ', 400, 'validation_error', 'JSON'],
  [
    'a line break in the subject',
    { ...small, subject: 'x\r\nBcc: victim@example.com' },
    422,
    'validation_error',
    '`subject`',
  ],
  [
    'an unverified domain',
    { ...small, from: 'me@nowhere.example.com' },
    403,
    'validation_error',
    'nowhere.example.com',
  ],
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
  expect(errorOf(await client().automations.list())).toMatchObject({ statusCode: 404, name: 'not_found' });
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
