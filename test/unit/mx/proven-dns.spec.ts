import { createProvenDns } from '../../../src/application/delivery/mx/proven-dns.js';
import type { ValidatingDns } from '../../../src/application/ports/dns.js';
import { type DnsTable, dnsOf } from '../../support/dns-table.js';
import { FakeClock } from '../../support/fake-clock.js';

const root = { NS: ['a.test'] };

describe('a resolver whose word counts for DANE once it is proved', () => {
  function setup(table: DnsTable, isSecure = true) {
    const clock = new FakeClock();
    const doubts: string[] = [];
    const plain = dnsOf(table);
    const dns: ValidatingDns = {
      async resolve(name, type) {
        const answer = await plain.resolve(name, type);
        return answer.kind === 'unanswered' ? answer : { ...answer, isSecure };
      },
      resolveTlsa: async () => ({ kind: 'missing', reason: 'no-record', aliases: [], isSecure }),
    };
    return { clock, doubts, plain, proven: createProvenDns({ dns, clock, onDoubt: (doubt) => doubts.push(doubt) }) };
  }
  const isSecure = async ({ proven }: ReturnType<typeof setup>) => {
    const answer = await proven.resolve('mx.test', 'A');
    return answer.kind === 'unanswered' ? answer.reason : answer.isSecure;
  };
  const good = (): DnsTable => ({ '.': root, 'dnssec-failed.org': 'server-failure', 'mx.test': { A: ['192.0.2.1'] } });

  it('is asked for its proof once, and before the first answer counts', async () => {
    const world = setup(good());
    expect(await Promise.all([isSecure(world), isSecure(world)])).toEqual([true, true]);
    expect(world.plain.asked.filter((asked) => asked.startsWith('.'))).toHaveLength(1);
    expect(world.doubts).toEqual([]);
  });

  it.each<[string, DnsTable, boolean, RegExp]>([
    ['does not vouch for the root', good(), false, /does not validate/],
    [
      'answers for what is forged',
      { ...good(), 'dnssec-failed.org': { A: ['192.0.2.9'] } },
      true,
      /signatures are wrong/,
    ],
    ['denies that what is forged exists', { '.': root, 'mx.test': { A: ['192.0.2.1'] } }, true, /does not validate/],
    ['does not answer', { 'mx.test': { A: ['192.0.2.1'] }, '.': 'timeout' }, true, /does not answer \(timeout\)/],
  ])('says nothing secure where it %s, and is tried again after a minute', async (_what, table, vouches, doubt) => {
    const world = setup(table, vouches);
    expect(await isSecure(world)).toBe(false);
    expect(world.doubts).toEqual([expect.stringMatching(doubt)]);
    world.clock.advance(59_999);
    await isSecure(world);
    expect(world.doubts).toHaveLength(1);
    world.clock.advance(1);
    await isSecure(world);
    expect(world.doubts).toHaveLength(2);
  });

  it('stays proved: what it does not answer later is unanswered, and never less secure', async () => {
    const table = good();
    const world = setup(table);
    await isSecure(world);
    world.clock.advance(3_600_000);
    table['mx.test'] = 'timeout';
    table['.'] = 'timeout';
    expect(await isSecure(world)).toBe('timeout');
    table['mx.test'] = { A: ['192.0.2.1'] };
    expect(await isSecure(world)).toBe(true);
  });
});
