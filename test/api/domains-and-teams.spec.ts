import * as answers from '../support/answers.js';
import { waitFor } from '../support/wait-for.js';
import { dataOf, small, useServer } from './setup.js';

const { client, call } = useServer({ env: { PREVERIFIED_DOMAINS: 'mail.example.com' } });

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
});
