import { z } from 'zod';
import * as answers from '../support/answers.js';
import { addTeam } from '../support/second-team.js';
import { dataOf, small, useTeam } from './setup.js';

const { client, call, server } = useTeam();

/** Requests as the official clients of other languages send them. */
describe('other official clients', () => {
  it('read html and text of a mail that has none', async () => {
    const { id } = dataOf(await client().emails.send({ ...small, text: 'Hi' }));
    expect((await call('GET', `/emails/${id}`)).body).toMatchObject({ html: null, text: 'Hi' });
    const html = { from: small.from, to: small.to, subject: 'Hello', html: '<p>Hi</p>', text: '' };
    const other = dataOf(await client().emails.send(html));
    expect((await call('GET', `/emails/${other.id}`)).body).toMatchObject({ html: '<p>Hi</p>', text: null });
  });

  it('make a key without a name', async () => {
    const made = await call('POST', '/api-keys', { body: { name: '' } });
    expect(made.status).toBe(201);
    const { id, token } = answers.createdApiKey.parse(made.body);
    const { data } = answers.apiKeyList.parse((await call('GET', '/api-keys', { key: token })).body);
    expect(data.find((key) => key.id === id)).toMatchObject({ name: '' });
    expect((await call('PATCH', `/api-keys/${id}`, { body: { name: 'Named' } })).status).toBe(200);
    expect((await call('PATCH', `/api-keys/${id}`, { body: { name: '' } })).status).toBe(200);
  });

  it('ask for claims in the plural', async () => {
    const other = await addTeam(server(), 'Other');
    dataOf(await client(other).domains.create({ name: 'taken.example.com' }));
    const made = await call('POST', '/domains/claims', { body: { name: 'taken.example.com' } });
    expect(made.status).toBe(201);
    const claim = answers.domainClaim.parse(made.body);
    expect((await call('GET', `/domains/${claim.domain_id}/claims`)).body).toEqual(claim);
    expect(await call('POST', `/domains/${claim.domain_id}/claims/verify`)).toMatchObject({
      status: 200,
      body: { id: claim.id },
    });
  });

  it.each([
    ['Enforced', 'one.example.com'],
    ['ENFORCED', 'two.example.com'],
  ])('write `tls` as %s', async (tls, name) => {
    const { id } = z
      .looseObject({ id: z.string() })
      .parse((await call('POST', '/domains', { body: { name, tls } })).body);
    const findings = `/dashboard-api/domains/${id}/findings`;
    expect((await call('GET', findings)).body).toMatchObject({ tls: 'enforced' });
    expect((await call('PATCH', `/domains/${id}`, { body: { tls: 'Opportunistic' } })).status).toBe(200);
    expect((await call('GET', findings)).body).toMatchObject({ tls: 'opportunistic' });
  });

  it('put a slash before the path', async () => {
    expect(await call('POST', '//emails', { body: small })).toMatchObject({ status: 200 });
    expect(await call('POST', '/emails/', { body: small })).toMatchObject({ status: 200 });
    expect(await call('GET', '/domains/?limit=&after=')).toMatchObject({ status: 200 });
    expect(await call('GET', '/automations/')).toMatchObject({ status: 404 });
    expect(await call('PUT', '/emails/', { body: small })).toMatchObject({ status: 405 });
    expect(await call('GET', '///domains?limit=1')).toMatchObject({ status: 200, body: { data: expect.any(Array) } });
    expect(await call('GET', '//nothing')).toMatchObject({ status: 404 });
    expect(await call('GET', '//emails', { key: 're_wrong' })).toMatchObject({ status: 401 });
  });
});
