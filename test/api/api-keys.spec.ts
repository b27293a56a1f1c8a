import * as answers from '../support/answers.js';
import { waitFor } from '../support/wait-for.js';
import { dataOf, errorOf, small, useServer } from './setup.js';

const { client, call, server } = useServer({ env: { PREVERIFIED_DOMAINS: 'one.example.com,two.example.com' } });

const unknownId = '01a1fc74-2e88-7195-a39f-95afcf6e06a4';

async function domainIdOf(name: string): Promise<string> {
  const { data } = dataOf(await client().domains.list(), answers.domainList);
  const found = data.find((domain) => domain.name === name);
  if (found === undefined) throw new Error(`${name} is not listed`);
  return found.id;
}

describe('apiKeys', () => {
  it('create, list, use, rename, remove', async () => {
    const resend = client();
    const created = dataOf(await resend.apiKeys.create({ name: 'Production' }), answers.createdApiKey);
    expect(created.token).toMatch(/^re_[A-Za-z0-9_]{24,}$/);

    const listed = dataOf(await resend.apiKeys.list(), answers.apiKeyList);
    expect(listed.data[0]).toMatchObject({ id: created.id, name: 'Production', last_used_at: null });
    expect(listed.data.map(({ name }) => name)).toContain('Bootstrap');
    expect(JSON.stringify(listed)).not.toContain(created.token);

    const own = client(created.token);
    dataOf(await own.emails.send(small), answers.sentEmail);
    const used = await waitFor(
      async () => dataOf(await resend.apiKeys.list(), answers.apiKeyList).data[0],
      (row) => row?.last_used_at !== null,
    );
    expect(used).toMatchObject({ id: created.id });

    const renamed = dataOf(await resend.apiKeys.update(created.id, { name: 'Staging' }), answers.changedApiKey);
    expect(renamed).toEqual({ object: 'api_key', id: created.id });
    expect(dataOf(await resend.apiKeys.list(), answers.apiKeyList).data[0]).toMatchObject({ name: 'Staging' });

    const removed = dataOf(await resend.apiKeys.remove(created.id), answers.deletedApiKey);
    expect(removed).toEqual({ object: 'api_key', id: created.id, deleted: true });
    expect(errorOf(await own.emails.send(small))).toEqual({
      statusCode: 401,
      name: 'validation_error',
      message: 'API key is invalid',
    });
    const left = dataOf(await resend.apiKeys.list(), answers.apiKeyList);
    expect(left.data.map(({ id }) => id)).not.toContain(created.id);
    expect(errorOf(await resend.apiKeys.remove(created.id))).toMatchObject({
      statusCode: 404,
      name: 'not_found',
      message: 'API key not found',
    });
  });

  it('pages when it is asked to', async () => {
    const resend = client();
    const ids: string[] = [];
    for (const name of ['p1', 'p2', 'p3']) ids.unshift(dataOf(await resend.apiKeys.create({ name })).id);
    const first = dataOf(await resend.apiKeys.list({ limit: 2 }), answers.apiKeyList);
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.has_more).toBe(true);
    const next = dataOf(await resend.apiKeys.list({ limit: 1, after: ids[1]! }), answers.apiKeyList);
    expect(next.data.map(({ id }) => id)).toEqual([ids[2]]);
    // Deleted between two pages: still the place where the first one ended.
    dataOf(await resend.apiKeys.remove(ids[1]!));
    const after = dataOf(await resend.apiKeys.list({ limit: 1, after: ids[1]! }), answers.apiKeyList);
    expect(after.data.map(({ id }) => id)).toEqual([ids[2]]);
    const before = dataOf(await resend.apiKeys.list({ limit: 1, before: ids[1]! }), answers.apiKeyList);
    expect(before.data.map(({ id }) => id)).toEqual([ids[0]]);
  });

  it.each([
    ['no name', {}, 422, 'missing_required_field', '`name`'],
    ['51 characters', { name: 'n'.repeat(51) }, 422, 'validation_error', '`name`'],
    ['a line break in the name', { name: 'a\r\nb' }, 422, 'validation_error', '`name`'],
    ['a number as name', { name: 5 }, 422, 'validation_error', '`name`'],
    ['an unknown permission', { name: 'a', permission: 'root' }, 422, 'invalid_access', '`permission`'],
    ['a domain for a full key', { name: 'a', domain_id: unknownId }, 422, 'validation_error', '`domain_id`'],
    [
      'an unknown domain',
      { name: 'a', permission: 'sending_access', domain_id: unknownId },
      422,
      'validation_error',
      '`domain_id`',
    ],
  ])('refuses %s', async (_what, body, status, name, part) => {
    const answer = await call('POST', '/api-keys', { body });
    expect(answers.errorBody.parse(answer.body)).toEqual({
      statusCode: status,
      name,
      message: expect.stringContaining(part),
    });
    expect(answer.status).toBe(status);
  });

  it('an unknown or malformed id', async () => {
    const resend = client();
    expect(errorOf(await resend.apiKeys.update(unknownId, { name: 'a' }))).toMatchObject({ statusCode: 404 });
    expect(errorOf(await resend.apiKeys.update('x', { name: 'a' }))).toMatchObject({ name: 'invalid_parameter' });
    expect(errorOf(await resend.apiKeys.remove('x'))).toMatchObject({ statusCode: 422, name: 'invalid_parameter' });
  });
});

