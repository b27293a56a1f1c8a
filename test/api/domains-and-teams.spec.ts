import * as answers from '../support/answers.js';
import { addTeam } from '../support/second-team.js';
import { waitFor } from '../support/wait-for.js';
import { dataOf, errorOf, small, useServer } from './setup.js';

const { client, call, server } = useServer({ env: { PREVERIFIED_DOMAINS: 'mail.example.com' } });

const unknownId = '01a1fc74-2e88-7195-a39f-95afcf6e06a4';

describe('domains', () => {
  it('lists preverified domains, the page sandboxes too, and shows the DKIM record of each, a sandbox’s after its first mail', async () => {
    const resend = client();
    for (const sandbox of ['posthorn.test', 'resend.dev']) {
      const { id } = dataOf(await resend.emails.send({ ...small, from: `onboarding@${sandbox}` }));
      await waitFor(
        async () => dataOf(await resend.emails.get(id)).last_event,
        (event) => event === 'delivered',
      );
    }
    expect(dataOf(await resend.domains.list(), answers.domainList).data.map(({ name }) => name)).toEqual([
      'mail.example.com',
    ]);
    const { data } = answers.pageDomainList.parse((await call('GET', '/dashboard-api/domains')).body);
    expect(data.map(({ name, status }) => [name, status]).sort()).toEqual([
      ['mail.example.com', 'verified'],
      ['posthorn.test', 'verified'],
      ['resend.dev', 'verified'],
    ]);
    const keys = new Set<string>();
    for (const { id, name } of data) {
      const domain = dataOf(await resend.domains.get(id), answers.domain);
      expect(domain).toMatchObject({ object: 'domain', id, name });
      const dkim = domain.records.find(({ record }) => record === 'DKIM');
      expect(dkim).toMatchObject({ record: 'DKIM', type: 'TXT', status: 'verified' });
      expect(dkim?.name).toMatch(
        name === 'mail.example.com' ? /^[a-z0-9]+\._domainkey\.mail$/ : /^[a-z0-9]+\._domainkey$/,
      );
      keys.add(dkim?.value ?? '');
    }
    expect(keys.size).toBe(3);
  });

  it('an unknown id', async () => {
    const resend = client();
    expect(errorOf(await resend.domains.get(unknownId))).toEqual({
      statusCode: 404,
      name: 'not_found',
      message: 'Domain not found',
    });
    expect(errorOf(await resend.domains.get('x'))).toMatchObject({ statusCode: 422, name: 'invalid_parameter' });
  });
});

describe('two teams', () => {
  it("never see each other's mail, keys or domains", async () => {
    const first = client();
    const second = client(await addTeam(server(), 'Second'));
    const mail = dataOf(await first.emails.send({ ...small, subject: 'of the first team' }));
    const own = dataOf(await second.emails.send({ ...small, subject: 'of the second team' }));

    expect(errorOf(await second.emails.get(mail.id))).toMatchObject({ statusCode: 404, name: 'not_found' });
    expect(errorOf(await first.emails.get(own.id))).toMatchObject({ statusCode: 404, name: 'not_found' });
    const rows = dataOf(await second.emails.list(), answers.emailList).data;
    expect(rows.map(({ id }) => id)).toEqual([own.id]);
    // A place in time, whoever has the id.
    expect(dataOf(await second.emails.list({ after: mail.id })).data).toEqual([]);
    for (const part of ['timeline', 'history', 'captured', 'suppressions']) {
      const answer = await call('GET', `/dashboard-api/emails/${own.id}/${part}`);
      expect(answer).toMatchObject({ status: 404, body: { name: 'not_found' } });
    }

    const key = dataOf(await first.apiKeys.create({ name: 'Of the first team' }));
    expect(dataOf(await second.apiKeys.list()).data.map(({ name }) => name)).toEqual(['First key']);
    expect(errorOf(await second.apiKeys.update(key.id, { name: 'Stolen' }))).toMatchObject({ statusCode: 404 });
    expect(errorOf(await second.apiKeys.remove(key.id))).toMatchObject({ statusCode: 404 });
    dataOf(await client(key.token).emails.send(small));

    const preverified = dataOf(await first.domains.list()).data.find(({ name }) => name === 'mail.example.com');
    expect(dataOf(await second.domains.list()).data).toEqual([]);
    expect(errorOf(await second.domains.get(preverified!.id))).toMatchObject({ statusCode: 404 });
    expect(errorOf(await second.emails.send({ ...small, from: 'me@mail.example.com' }))).toMatchObject({
      statusCode: 403,
      message: expect.stringContaining('mail.example.com'),
    });
    const stolen = { name: 'a', permission: 'sending_access', domain_id: preverified!.id } as const;
    expect(errorOf(await second.apiKeys.create(stolen))).toMatchObject({
      statusCode: 422,
      message: expect.stringContaining('`domain_id`'),
    });
  });
});
