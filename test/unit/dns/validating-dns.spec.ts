import { createValidatingDns } from '../../../src/infrastructure/dns/validating-dns.js';
import { closedPort } from '../../support/closed-port.js';
import { type NameServer, startNameServer } from '../../support/name-server.js';

describe('a resolver that is asked by hand', () => {
  let names: NameServer;
  beforeAll(async () => {
    names = await startNameServer(
      {
        'one.test': {
          MX: [
            [10, 'MX.One.test.'],
            [20, '.'],
          ],
          TXT: [['a', 'b'], 'c'],
          CAA: [[128, 'issue', 'ca.test']],
          AAAA: ['2001:db8::1'],
        },
        'xn--bcher-kva.test': { A: ['192.0.2.7'] },
        'alias.test': { CNAME: ['other.test'] },
        'other.test': { CNAME: ['one.test'] },
        'circle.test': { CNAME: ['circle.test'] },
      },
      { secure: ['one.test'] },
    );
    for (const fault of ['server-failure', 'refused', 'silence', 'garbage', 'truncated'] as const) {
      names.publish(`${fault}.test`, { A: ['192.0.2.1'] });
      names.fail(`${fault}.test`, fault);
    }
  });
  afterAll(() => names.close());
  const dns = (port = names.port) => createValidatingDns({ address: '127.0.0.1', port, timeoutMs: 300, tries: 2 });

  it('reads records, and whether they were validated', async () => {
    const found = { kind: 'found', aliases: [], isSecure: true };
    expect(await dns().resolve('One.test.', 'MX')).toEqual({
      ...found,
      values: [
        { priority: 10, exchange: 'mx.one.test' },
        { priority: 20, exchange: '' },
      ],
    });
    expect(await dns().resolve('one.test', 'TXT')).toEqual({ ...found, values: [['a', 'b'], ['c']] });
    const issuers = [{ critical: true, tag: 'issue', value: 'ca.test' }];
    expect(await dns().resolve('one.test', 'CAA')).toEqual({ ...found, values: issuers });
    expect(await dns().resolve('one.test', 'A')).toMatchObject({
      kind: 'missing',
      reason: 'no-record',
      isSecure: true,
    });
    expect(await dns().resolve('two.test', 'A')).toMatchObject({
      kind: 'missing',
      reason: 'no-such-name',
      isSecure: false,
    });
    expect(await dns().resolve('bücher.test', 'A')).toMatchObject({ values: ['192.0.2.7'] });
  });

  it('follows aliases', async () => {
    const aliases = ['other.test', 'one.test'];
    expect(await dns().resolve('alias.test', 'AAAA')).toMatchObject({ values: ['2001:db8::1'], aliases });
    expect(await dns().resolve('circle.test', 'A')).toMatchObject({ kind: 'missing' });
  });

  it('takes the answer over TCP where a datagram has no room', async () => {
    expect(await dns().resolve('truncated.test', 'A')).toMatchObject({ values: ['192.0.2.1'] });
  });

  it.each([
    ['server-failure.test', 'server-failure'],
    ['refused.test', 'refused'],
    ['silence.test', 'timeout'],
    ['garbage.test', 'timeout'],
  ])('says of %s that it is unanswered: %s', async (name, reason) => {
    expect(await dns().resolve(name, 'A')).toEqual({ kind: 'unanswered', reason });
  });

  it.each([`${'a'.repeat(64)}.test`, 'two..dots.test', 'a.'.repeat(127)])(
    'knows that %s cannot be a name',
    async (name) => {
      expect(await dns().resolve(name, 'A')).toMatchObject({ kind: 'missing', reason: 'no-such-name' });
    },
  );

  it('says so where nothing listens', async () => {
    expect(await dns(await closedPort()).resolve('one.test', 'A')).toEqual({
      kind: 'unanswered',
      reason: 'unreachable',
    });
  });
});
