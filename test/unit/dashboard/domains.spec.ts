import { notPublicHosts, whyNotPublic } from '../../../dashboard/src/rooms/domains/public-name.js';
import { commonAdvice, stateOf } from '../../../dashboard/src/rooms/domains/records.js';
import { nameIn } from '../../../dashboard/src/rooms/domains/typed-name.js';
import { zoneFile } from '../../../dashboard/src/rooms/domains/zone-file.js';

/**
 * What a reader of master files makes of one (RFC 1035 §5.1): each record as its fields, strings joined as receivers
 * join them.
 */
function readZone(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(';'))
    .map((line) => {
      const tokens = line.match(/"(?:[^"\\]|\\.)*"|[^\s()]+/g) ?? [];
      const [name = '', ttl = '', net = '', type = '', ...data] = tokens;
      const strings = data.map((token) => (type === 'TXT' ? unquoted(token) : token));
      if (type === 'TXT') for (const string of strings) expect(Buffer.byteLength(string)).toBeLessThanOrEqual(255);
      return [name, ttl, net, type, type === 'TXT' ? strings.join('') : strings.join(' ')];
    });
}

function unquoted(token: string): string {
  const inside = /^"(.*)"$/.exec(token)?.[1] ?? 'not quoted';
  const bytes = inside.replace(/\\(\d{3})|\\(.)/g, (_, code?: string, character?: string) =>
    code === undefined ? (character ?? '') : String.fromCharCode(Number(code)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

describe('the zone file of a domain', () => {
  it('has every record with absolute names, and long values in strings of 255 bytes', () => {
    const key = `p=${'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'.repeat(12)}`;
    const records = [
      { fullName: 'send.shop.example.com', type: 'MX', value: 'mail.example.net', priority: 10, comment: 'Bounces' },
      { fullName: 'send.shop.example.com', type: 'TXT', value: 'v=spf1 a:mail.example.net ~all' },
      { fullName: 'ph1._domainkey.shop.example.com', type: 'TXT', value: key },
      { fullName: 'links.shop.example.com', type: 'CNAME', value: 'links.example.net' },
      { fullName: 'example.com', type: 'CAA', value: '0 issue "letsencrypt.org"' },
    ];
    const text = zoneFile('shop.example.com', records);
    expect(readZone(text)).toEqual([
      ['send.shop.example.com.', '3600', 'IN', 'MX', '10 mail.example.net.'],
      ['send.shop.example.com.', '3600', 'IN', 'TXT', 'v=spf1 a:mail.example.net ~all'],
      ['ph1._domainkey.shop.example.com.', '3600', 'IN', 'TXT', key],
      ['links.shop.example.com.', '3600', 'IN', 'CNAME', 'links.example.net.'],
      ['example.com.', '3600', 'IN', 'CAA', '0 issue "letsencrypt.org"'],
    ]);
    expect(text).toContain('; Bounces\n');
    expect(text.endsWith('\n')).toBe(true);
  });

  it.each(['say "hello" \\ bye', 'ümläut; not a comment', ''])('keeps a text as it is: %s', (value) => {
    const [record] = readZone(zoneFile('example.com', [{ fullName: 'example.com', type: 'TXT', value }]));
    expect(record?.[4]).toBe(value);
  });
});

describe('a host that records name', () => {
  it.each([
    ['mail.example.com', null],
    ['mail.example.co.uk.', null],
    ['203.0.113.7', null],
    ['localhost', 'reserved'],
    ['mail.posthorn.test', 'reserved'],
    ['server.local', 'reserved'],
    ['router.home.arpa', 'reserved'],
    ['mailserver', 'single-label'],
    ['10.1.2.3', 'private-address'],
    ['172.20.0.2', 'private-address'],
    ['fd00::1', 'private-address'],
  ])('is judged by its name: %s', (host, why) => {
    expect(whyNotPublic(host)).toBe(why);
  });

  it('is found in MX, CNAME and SPF, once, and not in a key', () => {
    const records = [
      { type: 'MX', value: 'mail.local' },
      { type: 'TXT', value: 'v=spf1 a:mail.local include:spf.example.com ip4:192.168.0.0/16 ~all' },
      { type: 'CNAME', value: 'links.example.com' },
      { type: 'TXT', value: 'v=DKIM1; k=ed25519; p=localhost' },
    ];
    expect(notPublicHosts(records)).toEqual([
      { host: 'mail.local', why: 'reserved' },
      { host: '192.168.0.0', why: 'private-address' },
    ]);
  });
});

describe('a name that was pasted', () => {
  it.each([
    [' shop.example.com ', 'shop.example.com'],
    ['https://shop.example.com/', 'shop.example.com'],
    ['HTTPS://user:word@shop.example.com:8443/a?b@c#d', 'shop.example.com'],
    ['//shop.example.com', 'shop.example.com'],
    ['shop.example.com/path', 'shop.example.com'],
    ['ada@shop.example.com', 'shop.example.com'],
    ['mailto:ada@shop.example.com', 'shop.example.com'],
    ['shop.example.com.', 'shop.example.com'],
    ['bücher.example', 'bücher.example'],
    ['', ''],
  ])('of %j is %j', (typed, name) => expect(nameIn(typed)).toBe(name));
});

describe('records of a domain', () => {
  const finding = (of: 'verified' | 'missing' | 'different' | 'unanswered' | null) => ({
    full_name: 'x',
    required: true,
    finding: of,
    found: [],
    advice: [],
    advice_codes: [],
  });

  it('are in the state that DNS shows, and wait only while nothing is there', () => {
    expect(stateOf({ status: 'pending' }, finding('different'))).toBe('wrong');
    expect(stateOf({ status: 'pending' }, finding('missing'))).toBe('pending');
    expect(stateOf({ status: 'failed' }, finding('missing'))).toBe('missing');
    expect(stateOf({ status: 'pending' }, finding('unanswered'))).toBe('unanswered');
    expect(stateOf({ status: 'not_started' }, finding(null))).toBe('not_started');
    expect(stateOf({ status: 'failed' }, finding('verified'))).toBe('verified');
    // The operator vouches for it.
    expect(stateOf({ status: 'verified' }, undefined)).toBe('verified');
  });

  it('say once what holds for more than one of them', () => {
    expect(commonAdvice([{ advice: ['a', 'a', 'b'] }, { advice: ['b', 'c'] }, { advice: ['b'] }])).toEqual(['b']);
  });
});
