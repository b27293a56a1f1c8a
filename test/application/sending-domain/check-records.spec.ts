import { adviceInWords } from '../../../src/application/sending-domain/records/advice-in-words.js';
import { checkRecords } from '../../../src/application/sending-domain/records/check-records.js';
import { expectedRecords } from '../../../src/application/sending-domain/records/expected-records.js';
import type { Advice, RecordStatus } from '../../../src/application/sending-domain/records/finding.js';
import type { PublishedDomain } from '../../../src/application/sending-domain/records/published-domain.js';
import { createDns } from '../../../src/infrastructure/dns/dns.js';
import { inStrings, type NameServer, startNameServer, type Zone } from '../../support/name-server.js';
import {
  activeKey,
  ed25519Key,
  otherPublicKey,
  sampleDomain,
  sampleSettings,
  verifiedZone,
} from '../../support/published-domain.js';

const [bounces, spf] = ['bounces.eu-west-1.posthorn.test', sampleSettings.spfValue];
const key = `p=${activeKey.publicKey}`;
const dkimName = 'ph1._domainkey.example.com';
const unpublished = { code: 'not-published', nameServers: 'ns1.example.net, ns2.example.net' } as const;

/** What differs from a zone where everything is right; null: the name is not there. */
type Changes = Readonly<Record<string, Zone[string] | null>>;

/** Title, what is published, the record that it is about, how it stands, the advice, and words of that. */
type Case = [string, Changes, string, RecordStatus, readonly Advice[], RegExp?];

const returnPathMx: readonly Case[] = [
  ['nothing', { 'send.example.com': null }, 'return-path-mx', 'missing', [unpublished], /ns1\.example\.net/],
  [
    'a name in other case, with another record type beside it',
    { 'send.example.com': { MX: [[10, 'Bounces.EU-west-1.Posthorn.Test']], A: ['192.0.2.1'] } },
    'return-path-mx',
    'verified',
    [],
  ],
  [
    'another host',
    { 'send.example.com': { MX: [[10, 'mx.example.net']] } },
    'return-path-mx',
    'different',
    [{ code: 'wrong-value' }],
    /Replace it/,
  ],
  [
    'the value of another region',
    { 'send.example.com': { MX: [[10, 'bounces.us-east-1.posthorn.test']] } },
    'return-path-mx',
    'different',
    [{ code: 'other-region', region: 'us-east-1' }],
    /us-east-1/,
  ],
  [
    'another priority',
    { 'send.example.com': { MX: [[5, bounces]] } },
    'return-path-mx',
    'different',
    [{ code: 'wrong-priority', found: 5 }],
    /is 5; set it to 10/,
  ],
  [
    'another host that is tried first',
    {
      'send.example.com': {
        MX: [
          [10, bounces],
          [5, 'mx.example.net'],
        ],
      },
    },
    'return-path-mx',
    'different',
    [{ code: 'other-mx-first', exchange: 'mx.example.net' }],
    /Remove that MX record/,
  ],
  [
    'another host that is tried last',
    {
      'send.example.com': {
        MX: [
          [10, bounces],
          [50, 'mx.example.net'],
        ],
      },
    },
    'return-path-mx',
    'verified',
    [{ code: 'other-mx-behind', exchange: 'mx.example.net' }],
    /higher number/,
  ],
  [
    'a null MX',
    { 'send.example.com': { MX: [[0, '']] } },
    'return-path-mx',
    'different',
    [{ code: 'null-mx' }],
    /takes no mail/,
  ],
  [
    'the zone appended to the value',
    { 'send.example.com': { MX: [[10, `${bounces}.example.com`]] } },
    'return-path-mx',
    'different',
    [{ code: 'zone-appended-to-value', found: `${bounces}.example.com` }],
    /with a dot at its end/,
  ],
  [
    'the zone appended to the name',
    { 'send.example.com': null, 'send.example.com.example.com': { MX: [[10, bounces]] } },
    'return-path-mx',
    'missing',
    [{ code: 'doubled-name', foundAt: 'send.example.com.example.com' }],
    /Type send as its name/,
  ],
  [
    'a host without an address',
    { [bounces]: null },
    'return-path-mx',
    'verified',
    [{ code: 'host-without-address', host: bounces }],
    /no address/,
  ],
  [
    'a CNAME in the way',
    { 'send.example.com': { CNAME: ['shop.example.net'] } },
    'return-path-mx',
    'missing',
    [{ code: 'cname-in-the-way', target: 'shop.example.net' }],
    /Remove it, then add the MX record/,
  ],
  [
    'a CNAME that leads to other values',
    { 'send.example.com': { CNAME: ['shop.example.net'] }, 'shop.example.net': { MX: [[1, 'mx.example.net']] } },
    'return-path-mx',
    'different',
    [{ code: 'cname-in-the-way', target: 'shop.example.net' }, { code: 'wrong-value' }],
  ],
  [
    'a CNAME that leads to the right values',
    { 'send.example.com': { CNAME: ['shop.example.net'] }, 'shop.example.net': { MX: [[10, bounces]] } },
    'return-path-mx',
    'verified',
    [],
  ],
  [
    'CNAMEs in a circle',
    { 'send.example.com': { CNAME: ['b.example.com'] }, 'b.example.com': { CNAME: ['send.example.com'] } },
    'return-path-mx',
    'missing',
    [{ code: 'alias-loop', target: 'b.example.com' }],
    /circle/,
  ],
  [
    'a wildcard MX',
    { 'send.example.com': null, '*.example.com': { MX: [[1, 'mx.example.net']] } },
    'return-path-mx',
    'different',
    [{ code: 'wildcard', wildcard: '*.example.com' }, { code: 'wrong-value' }],
    /the wildcard \*\.example\.com answers/,
  ],
  [
    'a wildcard CNAME',
    { 'send.example.com': null, '*.example.com': { CNAME: ['parked.example.net'] } },
    'return-path-mx',
    'missing',
    [
      { code: 'wildcard', wildcard: '*.example.com' },
      { code: 'cname-in-the-way', target: 'parked.example.net' },
    ],
  ],
  [
    'a zone without name servers',
    { 'send.example.com': null, 'example.com': { NS: [] } },
    'return-path-mx',
    'missing',
    [{ code: 'no-name-servers', zone: 'example.com' }],
    /registrar/,
  ],
];

