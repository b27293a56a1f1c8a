import * as answers from '../support/answers.js';
import { waitFor } from '../support/wait-for.js';
import { dataOf, errorOf, small, useServer } from './setup.js';

const { client } = useServer({ env: { PREVERIFIED_DOMAINS: 'one.example.com,two.example.com' } });

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
});

describe('sending access', () => {
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
