import { Resend } from 'resend';
import { posthorn } from '../cli/setup.js';
import {
  type DomainServer,
  askingSettings,
  mailHost,
  publishShown,
  type ShownDomain,
  type ShownRecord,
  startDomainServer,
} from '../../support/domain-server.js';
import { waitFor } from '../../support/wait-for.js';

interface Findings {
  readonly domain: ShownDomain;
  readonly data: readonly {
    readonly full_name: string;
    readonly finding: string;
    readonly advice: readonly string[];
  }[];
  readonly former_tracking: readonly { readonly full_name: string; readonly finding: string | null }[];
}

const name = 'shop.example.com';
const [ours, theirs] = ['authority.example.net', 'other.example.net'];

describe('the tracking subdomain of a domain', () => {
  let running: DomainServer;
  let resend: Resend;
  let id: string;

  beforeAll(async () => {
    running = await startDomainServer({
      env: {
        POSTHORN_TEST_DOMAIN_CHECK_PENDING_MS: '1000',
        POSTHORN_TEST_DOMAIN_CHECK_VERIFIED_MS: '1000',
        TRACKING_CA: ours,
      },
    });
    resend = new Resend(running.server.key, { baseUrl: running.server.url });
    id = (await resend.domains.create({ name, openTracking: true, trackingSubdomain: 'links' })).data!.id;
  }, 60_000);
  afterAll(() => running.close());

  const shown = async () => (await resend.domains.get(id)).data as unknown as ShownDomain;
  const ofTracking = ({ records }: ShownDomain): readonly ShownRecord[] =>
    records.filter(({ record }) => record.startsWith('Tracking'));
  const page = async () => {
    const headers = { authorization: `Bearer ${running.server.key}` };
    const answer = await fetch(`${running.server.url}/dashboard-api/domains/${id}/findings`, { headers });
    return (await answer.json()) as Findings;
  };
  const command = (...args: readonly string[]) =>
    posthorn(running.server.dataDir, [...args, name], {
      ...askingSettings(running.names),
      HELO_NAME: mailHost,
      SPF_VALUE: `v=spf1 a:${mailHost} ~all`,
      TRACKING_CA: ours,
    });

  it('is verified by its CNAME, which nothing else waits for', async () => {
    const cname = { record: 'Tracking', type: 'CNAME', name: 'links.shop', value: mailHost, ttl: 'Auto' };
    const { records } = await shown();
    expect(ofTracking({ id, status: '', records })).toEqual([{ ...cname, status: 'not_started' }]);
    publishShown(
      running.names,
      records.filter(({ record }) => record !== 'Tracking'),
    );
    await resend.domains.verify(id);
    const verified = await waitFor(shown, ({ status }) => status === 'verified');
    expect(ofTracking(verified)).toEqual([{ ...cname, status: 'pending' }]);
    publishShown(running.names, records);
    await waitFor(shown, (domain) => ofTracking(domain)[0]?.status === 'verified');
  }, 60_000);

  it('needs a CAA record where others alone may issue its certificate, and none where there are none', async () => {
    running.names.publish('example.com', { CAA: [[0, 'issue', theirs]] });
    const inTheWay = await waitFor(shown, (domain) => ofTracking(domain).length === 2);
    const caa = { record: 'TrackingCAA', type: 'CAA', name: '@', value: `0 issue "${ours}"`, ttl: 'Auto' };
    expect(ofTracking(inTheWay)[1]).toEqual({ ...caa, status: 'pending' });
    expect(inTheWay.status).toBe('verified');
    const { domain, data } = await page();
    expect(data[domain.records.findIndex(({ record }) => record === 'TrackingCAA')]).toMatchObject({
      full_name: 'example.com',
      finding: 'different',
      found: [`0 issue "${theirs}"`],
      advice: [expect.stringContaining(`do not let ${ours} issue`)],
    });
    const checked = await command('dns', 'check');
    expect(checked).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('different  CAA example.com') });
    expect((await command('dns', 'zone')).stdout).toContain(`example.com. IN CAA 0 issue "${ours}"`);

    running.names.publish('example.com', {
      CAA: [
        [0, 'issue', theirs],
        [0, 'issue', ours],
      ],
    });
    await waitFor(shown, (now) => ofTracking(now)[1]?.status === 'verified');
    expect(await command('dns', 'check')).toMatchObject({ exitCode: 0 });
    running.names.publish('example.com', { CAA: [] });
    await waitFor(shown, (now) => ofTracking(now).length === 1);
  }, 120_000);

  it('stays listed when another takes its place, with what became of its record', async () => {
    await resend.domains.update({ id, trackingSubdomain: 'go' });
    const changed = await shown();
    expect(ofTracking(changed)).toMatchObject([{ record: 'Tracking', name: 'go.shop' }]);
    publishShown(running.names, changed.records);
    await resend.domains.verify(id);
    const former = async () => (await page()).former_tracking;
    await waitFor(former, ([links]) => links?.finding === 'verified');
    expect(await former()).toEqual([
      {
        name: 'links.shop',
        full_name: `links.${name}`,
        value: mailHost,
        finding: 'verified',
        found: [mailHost],
      },
    ]);
    running.names.remove(`links.${name}`);
    await waitFor(former, ([links]) => links?.finding === 'missing');
    await resend.domains.update({ id, trackingSubdomain: 'links' });
    expect((await former()).map(({ full_name: fullName }) => fullName)).toEqual([`go.${name}`]);
    // An empty one is none at all.
    const { error } = await resend.domains.update({ id, trackingSubdomain: '' });
    expect([error, ofTracking(await shown())]).toMatchObject([null, [{ name: 'links.shop' }]]);
  }, 120_000);
});
