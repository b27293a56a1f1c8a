import { adviceInWords } from '../../../src/application/sending-domain/records/advice-in-words.js';
import { expectedRecords } from '../../../src/application/sending-domain/records/expected-records.js';
import type { PublishedDomain } from '../../../src/application/sending-domain/records/published-domain.js';
import { inStrings } from '../../support/name-server.js';
import { sampleDomain, sampleSettings } from '../../support/published-domain.js';
import { bounces, type Changes, dkimName, key, spf, useCheckedZone } from './record-cases.js';

describe('A check of the records', () => {
  const zone = useCheckedZone();
  const change = (changes: Changes) => zone().change(changes);
  const check = (about: string, domain?: PublishedDomain) => zone().check(about, domain);

  it('verifies what is published as it is shown', async () => {
    const findings = await zone().checkAll();
    expect(findings.map((finding) => [finding.key, finding.status, finding.advice])).toEqual(
      expectedRecords(sampleDomain, sampleSettings).map((record) => [record.key, 'verified', []]),
    );
    expect(findings[0]?.found).toEqual([`10 ${bounces}`]);
    expect(findings[1]?.found).toEqual([spf]);
  });

  it('shows what was found instead', async () => {
    change({
      'send.example.com': {
        MX: [
          [20, 'b.example.net'],
          [5, 'a.example.net'],
        ],
        TXT: ['v=spf1 -all', 'x'],
      },
    });
    expect((await check('return-path-mx')).found).toEqual(['5 a.example.net', '20 b.example.net']);
    expect((await check('return-path-spf')).found).toEqual(['v=spf1 -all']);
  });

  it('finds records of a subdomain at the names that people confuse with it', async () => {
    const domain = { ...sampleDomain, name: 'updates.example.com' };
    change({ 'send.example.com': { MX: [] } });
    for (const name of ['send.updates.updates.example.com', 'send.example.com']) {
      change({ [name]: { MX: [[10, bounces]] } });
      expect((await check('return-path-mx', domain)).advice).toEqual([{ code: 'wrong-name', foundAt: name }]);
      change({ [name]: { MX: [] } });
    }
    change({ 'send.updates.example.com.example.com': { MX: [[10, bounces]] } });
    const advice = [{ code: 'doubled-name', foundAt: 'send.updates.example.com.example.com' }];
    expect((await check('return-path-mx', domain)).advice).toEqual(advice);
  });

  it.each([
    ['server-failure', 'server-failure', /SERVFAIL/],
    ['refused', 'refused', /refused/],
    ['silence', 'timeout', /in time/],
  ] as const)('takes %s for no answer, not for a missing record', async (fault, reason, words) => {
    zone().server.fail('send.example.com', fault);
    const finding = await check('return-path-spf');
    expect(finding).toEqual({
      key: 'return-path-spf',
      status: 'unanswered',
      found: [],
      advice: [{ code: 'unanswered', reason }],
    });
    const [, record] = expectedRecords(sampleDomain, sampleSettings);
    if (record !== undefined) expect(adviceInWords({ code: 'unanswered', reason }, record)).toMatch(words);
    expect((await check('dkim:ph1')).status).toBe('verified');
  });

  it('reads a key that comes over TCP alone', async () => {
    zone().server.fail(dkimName, 'truncated');
    expect((await check('dkim:ph1')).status).toBe('verified');
  });

  it('does not call a record missing where the name servers of its zone cannot be asked', async () => {
    change({ 'send.example.com': null });
    zone().server.fail('example.com', 'server-failure');
    expect((await check('return-path-mx')).advice).toEqual([{ code: 'not-published', nameServers: '' }]);
  });

  it('sees records vanish and return', async () => {
    expect((await check('dkim:ph1')).status).toBe('verified');
    change({ [dkimName]: null });
    expect((await check('dkim:ph1')).status).toBe('missing');
    change({ [dkimName]: { TXT: [inStrings(key)] } });
    expect((await check('dkim:ph1')).status).toBe('verified');
  });
});
