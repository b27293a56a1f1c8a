import { findAddresses } from '../../src/application/delivery/mx/host-addresses.js';
import { createProvenDns } from '../../src/application/delivery/mx/proven-dns.js';
import { createValidatingDns } from '../../src/infrastructure/dns/validating-dns.js';
import { FakeClock } from '../support/fake-clock.js';
import { hasUnbound, type SignedInternet, startUnbound } from '../support/unbound.js';

const digest = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';

(hasUnbound ? describe : describe.skip)('hosts as Unbound validates them', () => {
  let resolver: SignedInternet;
  beforeAll(async () => {
    resolver = await startUnbound({
      records: [
        'dnssec-failed.org. 300 IN A 192.0.2.1',
        'mx.signed.test. 300 IN A 192.0.2.2',
        `_25._tcp.mx.signed.test. 300 IN TLSA 3 1 1 ${digest}`,
        'alias.test. 300 IN CNAME mx.signed.test.',
        'mx.without.test. 300 IN A 192.0.2.3',
        'mx.changed.test. 300 IN A 192.0.2.4',
        `_25._tcp.mx.changed.test. 300 IN TLSA 3 1 1 ${digest}`,
        'mx.moved.test. 300 IN A 192.0.2.5',
        ...Array.from({ length: 40 }, (_nothing, at) => `many.test. 300 IN TXT "${at} ${'x'.repeat(200)}"`),
      ],
      unsigned: {
        name: 'unsigned.test.',
        records: ['mx.unsigned.test. 300 IN A 192.0.2.6', `_25._tcp.mx.unsigned.test. 300 IN TLSA 3 1 1 ${digest}`],
      },
      forged: [
        ['dnssec-failed.org.\t300\tIN\tA\t192.0.2.1', 'dnssec-failed.org.\t300\tIN\tA\t192.0.2.9'],
        [
          `_25._tcp.mx.changed.test.\t300\tIN\tTLSA\t3 1 1 0001`,
          `_25._tcp.mx.changed.test.\t300\tIN\tTLSA\t3 1 1 0101`,
        ],
        ['mx.moved.test.\t300\tIN\tA\t192.0.2.5', 'mx.moved.test.\t300\tIN\tA\t192.0.2.9'],
      ],
    });
  });
  afterAll(() => resolver.stop());

  const validating = () => createValidatingDns({ ...resolver, timeoutMs: 5_000, tries: 2 });
  const record = { usage: 3, selector: 1, matchingType: 1, data: Buffer.from(digest, 'hex') };
  const at = (address: string) => ({ kind: 'found', ipv4: [address], ipv6: [] });

  it.each([
    ['signed', 'mx.signed.test', { ...at('192.0.2.2'), dane: [record] }],
    ['signed, by an alias', 'alias.test', { ...at('192.0.2.2'), dane: [record] }],
    ['signed, without records', 'mx.without.test', at('192.0.2.3')],
    ['in a zone that is not signed', 'mx.unsigned.test', at('192.0.2.6')],
    [
      'whose records were changed on their way',
      'mx.changed.test',
      { kind: 'unanswered', reason: 'server-failure', isAboutTlsa: true },
    ],
    ['whose address was changed on its way', 'mx.moved.test', { kind: 'unanswered', reason: 'server-failure' }],
    ['that does not exist', 'mx.nowhere', { kind: 'missing' }],
  ])('%s', async (_what, host, expected) => {
    const doubts: string[] = [];
    const dns = createProvenDns({ dns: validating(), clock: new FakeClock(), onDoubt: (doubt) => doubts.push(doubt) });
    expect(await findAddresses(dns, host)).toEqual(expected);
    expect(doubts).toEqual([]);
  });

  it('reads what does not fit into a datagram', async () => {
    const answer = await validating().resolve('many.test', 'TXT');
    expect(answer).toMatchObject({ kind: 'found', isSecure: true });
    expect(answer.kind === 'found' ? answer.values.length : 0).toBe(40);
  });
});
