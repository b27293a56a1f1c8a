import { Resend } from 'resend';
import { posthorn } from '../../support/command-line.js';
import { publishShown, type ShownDomain, startDomainServer } from '../../support/domain-server.js';
import { type NameServer, startNameServer } from '../../support/name-server.js';
import type { RunningServer } from '../../support/server.js';
import { waitFor } from '../../support/wait-for.js';

describe('a check beside a resolver that has kept old answers', () => {
  let zoneServer: NameServer;
  let resolver: NameServer;
  let server: RunningServer;
  let close: () => Promise<void>;
  let resend: Resend;
  let settings: Readonly<Record<string, string>>;

  beforeAll(async () => {
    zoneServer = await startNameServer({}, { host: '127.0.0.2' });
    settings = { POSTHORN_TEST_DNS_ZONE_SERVER_PORT: `${zoneServer.port}`, ALLOW_PRIVATE_DNS: '1' };
    ({ names: resolver, server, close } = await startDomainServer({ env: settings }));
    resolver.publish('ns.example.com', { A: ['127.0.0.2'] });
    resend = new Resend(server.key, { baseUrl: server.url });
  }, 60_000);
  afterAll(async () => {
    await close();
    await zoneServer.close();
  });

  const shown = async (id: string) => (await resend.domains.get(id)).data as unknown as ShownDomain;

  it('sees what is published now: records that the resolver says are not there, and the loss of those that it has', async () => {
    const { id } = (await resend.domains.create({ name: 'fresh.example.com' })).data as unknown as ShownDomain;
    const { records } = await shown(id);
    publishShown(zoneServer, records);
    await resend.domains.verify(id);
    await waitFor(
      () => shown(id),
      ({ status }) => status === 'verified',
    );
    const asked = resolver.asked.filter(({ type, name }) => type === 'TXT' && name.endsWith('fresh.example.com'));
    expect(asked).toEqual([]);
    const env = { ...settings, DNS_SERVERS: resolver.address, HELO_NAME: 'mail.posthorn.test' };
    const checked = await posthorn<{ verified: boolean }>(
      { ...server, engines: { ...env, SPF_VALUE: 'v=spf1 a:mail.posthorn.test ~all' } },
      'dns',
      'check',
      'fresh.example.com',
    );
    expect(checked.verified).toBe(true);

    publishShown(resolver, records);
    zoneServer.remove('send.fresh.example.com');
    await resend.domains.verify(id);
    await waitFor(
      () => shown(id),
      (domain) => domain.records[0]?.status === 'temporary_failure',
    );
  }, 120_000);
});
