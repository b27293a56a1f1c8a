import { demandOf, mxSetOf, type Route } from '../../../src/application/ports/mail-transport.js';
import { createMxDirectory } from '../../../src/application/delivery/mx/mx-directory.js';
import type { StsPolicy } from '../../../src/domain/shared/mta-sts.js';
import { type DnsTable, dnsOf } from '../../support/dns-table.js';
import { World } from '../../support/world.js';

const google = {
  MX: [
    { priority: 10, exchange: 'mx1.test' },
    { priority: 20, exchange: 'mx2.test' },
  ],
};

describe('the directory of mail hosts', () => {
  async function setup(table: DnsTable, policies: Readonly<Record<string, StsPolicy>> = {}) {
    const dns = dnsOf(table);
    const clock = { ms: 0, monotonicMs: () => clock.ms };
    const { hash } = (await World.create()).process();
    const settings = { clock, hash, isOurName: () => false, foundLifeMs: 300_000, missingLifeMs: 15_000 };
    return {
      dns,
      clock,
      directory: createMxDirectory({
        dns,
        ...settings,
        policies: { policyOf: async (domain) => policies[domain], failureOf: () => undefined },
      }),
    };
  }
  const setOf = async (directory: ReturnType<typeof createMxDirectory>, address: string): Promise<string> => {
    const routing = await directory.routeTo(address);
    return 'route' in routing ? mxSetOf(routing.route) : 'unroutable';
  };

  it('knows domains with the same hosts as one set, which it does not name in clear', async () => {
    const other = {
      MX: [
        { priority: 10, exchange: 'mx2.test' },
        { priority: 20, exchange: 'mx1.test' },
      ],
    };
    const { directory } = await setup({ 'one.test': google, 'two.test': google, 'three.test': other });
    const set = await setOf(directory, 'ada@one.test');
    expect(set).toMatch(/^mx-[0-9a-f]{32}$/);
    expect(await setOf(directory, 'bo@two.test')).toBe(set);
    // In another order of preference it is another way to go.
    expect(await setOf(directory, 'cy@three.test')).not.toBe(set);
    expect(await directory.routeTo('ada@one.test')).toMatchObject({ route: { hosts: [['mx1.test'], ['mx2.test']] } });
  });

  it('goes to the hosts of an enforced MTA-STS policy alone, and says in the route that it is demanded', async () => {
    const of = (mode: StsPolicy['mode'], ...mx: readonly string[]): StsPolicy => ({ mode, mx, maxAgeSeconds: 1 });
    const policies = {
      'one.test': of('enforce', 'mx2.test'),
      'two.test': of('enforce', '*.test'),
      'three.test': of('testing', 'mx9.test'),
      'four.test': of('none'),
      'five.test': of('enforce', 'mx9.test'),
    };
    const { directory } = await setup(
      Object.fromEntries(Object.keys(policies).map((domain) => [domain, google])),
      policies,
    );
    const hosts = [['mx1.test'], ['mx2.test']];
    expect(await directory.routeTo('a@one.test')).toMatchObject({
      route: { hosts: [['mx2.test']], policy: 'mta-sts' },
    });
    expect(await directory.routeTo('a@two.test')).toMatchObject({ route: { hosts, policy: 'mta-sts' } });
    for (const domain of ['three.test', 'four.test']) {
      const { route } = (await directory.routeTo(`a@${domain}`)) as { readonly route: Route };
      expect(route).toMatchObject({ hosts });
      expect(demandOf(route, 'opportunistic')).toBe('opportunistic');
    }
    expect(await directory.routeTo('a@five.test')).toMatchObject({ unroutable: { code: 451, enhancedCode: '4.7.5' } });
  });

  it('asks once for a while, also where several ask at one moment', async () => {
    const { dns, clock, directory } = await setup({ 'one.test': google });
    await Promise.all([directory.routeTo('ada@one.test'), directory.routeTo('bo@one.test')]);
    clock.ms = 299_999;
    await directory.routeTo('ada@one.test');
    expect(dns.asked).toStrictEqual(['one.test MX']);
    clock.ms = 300_000;
    await directory.routeTo('ada@one.test');
    expect(dns.asked).toHaveLength(2);
  });

  it('soon asks again for what was not there, or not answered', async () => {
    const table: DnsTable = { 'two.test': 'timeout' };
    const { clock, directory } = await setup(table);
    expect(await setOf(directory, 'ada@one.test')).toBe('unroutable');
    expect(await setOf(directory, 'bo@two.test')).toBe('unroutable');
    table['one.test'] = google;
    table['two.test'] = google;
    clock.ms = 14_999;
    expect(await setOf(directory, 'ada@one.test')).toBe('unroutable');
    clock.ms = 15_000;
    expect(await setOf(directory, 'ada@one.test')).toMatch(/^mx-/);
    expect(await setOf(directory, 'bo@two.test')).toMatch(/^mx-/);
  });

  it.each([
    ['ada@[192.0.2.7]', '192.0.2.7', { kind: 'found', ipv4: ['192.0.2.7'], ipv6: [] }],
    ['ada@[IPv6:2001:db8::7]', '2001:db8::7', { kind: 'found', ipv4: [], ipv6: ['2001:db8::7'] }],
  ])('takes %s at its word', async (address, host, addresses) => {
    const { dns, directory } = await setup({});
    expect(await directory.routeTo(address)).toMatchObject({ route: { hosts: [[host]] } });
    expect(await directory.addressesOf(host)).toStrictEqual(addresses);
    expect(dns.asked).toStrictEqual([]);
  });
});