describe('sending access', () => {
  it('sends, single and batch, and does nothing else', async () => {
    const { token } = dataOf(await client().apiKeys.create({ name: 'Sender', permission: 'sending_access' }));
    const resend = client(token);
    const { id } = dataOf(await resend.emails.send(small));
    dataOf(await resend.batch.send([small, small]));
    const restricted = { statusCode: 401, name: 'restricted_api_key' };
    expect(errorOf(await resend.emails.get(id))).toMatchObject(restricted);
    expect(errorOf(await resend.emails.list())).toMatchObject(restricted);
    expect(errorOf(await resend.apiKeys.list())).toMatchObject(restricted);
    expect(errorOf(await resend.apiKeys.create({ name: 'More' }))).toMatchObject(restricted);
    expect(errorOf(await resend.apiKeys.remove(id))).toMatchObject(restricted);
    expect(errorOf(await resend.domains.list())).toMatchObject(restricted);
    expect((await call('GET', `/dashboard-api/emails/${id}/timeline`, { key: token })).body).toMatchObject(restricted);
    expect((await call('GET', `/dashboard-api/emails/${id}/captured`, { key: token })).body).toMatchObject(restricted);
  });

  it('a key for one domain sends from no other, not from a sandbox domain either', async () => {
    const created = await client().apiKeys.create({
      name: 'Only one',
      permission: 'sending_access',
      domain_id: await domainIdOf('one.example.com'),
    });
    const resend = client(dataOf(created, answers.createdApiKey).token);
    dataOf(await resend.emails.send({ ...small, from: 'Shop <shop@one.example.com>' }));
    for (const domain of ['two.example.com', 'resend.dev']) {
      expect(errorOf(await resend.emails.send({ ...small, from: `shop@${domain}` }))).toMatchObject({
        statusCode: 403,
        name: 'validation_error',
        message: expect.stringContaining(domain),
      });
    }
    const mixed = [
      { ...small, from: 'a@one.example.com' },
      { ...small, from: 'a@two.example.com' },
    ];
    expect(errorOf(await resend.batch.send(mixed)).message).toContain('index 1');
  });
});

describe('authentication', () => {
  it('without a key, with a malformed one, with an unknown one', async () => {
    const answer = await fetch(`${server().url}/emails`);
    expect(answer.status).toBe(401);
    expect(answers.errorBody.parse(await answer.json())).toMatchObject({ name: 'missing_api_key' });
    const invalid = { statusCode: 401, name: 'validation_error', message: 'API key is invalid' };
    expect(errorOf(await client('re_unknown_0000000000000000000000').emails.list())).toEqual(invalid);
    expect(errorOf(await client('not-a-key').emails.list())).toEqual(invalid);
    expect(errorOf(await client(`${server().key}x`).emails.send(small))).toEqual(invalid);
  });
});
