import { dnsProvider, nameServersIn } from '../../../src/application/sending-domain/records/dns-provider.js';

describe('the provider of a zone', () => {
  it.each([
    [['ada.ns.cloudflare.com', 'BOB.ns.cloudflare.com.'], 'Cloudflare'],
    [['ns-1.awsdns-02.org', 'ns-9.awsdns-31.co.uk'], 'Amazon Route 53'],
    [['hydrogen.ns.hetzner.com', 'oxygen.ns.hetzner.com'], 'Hetzner'],
    [['ns1.example.net'], null],
    [['ada.ns.cloudflare.com', 'ns1.example.net'], null],
    [['ns.cloudflare.com.example.net'], null],
    [[], null],
  ])('is what %j say', (nameServers, provider) => {
    expect(dnsProvider(nameServers)).toBe(provider);
  });

  it('is known from the first record that is not there yet', () => {
    const advice = (code: string, nameServers: string) => ({ advice: [{ code, values: { nameServers } }] });
    const records = [
      advice('wrong-value', 'x'),
      advice('not-published', ''),
      advice('not-published', 'a.test, b.test'),
    ];
    expect(nameServersIn(records)).toEqual(['a.test', 'b.test']);
    expect(nameServersIn([])).toEqual([]);
  });
});
