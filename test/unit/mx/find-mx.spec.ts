import { findMx } from '../../../src/application/delivery/mx/find-mx.js';
import { findAddresses } from '../../../src/application/delivery/mx/host-addresses.js';
import type { MxRecord } from '../../../src/application/ports/dns.js';
import { type DnsTable, dnsOf } from '../../support/dns-table.js';

const isOurName = (host: string): boolean => host === 'posthorn.example.com';
const mx = (...records: readonly (readonly [number, string])[]): { readonly MX: readonly MxRecord[] } => ({
  MX: records.map(([priority, exchange]) => ({ priority, exchange })),
});

describe('who takes the mail of a domain', () => {
  it.each<[string, DnsTable[string], readonly (readonly string[])[]]>([
    [
      'the most preferred first',
      mx([20, 'b.test'], [10, 'a.test'], [30, 'c.test']),
      [['a.test'], ['b.test'], ['c.test']],
    ],
    ['equal ones together', mx([10, 'b.test'], [10, 'a.test'], [20, 'c.test']), [['a.test', 'b.test'], ['c.test']]],
    ['each once, where it is preferred', mx([20, 'a.test'], [10, 'a.test'], [20, 'b.test']), [['a.test'], ['b.test']]],
    ['itself where it has no MX', { A: ['192.0.2.1'] }, [['one.test']]],
    ['itself where it has an IPv6 address alone', { AAAA: ['2001:db8::1'] }, [['one.test']]],
    ['those that are preferred to us', mx([10, 'a.test'], [20, 'posthorn.example.com'], [30, 'c.test']), [['a.test']]],
    ['nobody as good as us', mx([10, 'a.test'], [20, 'b.test'], [20, 'posthorn.example.com']), [['a.test']]],
    ['the others beside a name that is empty', mx([0, ''], [10, 'a.test']), [['a.test']]],
  ])('%s', async (_what, records, hosts) => {
    expect(await findMx(dnsOf({ 'one.test': records }), 'one.test', isOurName)).toStrictEqual({ kind: 'hosts', hosts });
  });

  it.each<[string, DnsTable, number, string]>([
    ['a null MX', { 'one.test': mx([0, '']) }, 556, '5.1.10'],
    ['a null MX, written as the root', { 'one.test': mx([0, '.']) }, 556, '5.1.10'],
    ['no such name', {}, 550, '5.1.2'],
    ['neither MX nor address', { 'one.test': { TXT: [['v=spf1 -all']] } }, 550, '5.1.2'],
    ['only us', { 'one.test': mx([10, 'posthorn.example.com'], [20, 'b.test']) }, 554, '5.4.6'],
    ['servers that fail', { 'one.test': 'server-failure' }, 451, '4.4.3'],
    ['servers that are silent', { 'one.test': 'timeout' }, 451, '4.4.3'],
  ])('%s: %#', async (_what, table, code, enhancedCode) => {
    const answer = await findMx(dnsOf(table), 'one.test', isOurName);
    expect(answer).toMatchObject({ kind: 'unroutable', reply: { code, enhancedCode, host: 'one.test' } });
    expect(answer).toMatchObject({ reply: { text: expect.stringContaining('one.test') } });
  });

  it('is not decided by addresses that nobody answered for', async () => {
    const dns = dnsOf({ 'one.test': {} });
    const silent = {
      ...dns,
      resolve: async (name: string, type: 'MX') =>
        type === 'MX' ? dns.resolve(name, type) : ({ kind: 'unanswered', reason: 'timeout' } as const),
    };
    // The fake answers each type as the port does; its type cannot say so.
    const answer = await findMx(silent as typeof dns, 'one.test', isOurName);
    expect(answer).toMatchObject({ kind: 'unroutable', reply: { code: 451, enhancedCode: '4.4.3' } });
  });

  it('is us alone, without an MX: a loop', async () => {
    const table = { 'posthorn.example.com': { A: ['192.0.2.1'] } };
    expect(await findMx(dnsOf(table), 'posthorn.example.com', isOurName)).toMatchObject({
      reply: { enhancedCode: '5.4.6' },
    });
  });
});

describe('where a mail host is', () => {
  it.each<[string, DnsTable[string] | undefined, object]>([
    [
      'both families',
      { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] },
      { kind: 'found', ipv4: ['192.0.2.1'], ipv6: ['2001:db8::1'] },
    ],
    ['one family', { AAAA: ['2001:db8::1'] }, { kind: 'found', ipv4: [], ipv6: ['2001:db8::1'] }],
    ['nowhere', undefined, { kind: 'missing' }],
    ['not known', 'server-failure', { kind: 'unanswered', reason: 'server-failure' }],
  ])('%s', async (_what, records, addresses) => {
    const table: DnsTable = records === undefined ? {} : { 'mx.test': records };
    expect(await findAddresses(dnsOf(table), 'mx.test')).toStrictEqual(addresses);
  });
});