const spfRecord = (...texts: readonly string[]): Changes => ({ 'send.example.com': { TXT: texts } });
const chain = (length: number): Zone =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [
      `s${index}.example.net`,
      { TXT: [`v=spf1 a mx ${index + 1 < length ? `include:s${index + 1}.example.net` : ''} -all`] },
    ]),
  );

const returnPathSpf: readonly Case[] = [
  [
    'other case and more space',
    spfRecord('V=SPF1  mx Include:spf.posthorn.test ~all '),
    'return-path-spf',
    'verified',
    [],
  ],
  ['unrelated texts beside it', spfRecord('unrelated', spf), 'return-path-spf', 'verified', []],
  ['unrelated texts alone', spfRecord('unrelated'), 'return-path-spf', 'missing', [unpublished]],
  ['other terms', spfRecord('v=spf1 -all'), 'return-path-spf', 'different', [{ code: 'wrong-value' }]],
  [
    'two SPF records',
    spfRecord(spf, 'v=spf1 include:spf.posthorn.test -all'),
    'return-path-spf',
    'different',
    [{ code: 'several-spf-records', count: 2 }],
    /2 SPF records/,
  ],
  [
    'quotes pasted in',
    spfRecord(`"${spf}"`),
    'return-path-spf',
    'different',
    [{ code: 'stray-characters', characters: 'quotes' }],
    /quotes/,
  ],
  [
    'a space in front',
    spfRecord(` ${spf}`),
    'return-path-spf',
    'different',
    [{ code: 'stray-characters', characters: 'spaces' }],
  ],
  [
    'too many look-ups, through includes',
    { ...spfRecord('v=spf1 mx include:s0.example.net ~all'), ...chain(4) },
    'return-path-spf',
    'different',
    [{ code: 'wrong-value' }, { code: 'too-many-spf-lookups', lookups: 13 }],
    /13 or more DNS look-ups/,
  ],
  [
    'as many look-ups as are allowed',
    { ...spfRecord('v=spf1 include:s0.example.net ~all'), ...chain(3), 'spf.posthorn.test': { TXT: [] } },
    'return-path-spf',
    'different',
    [{ code: 'wrong-value' }],
  ],
  [
    'look-ups of an include that grew, behind the right record',
    { 'spf.posthorn.test': { TXT: ['v=spf1 redirect=s0.example.net'] }, ...chain(3) },
    'return-path-spf',
    'verified',
    [{ code: 'too-many-spf-lookups', lookups: 11 }],
  ],
  [
    'an include of nothing',
    { 'spf.posthorn.test': { TXT: ['unrelated'] } },
    'return-path-spf',
    'verified',
    [{ code: 'spf-include-broken', name: 'spf.posthorn.test' }],
    /spf\.posthorn\.test/,
  ],
  [
    'an include of itself',
    { 'spf.posthorn.test': { TXT: ['v=spf1 include:spf.posthorn.test -all'] } },
    'return-path-spf',
    'verified',
    [{ code: 'spf-include-broken', name: 'spf.posthorn.test' }],
  ],
];

