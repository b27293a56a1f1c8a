import type { Dns } from '../../src/application/ports/dns.js';
import { inStrings, type NameServer, startNameServer, type Zone } from '../support/name-server.js';

export interface DnsPatience {
  readonly timeoutMs: number;
  readonly tries: number;
}

/** Where the server answers, however busy the machine is. */
const patient: DnsPatience = { timeoutMs: 20_000, tries: 2 };
/** Where the server owes an answer for ever. */
const impatient: DnsPatience = { timeoutMs: 300, tries: 2 };

/** What every `Dns` promises; `create` makes one that asks this server. */
export function dnsContract(name: string, create: (server: NameServer, patience: DnsPatience) => Dns): void {
  const key = `p=${'A'.repeat(390)}`;
  const zone: Zone = {
    'example.com': {
      NS: ['ns1.example.com'],
      MX: [
        [10, 'Mx1.Example.com'],
        [20, 'mx2.example.com'],
      ],
      TXT: ['v=spf1 mx ~all', 'unrelated'],
      CAA: [
        [0, 'issue', 'ca.posthorn.test'],
        [128, 'iodef', 'mailto:security@example.com'],
      ],
    },
    'ns1.example.com': { A: ['127.0.0.1'] },
    'mx1.example.com': { A: ['192.0.2.1', '192.0.2.2'], AAAA: ['2001:db8::1'] },
    'null.example.com': { MX: [[0, '']] },
    'key.example.com': { TXT: [inStrings(key)] },
    'large.example.com': { TXT: Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(200, '.')) },
    'alias.example.com': { CNAME: ['second.example.com'] },
    'second.example.com': { CNAME: ['Target.Example.net'] },
    'target.example.net': { TXT: ['reached'] },
    'stray.example.com': { CNAME: ['nowhere.example.net'] },
    'loop.example.com': { CNAME: ['back.example.com'] },
    'back.example.com': { CNAME: ['loop.example.com'] },
    '*.wild.example.com': { TXT: ['anything'] },
  };

  describe(`Dns: ${name}`, () => {
    let server: NameServer;
    let dns: Dns;

    beforeEach(async () => {
      server = await startNameServer(zone);
      dns = create(server, patient);
    });
    afterEach(() => server.close());

    it('finds the records of each type, names in lower case', async () => {
      const found = async (of: string, type: Parameters<Dns['resolve']>[1]) => {
        const answer = await dns.resolve(of, type);
        return answer.kind === 'found' ? new Set<unknown>(answer.values) : answer;
      };
      expect(await found('example.com', 'MX')).toEqual(
        new Set([
          { priority: 10, exchange: 'mx1.example.com' },
          { priority: 20, exchange: 'mx2.example.com' },
        ]),
      );
      expect(await found('example.com', 'TXT')).toEqual(new Set([['v=spf1 mx ~all'], ['unrelated']]));
      expect(await found('example.com', 'NS')).toEqual(new Set(['ns1.example.com']));
      expect(await found('mx1.example.com', 'A')).toEqual(new Set(['192.0.2.1', '192.0.2.2']));
      expect(await found('mx1.example.com', 'AAAA')).toEqual(new Set(['2001:db8::1']));
      expect(await found('alias.example.com', 'CNAME')).toEqual(new Set(['second.example.com']));
      expect(await found('example.com', 'CAA')).toEqual(
        new Set([
          { critical: false, tag: 'issue', value: 'ca.posthorn.test' },
          { critical: true, tag: 'iodef', value: 'mailto:security@example.com' },
        ]),
      );
    });

    it('asks whatever the case of the name', async () => {
      expect(await dns.resolve('KEY.Example.COM', 'TXT')).toMatchObject({ kind: 'found' });
    });

    it('keeps the strings of a TXT record apart, in their order', async () => {
      const expected = [`p=${'A'.repeat(253)}`, 'A'.repeat(137)];
      expect(await dns.resolve('key.example.com', 'TXT')).toEqual({ kind: 'found', values: [expected], aliases: [] });
    });

    it('shows a null MX', async () => {
      const answer = await dns.resolve('null.example.com', 'MX');
      expect(answer).toEqual({ kind: 'found', values: [{ priority: 0, exchange: '' }], aliases: [] });
    });

    it('says whether a name is not there, or has no such record', async () => {
      const missing = { kind: 'missing', aliases: [] };
      expect(await dns.resolve('nowhere.example.com', 'TXT')).toEqual({ ...missing, reason: 'no-such-name' });
      expect(await dns.resolve('key.example.com', 'MX')).toEqual({ ...missing, reason: 'no-record' });
      expect(await dns.resolve('key.example.com', 'CNAME')).toEqual({ ...missing, reason: 'no-record' });
      expect(await dns.resolve('wild.example.com', 'TXT')).toEqual({ ...missing, reason: 'no-record' });
    });

    it('follows aliases and names them', async () => {
      const aliases = ['second.example.com', 'target.example.net'];
      expect(await dns.resolve('alias.example.com', 'TXT')).toEqual({ kind: 'found', values: [['reached']], aliases });
      expect(await dns.resolve('alias.example.com', 'MX')).toEqual({ kind: 'missing', reason: 'no-record', aliases });
      const stray = { kind: 'missing', reason: 'no-such-name', aliases: ['nowhere.example.net'] };
      expect(await dns.resolve('stray.example.com', 'TXT')).toEqual(stray);
    });

    it('notices a loop of aliases', async () => {
      const aliases = ['back.example.com', 'loop.example.com'];
      const answer = await dns.resolve('loop.example.com', 'TXT');
      expect(answer).toEqual({ kind: 'missing', reason: 'alias-loop', aliases });
      server.fail('loop.example.com', 'server-failure');
      // A resolver that was led in a circle says no more than this.
      expect(await dns.resolve('loop.example.com', 'TXT')).toEqual({ kind: 'unanswered', reason: 'server-failure' });
    });

    it('sees a wildcard answer', async () => {
      expect(await dns.resolve('x.wild.example.com', 'TXT')).toMatchObject({ kind: 'found', values: [['anything']] });
    });

    it('asks over TCP for what does not fit into UDP', async () => {
      const large = await dns.resolve('large.example.com', 'TXT');
      expect(large.kind === 'found' && large.values.length).toBe(20);
      server.fail('key.example.com', 'truncated');
      expect(await dns.resolve('key.example.com', 'TXT')).toMatchObject({ kind: 'found' });
      const transports = server.asked.filter((each) => each.name === 'key.example.com').map((each) => each.transport);
      expect(new Set(transports)).toEqual(new Set(['udp', 'tcp']));
    });

    it.each([
      ['server-failure', 'server-failure'],
      ['refused', 'refused'],
      ['silence', 'timeout'],
    ] as const)('never takes %s for a missing record', async (fault, reason) => {
      server.fail('example.com', fault);
      const asked = fault === 'silence' ? create(server, impatient) : dns;
      expect(await asked.resolve('example.com', 'TXT')).toEqual({ kind: 'unanswered', reason });
      expect(await asked.resolve('example.com', 'MX')).toEqual({ kind: 'unanswered', reason });
      server.heal('example.com');
      expect(await dns.resolve('example.com', 'TXT')).toMatchObject({ kind: 'found' });
    });

    it('never takes an answer that it cannot read for a missing record', async () => {
      server.fail('example.com', 'garbage');
      expect(await create(server, impatient).resolve('example.com', 'TXT')).toMatchObject({ kind: 'unanswered' });
    });

    it('says so where nothing listens', async () => {
      const asked = create(server, impatient);
      await server.close();
      const answer = await asked.resolve('example.com', 'TXT');
      expect(answer.kind === 'unanswered' && ['unreachable', 'timeout']).toContain(
        answer.kind === 'unanswered' && answer.reason,
      );
      server = await startNameServer();
    });

    it('asks afresh each time, after a record as after none', async () => {
      expect(await dns.resolve('later.example.com', 'TXT')).toMatchObject({ reason: 'no-such-name' });
      server.publish('later.example.com', { TXT: ['here'] });
      expect(await dns.resolve('later.example.com', 'TXT')).toMatchObject({ values: [['here']] });
      server.publish('later.example.com', { TXT: ['changed'] });
      expect(await dns.resolve('later.example.com', 'TXT')).toMatchObject({ values: [['changed']] });
      server.remove('later.example.com');
      expect(await dns.resolve('later.example.com', 'TXT')).toMatchObject({ reason: 'no-such-name' });
    });

    it('answers many questions at once', async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => dns.resolve('alias.example.com', 'TXT')));
      expect(answers.every(({ kind }) => kind === 'found')).toBe(true);
    });
  });
}
