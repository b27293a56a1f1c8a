import { checkDmarc, type DmarcFinding } from '../../../src/application/sending-domain/records/check-dmarc.js';
import { dmarcInWords } from '../../../src/application/sending-domain/records/dmarc-in-words.js';
import { createDns } from '../../../src/infrastructure/dns/dns.js';
import { type NameServer, startNameServer } from '../../support/name-server.js';
import { sampleDomain, sampleSettings } from '../../support/published-domain.js';

const sub = { ...sampleDomain, name: 'updates.example.com' };

describe('DMARC of a domain', () => {
  let server: NameServer;
  beforeEach(async () => {
    server = await startNameServer({ 'example.com': { NS: ['ns1.example.net'] } });
  });
  afterEach(() => server.close());

  const check = (domain = sampleDomain) =>
    checkDmarc(
      domain,
      sampleSettings,
      createDns({ servers: [server.address], timeoutMs: 1000, tries: 3, zoneServers: null }),
    );
  const told = (finding: DmarcFinding) => dmarcInWords(finding).join(' ');
  const codes = ({ advice }: DmarcFinding) => advice.map(({ code }) => code);

  it('is missing, and a record to begin with is suggested', async () => {
    const finding = await check();
    expect(finding).toEqual({
      status: 'missing',
      foundAt: null,
      found: [],
      policy: null,
      advice: [{ code: 'dmarc-not-published' }],
      suggested: { name: '_dmarc.example.com', value: 'v=DMARC1; p=none;' },
    });
    expect(told(finding)).toContain('_dmarc.example.com: v=DMARC1; p=none;');
  });

  it.each([
    ['none', /do nothing/],
    ['quarantine', /spam folder/],
    ['reject', /refuse/],
  ] as const)('says what p=%s would do', async (policy, words) => {
    server.publish('_dmarc.example.com', { TXT: ['unrelated', `v=DMARC1; p=${policy}; rua=mailto:d@example.com`] });
    const finding = await check();
    expect(finding).toMatchObject({ status: 'published', foundAt: '_dmarc.example.com', policy, advice: [] });
    expect(told(finding)).toMatch(words);
  });

  it('comes from the registered zone where the domain has none, with its policy for subdomains', async () => {
    server.publish('_dmarc.example.com', { TXT: ['v=DMARC1; p=none; sp=reject; rua=mailto:d@example.com'] });
    expect(await check(sub)).toMatchObject({ foundAt: '_dmarc.example.com', policy: 'reject' });
    expect(await check()).toMatchObject({ policy: 'none' });
    server.publish('_dmarc.updates.example.com', { TXT: ['v=DMARC1; p=quarantine; sp=none'] });
    expect(await check(sub)).toMatchObject({ foundAt: '_dmarc.updates.example.com', policy: 'quarantine' });
  });

  it('tells of strict SPF alignment, which the return path cannot have', async () => {
    server.publish('_dmarc.example.com', { TXT: ['v=DMARC1; p=reject; aspf=s; adkim=s; rua=mailto:d@example.com'] });
    const finding = await check();
    expect(finding.advice).toEqual([{ code: 'dmarc-spf-strict', returnPath: 'send.example.com' }]);
    expect(told(finding)).toMatch(/send\.example\.com.*DKIM alone/);
  });

  it('tells of records that receivers cannot use', async () => {
    server.publish('_dmarc.example.com', { TXT: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] });
    expect(await check()).toMatchObject({ status: 'different', policy: null });
    expect(codes(await check())).toEqual(['several-dmarc-records']);
    server.publish('_dmarc.example.com', { TXT: ['v=DMARC1; p=strict'] });
    expect(codes(await check())).toEqual(['dmarc-without-policy']);
    server.publish('_dmarc.example.com', { TXT: ['v=DMARC1; p=strict; rua=mailto:d@example.com'] });
    expect(await check()).toMatchObject({ status: 'published', policy: 'none' });
  });

  it('tells that nobody gets reports', async () => {
    server.publish('_dmarc.example.com', { TXT: ['v=DMARC1; p=none'] });
    expect(codes(await check())).toEqual(['dmarc-without-reports']);
  });

  it('is not missing where nobody answered', async () => {
    server.fail('_dmarc.example.com', 'server-failure');
    expect(await check()).toMatchObject({
      status: 'unanswered',
      advice: [{ code: 'unanswered', reason: 'server-failure' }],
    });
  });
});
