import { describe, expect, it } from '@jest/globals';
import { reverseName, SendingHost, type SendingSettings } from '../../../src/application/insight/sending-host.js';
import { known } from '../../../src/domain/insight/facts.js';
import { type DnsTable, dnsOf } from '../../support/dns-table.js';

const settings: SendingSettings = {
  kind: 'mx',
  helo: 'mx.example.net',
  outboundAddresses: [],
  blockListZones: ['list.example.org'],
};
const table: DnsTable = {
  'mx.example.net': { A: ['192.0.2.25'], AAAA: ['2001:db8::25'] },
  '25.2.0.192.in-addr.arpa': { PTR: ['mx.example.net'] },
  [reverseName('2001:db8::25')]: { PTR: ['other.example.net'] },
  '25.2.0.192.list.example.org': { A: ['127.0.0.2'] },
};

function lookingAt(changed: Partial<SendingSettings>, names: DnsTable = table) {
  const dns = dnsOf(names);
  const clock = { nowMs: 0, monotonicMs: () => clock.nowMs };
  return { dns, clock, host: new SendingHost({ resolver: dns, clock }, { ...settings, ...changed }) };
}

describe('the addresses that email leaves from', () => {
  it('are those of the name in EHLO, each with its names and lists', async () => {
    expect(await lookingAt({}).host.facts()).toEqual(
      known({
        helo: 'mx.example.net',
        heloAddresses: known(['192.0.2.25', '2001:db8::25']),
        addresses: [
          {
            address: '192.0.2.25',
            names: known(['mx.example.net']),
            lists: [{ zone: 'list.example.org', isListed: known(true) }],
          },
          {
            address: '2001:db8::25',
            names: known(['other.example.net']),
            lists: [{ zone: 'list.example.org', isListed: known(false) }],
          },
        ],
      }),
    );
  });

  it('are the configured ones, however they are written', async () => {
    const facts = await lookingAt({ outboundAddresses: ['2001:0DB8:0:0::25', '192.0.2.26'] }).host.facts();
    const addresses = facts.kind === 'known' ? facts.value.addresses : [];
    expect(addresses.map(({ address }) => address)).toEqual(['2001:db8::25', '192.0.2.26']);
    expect(addresses[1]?.names).toEqual(known([]));
  });

  it('are not known where a relay sends, or nothing is sent', async () => {
    for (const kind of ['relay', 'capture'] as const) {
      const { host, dns } = lookingAt({ kind });
      expect((await host.facts()).kind).toBe('unknown');
      expect(dns.asked).toEqual([]);
    }
  });

  it('are looked up once in five minutes, and sooner where something got no answer', async () => {
    const good = lookingAt({});
    await good.host.facts();
    const { length } = good.dns.asked;
    good.clock.nowMs = 299_000;
    await good.host.facts();
    expect(good.dns.asked).toHaveLength(length);
    good.clock.nowMs = 301_000;
    await good.host.facts();
    expect(good.dns.asked).toHaveLength(2 * length);
    const bad = lookingAt({}, { ...table, '25.2.0.192.list.example.org': 'timeout' });
    await bad.host.facts();
    bad.clock.nowMs = 16_000;
    await bad.host.facts();
    expect(bad.dns.asked).toHaveLength(2 * length);
  });

  it.each<[string, DnsTable[string]]>([
    ['a list that gives no answer', 'timeout'],
    ['a list that refuses this name server', { A: ['127.255.255.254'] }],
  ])('are not called free of %s', async (_what, entry) => {
    const facts = await lookingAt({}, { ...table, '25.2.0.192.list.example.org': entry }).host.facts();
    const [first] = facts.kind === 'known' ? facts.value.addresses : [];
    expect(first?.lists[0]?.isListed.kind).toBe('unknown');
  });
});
