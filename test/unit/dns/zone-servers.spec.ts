import type { DnsType } from '../../../src/application/ports/dns.js';
import { createDns } from '../../../src/infrastructure/dns/dns.js';
import { type NameServer, startNameServer } from '../../support/name-server.js';

/** Who answers is waited for, however busy the machine is. */
const patientMs = 20_000;
/** Some of the servers are silent, and others answer within the same limit. */
const impatientMs = 3_000;
const old = { TXT: ['old'] };
const delegation = {
  'example.com': { NS: ['ns1.example.net', 'ns2.example.net'] },
  'ns1.example.net': { A: ['127.0.0.2'] },
  'ns2.example.net': { A: ['127.0.0.3'] },
};

describe("a zone's own name servers", () => {
  let resolver: NameServer;
  let first: NameServer;
  let second: NameServer;

  /** The resolver keeps what it has, as a cache does; the two others are the zone's. */
  beforeEach(async () => {
    first = await startNameServer({}, { host: '127.0.0.2' });
    second = await startNameServer({}, { host: '127.0.0.3', port: first.port });
    resolver = await startNameServer({ ...delegation, 'kept.example.com': old });
  });
  afterEach(() => Promise.all([resolver.close(), first.close(), second.close()]));

  const open = (isAllowed: (address: string) => boolean = () => true, timeoutMs = patientMs) =>
    createDns({
      servers: [resolver.address],
      timeoutMs,
      tries: 1,
      zoneServers: { port: first.port, isAllowed },
    });
  const publish = (name: string, ...texts: readonly string[]) => {
    for (const server of [first, second]) server.publish(name, { TXT: texts });
  };
  const texts = async (dns: ReturnType<typeof open>, name: string, type: DnsType = 'TXT') => {
    const answer = await dns.resolve(name, type);
    return answer.kind === 'found' ? answer.values.flat() : answer.kind;
  };
  const asked = ({ asked: questions }: NameServer) => questions.filter(({ type }) => type === 'TXT').length;

  it('are asked instead of a resolver that has kept an answer, or an absence', async () => {
    const dns = open();
    publish('new.example.com', 'new');
    expect(await texts(dns, 'new.example.com')).toEqual(['new']);
    expect(await texts(dns, 'kept.example.com')).toBe('missing');
    publish('kept.example.com', 'changed');
    expect(await texts(dns, 'kept.example.com')).toEqual(['changed']);
    expect(asked(resolver)).toBe(0);
  });

  it('are those of the closest zone', async () => {
    const third = await startNameServer(
      { 'a.below.example.com': { TXT: ['below'] } },
      { host: '127.0.0.4', port: first.port },
    );
    try {
      resolver.publish('below.example.com', { NS: ['ns.below.example.com'] });
      resolver.publish('ns.below.example.com', { A: ['127.0.0.4'] });
      expect(await texts(open(), 'a.below.example.com')).toEqual(['below']);
    } finally {
      await third.close();
    }
  });

  it('answer while one of them is silent', async () => {
    publish('new.example.com', 'new');
    first.fail('*', 'silence');
    expect(await texts(open(), 'new.example.com')).toEqual(['new']);
  });

  it('are believed only where they speak for the name themselves', async () => {
    for (const server of [first, second]) server.fail('*', 'referral');
    expect(await texts(open(), 'kept.example.com')).toEqual(['old']);
  });

  it('give way to the resolver where they are silent, or cannot answer, and are not waited for at each name', async () => {
    const dns = open(() => true, impatientMs);
    for (const server of [first, second]) server.fail('*', 'silence');
    expect(await texts(dns, 'kept.example.com')).toEqual(['old']);
    const before = first.asked.length;
    expect(await texts(dns, 'other.example.com')).toBe('missing');
    expect(first.asked.length).toBe(before);
    for (const server of [first, second]) server.fail('*', 'server-failure');
    expect(await texts(open(), 'kept.example.com')).toEqual(['old']);
  });

  it('are not sought on and on where the resolver is silent', async () => {
    resolver.fail('*', 'silence');
    const dns = open(() => true, 300);
    expect(await texts(dns, 'a.b.example.com')).toBe('unanswered');
    expect(new Set(resolver.asked.filter(({ type }) => type === 'NS').map(({ name }) => name))).toEqual(
      new Set(['a.b.example.com']),
    );
  });

  it('are never asked at an address that is not allowed', async () => {
    publish('kept.example.com', 'changed');
    expect(
      await texts(
        open(() => false),
        'kept.example.com',
      ),
    ).toEqual(['old']);
    expect([...first.asked, ...second.asked]).toEqual([]);
    expect(
      await texts(
        open((address) => address === '127.0.0.3'),
        'kept.example.com',
      ),
    ).toEqual(['changed']);
    expect(first.asked).toEqual([]);
  });

  it('lead from an alias into another zone to that zone', async () => {
    for (const server of [first, second]) server.publish('links.example.com', { CNAME: ['target.example.org'] });
    resolver.publish('target.example.org', { TXT: ['there'] });
    const answer = await open().resolve('links.example.com', 'TXT');
    expect(answer).toEqual({ kind: 'found', values: [['there']], aliases: ['target.example.org'] });
  });

  it('are sought no higher than the name that was registered', async () => {
    resolver.publish('org', { NS: ['ns1.example.net'] });
    resolver.publish('unregistered.org', old);
    expect(await texts(open(), 'unregistered.org')).toEqual(['old']);
    expect(first.asked).toEqual([]);
  });
});