const dkimRecord = (...texts: readonly (string | readonly string[])[]): Changes => ({ [dkimName]: { TXT: texts } });

const dkim: readonly Case[] = [
  ['one record of several strings', dkimRecord(inStrings(key)), 'dkim:ph1', 'verified', []],
  [
    'tags that mean the same, and space in the key',
    dkimRecord(
      inStrings(`v=DKIM1; h=sha256 ; k=rsa; s=email; n=note; p=${activeKey.publicKey.replace(/(.{60})/g, '$1 ')};`),
    ),
    'dkim:ph1',
    'verified',
    [],
  ],
  [
    'an old key',
    dkimRecord(inStrings(`p=${otherPublicKey}`)),
    'dkim:ph1',
    'different',
    [{ code: 'other-key' }],
    /perhaps an old one/,
  ],
  [
    'an old key beside it',
    dkimRecord(inStrings(key), inStrings(`p=${otherPublicKey}`)),
    'dkim:ph1',
    'different',
    [{ code: 'several-dkim-records', count: 2 }],
    /2 TXT records/,
  ],
  ['a revoked key', dkimRecord('v=DKIM1; p='), 'dkim:ph1', 'different', [{ code: 'revoked-key' }], /revoked/],
  ['no key', dkimRecord('unrelated'), 'dkim:ph1', 'different', [{ code: 'wrong-value' }]],
  [
    'one record for each string',
    dkimRecord(...inStrings(key)),
    'dkim:ph1',
    'different',
    [{ code: 'split-txt', records: 2 }],
    /one record/,
  ],
  [
    'quotes between and around the strings',
    dkimRecord(inStrings(`"${key.slice(0, 255)}" "${key.slice(255)}"`)),
    'dkim:ph1',
    'different',
    [{ code: 'stray-characters', characters: 'quotes' }],
  ],
  [
    'escaped semicolons',
    dkimRecord(inStrings(`v=DKIM1\\; k=rsa\\; ${key}`)),
    'dkim:ph1',
    'different',
    [{ code: 'stray-characters', characters: 'backslashes' }],
    /backslashes/,
  ],
  [
    'the first 255 characters',
    dkimRecord(key.slice(0, 255)),
    'dkim:ph1',
    'different',
    [{ code: 'cut-off', characters: 255 }],
    /first 255 characters/,
  ],
  ['a key for tests', dkimRecord(inStrings(`t=y; ${key}`)), 'dkim:ph1', 'different', [{ code: 'testing-key' }], /t=y/],
  [
    'a key for another algorithm',
    dkimRecord(inStrings(`k=ed25519; ${key}`)),
    'dkim:ph1',
    'different',
    [{ code: 'unusable-key-tag', tag: 'k' }],
    /tag k=/,
  ],
  [
    'a key for SHA-1, not for mail',
    dkimRecord(inStrings(`h=sha1; s=tlsrpt; ${key}`)),
    'dkim:ph1',
    'different',
    [
      { code: 'unusable-key-tag', tag: 'h' },
      { code: 'unusable-key-tag', tag: 's' },
    ],
  ],
  [
    'the zone appended to the name',
    { [dkimName]: null, [`${dkimName}.example.com`]: { TXT: [inStrings(key)] } },
    'dkim:ph1',
    'missing',
    [{ code: 'doubled-name', foundAt: `${dkimName}.example.com` }],
  ],
  [
    'a wildcard TXT',
    { [dkimName]: null, 'ph2._domainkey.example.com': null, '*.example.com': { TXT: ['v=spf1 -all'] } },
    'dkim:ph1',
    'different',
    [{ code: 'wildcard', wildcard: '*.example.com' }, { code: 'wrong-value' }],
  ],
  [
    'an Ed25519 key without its kind',
    { 'ph2._domainkey.example.com': { TXT: [`p=${ed25519Key.publicKey}`] } },
    'dkim:ph2',
    'different',
    [{ code: 'unusable-key-tag', tag: 'k' }],
  ],
];

