import { openStsPolicies } from '../../../src/application/delivery/mx/sts-policies.js';
import type { KeptStsPolicy } from '../../../src/application/ports/sts-policies.js';
import { type DnsTable, dnsOf } from '../../support/dns-table.js';
import { FakeClock } from '../../support/fake-clock.js';

const day = 86_400_000;
const file = (mode: string, maxAgeSeconds = 604_800) =>
  `version: STSv1\nmode: ${mode}\nmx: mx.one.test\nmax_age: ${maxAgeSeconds}\n`;
const record = (id: string): DnsTable[string] => ({ TXT: [[`v=STSv1; `, `id=${id};`]] });

describe('the MTA-STS policies of receiving domains', () => {
  async function setup(kept: readonly KeptStsPolicy[] = []) {
    const table: DnsTable = { '_mta-sts.one.test': record('1') };
    const files = new Map([['one.test', file('enforce')]]);
    const fetched: string[] = [];
    const written: (readonly KeptStsPolicy[])[] = [];
    const clock = new FakeClock();
    const policies = await openStsPolicies({
      dns: dnsOf(table),
      clock,
      source: {
        fetch: async (domain) => {
          fetched.push(domain);
          const text = files.get(domain);
          return text === undefined ? { failed: 'sts-webpki-invalid' } : { text };
        },
      },
      memory: { read: async () => kept, write: async (all) => void written.push(all) },
      recordLifeMs: 300_000,
      onFailure: (error) => {
        throw error;
      },
    });
    const modeOf = async (domain: string) => (await policies.policyOf(domain))?.mode;
    return { table, files, fetched, written, clock, policies, modeOf };
  }

  it('is fetched once for many emails, and not at all where nothing announces it', async () => {
    const { fetched, modeOf } = await setup();
    expect(await Promise.all(['one.test', 'one.test', 'two.test'].map(modeOf))).toEqual([
      'enforce',
      'enforce',
      undefined,
    ]);
    expect(await modeOf('one.test')).toBe('enforce');
    expect(fetched).toEqual(['one.test']);
  });

  it('follows a new id', async () => {
    const { table, files, clock, modeOf } = await setup();
    await modeOf('one.test');
    table['_mta-sts.one.test'] = record('2');
    files.set('one.test', file('testing'));
    expect(await modeOf('one.test')).toBe('enforce');
    clock.advance(300_000);
    expect(await modeOf('one.test')).toBe('testing');
  });

  it.each<[string, (world: Awaited<ReturnType<typeof setup>>) => void]>([
    ['its record is gone', ({ table }) => delete table['_mta-sts.one.test']],
    ['no name server answers', ({ table }) => void (table['_mta-sts.one.test'] = 'timeout')],
    [
      'a new one cannot be fetched',
      ({ table, files }) => {
        table['_mta-sts.one.test'] = record('2');
        files.delete('one.test');
      },
    ],
    [
      'a new one is not valid',
      ({ table, files }) => {
        table['_mta-sts.one.test'] = record('2');
        files.set('one.test', 'hello');
      },
    ],
  ])('holds to its end though %s', async (_what, break_) => {
    const world = await setup();
    await world.modeOf('one.test');
    break_(world);
    world.clock.advance(604_799_000);
    expect(await world.modeOf('one.test')).toBe('enforce');
    world.clock.advance(1_000);
    expect(await world.modeOf('one.test')).toBeUndefined();
  });

  it('is fetched anew each day, without an email that waits for it', async () => {
    const { files, fetched, clock, modeOf } = await setup();
    await modeOf('one.test');
    clock.advance(day + 1);
    files.set('one.test', file('none'));
    expect(await modeOf('one.test')).toBe('enforce');
    expect(await modeOf('one.test')).toBe('none');
    expect(fetched).toHaveLength(2);
  });

  it('is left alone for five minutes where it could not be fetched', async () => {
    const { files, fetched, clock, modeOf } = await setup();
    files.delete('one.test');
    expect(await modeOf('one.test')).toBeUndefined();
    files.set('one.test', file('enforce'));
    clock.advance(299_999);
    expect(await modeOf('one.test')).toBeUndefined();
    expect(fetched).toHaveLength(1);
    clock.advance(1);
    expect(await modeOf('one.test')).toBe('enforce');
  });

  it('says why a domain that announces one has none', async () => {
    const { table, files, clock, policies, modeOf } = await setup();
    const failures = async (): Promise<string | undefined> => {
      await modeOf('one.test');
      return policies.failureOf('one.test');
    };
    expect(await failures()).toBeUndefined();
    table['_mta-sts.two.test'] = record('1');
    await modeOf('two.test');
    expect(policies.failureOf('two.test')).toBe('sts-webpki-invalid');
    files.set('two.test', 'hello');
    clock.advance(300_000);
    await modeOf('two.test');
    expect(policies.failureOf('two.test')).toBe('sts-policy-invalid');
    delete table['_mta-sts.two.test'];
    clock.advance(300_000);
    await modeOf('two.test');
    expect(policies.failureOf('two.test')).toBeUndefined();
  });

  it('holds for the email that asked though it is to be kept for no time', async () => {
    const { files, fetched, modeOf } = await setup();
    files.set('one.test', file('enforce', 0));
    expect(await modeOf('one.test')).toBe('enforce');
    expect(await modeOf('one.test')).toBe('enforce');
    expect(fetched).toHaveLength(2);
  });

  it('outlives the process: what a process before it fetched holds while nothing can be fetched', async () => {
    const before = await setup();
    await before.modeOf('one.test');
    await before.policies.close();
    const after = await setup(before.written.at(-1));
    delete after.table['_mta-sts.one.test'];
    after.files.clear();
    expect(await after.modeOf('one.test')).toBe('enforce');
  });
});