const others: readonly Case[] = [
  ['nothing', { 'links.example.com': null }, 'tracking-cname', 'missing', [unpublished]],
  [
    'addresses instead of the CNAME',
    { 'links.example.com': { CNAME: [], A: ['192.0.2.80'] } },
    'tracking-cname',
    'missing',
    [{ code: 'flattened-cname', address: '192.0.2.80' }],
    /proxy/,
  ],
  [
    'a CNAME to another region',
    { 'links.example.com': { CNAME: ['links.us-east-1.posthorn.test'] } },
    'tracking-cname',
    'different',
    [{ code: 'other-region', region: 'us-east-1' }],
  ],
  [
    'a CNAME to elsewhere',
    { 'links.example.com': { CNAME: ['shop.example.net'] } },
    'tracking-cname',
    'different',
    [{ code: 'wrong-value' }],
  ],
  [
    'mail that goes elsewhere first',
    {
      'example.com': {
        MX: [
          [1, 'mx.example.net'],
          [10, 'in.eu-west-1.posthorn.test'],
        ],
      },
    },
    'receiving-mx',
    'different',
    [{ code: 'other-mx-first', exchange: 'mx.example.net' }],
  ],
];

describe('A check of the records', () => {
  let server: NameServer;
  const dns = () => createDns({ servers: [server.address], timeoutMs: 1000, tries: 3, zoneServers: null });

  beforeEach(async () => {
    server = await startNameServer(verifiedZone);
  });
  afterEach(() => server.close());

  const change = (changes: Changes) => {
    for (const [name, records] of Object.entries(changes)) {
      if (records === null) server.remove(name);
      else server.publish(name, records);
    }
  };

  const check = async (about: string, domain: PublishedDomain = sampleDomain) => {
    const findings = await checkRecords(domain, sampleSettings, dns());
    const finding = findings.find((each) => each.key === about);
    if (finding === undefined) throw new Error(`no finding ${about}`);
    return finding;
  };

  it('verifies what is published as it is shown', async () => {
    const findings = await checkRecords(sampleDomain, sampleSettings, dns());
    expect(findings.map((finding) => [finding.key, finding.status, finding.advice])).toEqual(
      expectedRecords(sampleDomain, sampleSettings).map((record) => [record.key, 'verified', []]),
    );
    expect(findings[0]?.found).toEqual([`10 ${bounces}`]);
    expect(findings[1]?.found).toEqual([spf]);
  });

  describe.each([
    ['the MX of the return path', returnPathMx],
    ['the SPF record of the return path', returnPathSpf],
    ['a DKIM key', dkim],
    ['tracking and receiving', others],
  ])('of %s', (_of, cases) => {
    it.each<Case>(cases)('tells %s', async (_title, changes, about, status, advice, words = /./) => {
      change(changes);
      const finding = await check(about);
      expect([finding.status, finding.advice]).toEqual([status, advice]);
      const record = expectedRecords(sampleDomain, sampleSettings).find((each) => each.key === about);
      const told = record === undefined ? '' : advice.map((each) => adviceInWords(each, record)).join(' ');
      expect(told).toMatch(advice.length === 0 ? /^$/ : words);
    });
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
    server.fail('send.example.com', fault);
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
    server.fail(dkimName, 'truncated');
    expect((await check('dkim:ph1')).status).toBe('verified');
  });

  it('does not call a record missing where the name servers of its zone cannot be asked', async () => {
    change({ 'send.example.com': null });
    server.fail('example.com', 'server-failure');
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
