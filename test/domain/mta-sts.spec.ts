import { isMxOfPolicy, parseStsPolicy, stsRecordId } from '../../src/domain/shared/mta-sts.js';

describe('the TXT record of MTA-STS (RFC 8461 §3.1)', () => {
  it.each<[string, readonly string[], string | undefined]>([
    ['with an id', ['v=STSv1; id=20160831085700Z;'], '20160831085700Z'],
    ['without the last semicolon', ['v=STSv1; id=1'], '1'],
    ['without blanks', ['v=STSv1;id=a1;'], 'a1'],
    ['with tabs around', ['v=STSv1\t;\tid=a1 ;'], 'a1'],
    ['with an extension before and after', ['v=STSv1; x.y-z_1=a/b:c; id=a1; other=1;'], 'a1'],
    ['with two ids: the first', ['v=STSv1; id=a1; id=a2;'], 'a1'],
    ['among others at the name', ['v=spf1 -all', 'v=STSv1; id=a1;', 'hello'], 'a1'],
    ['twice', ['v=STSv1; id=a1;', 'v=STSv1; id=a2;'], undefined],
    ['of another version', ['v=STSv2; id=a1;'], undefined],
    ['in small letters', ['v=stsv1; id=a1;'], undefined],
    ['without an id', ['v=STSv1;'], undefined],
    ['whose id has a hyphen', ['v=STSv1; id=2016-08-31;'], undefined],
    ['whose id is too long', [`v=STSv1; id=${'a'.repeat(33)};`], undefined],
    ['with a field that is none', ['v=STSv1; id=a1; nonsense;'], undefined],
    ['not at all', [], undefined],
  ])('%s', (_what, records, id) => {
    expect(stsRecordId(records)).toBe(id);
  });
});

const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n`;
const whole = ['version: STSv1', 'mode: enforce', 'mx: mail.example.com', 'max_age: 604800'];

it('judges a record of any length at once', () => {
  const before = process.cpuUsage().user;
  stsRecordId([`v=STSv1; a${' '.repeat(60_000)}b;`]);
  expect(process.cpuUsage().user - before).toBeLessThan(500_000);
});

it('takes no policy that names thousands of hosts', () => {
  const hosts = Array.from({ length: 400 }, (_, index) => `mx: mail-${index}.a-long-name.example.com`);
  expect(parseStsPolicy(lines('version: STSv1', 'mode: enforce', ...hosts, 'max_age: 604800'))).toBeUndefined();
});

describe('the policy file of MTA-STS (RFC 8461 §3.2)', () => {
  const policy = { mode: 'enforce', mx: ['mail.example.com'], maxAgeSeconds: 604_800 } as const;
  it.each<[string, string, ReturnType<typeof parseStsPolicy>]>([
    ['with CRLF', lines(...whole), policy],
    ['with LF, and none at its end', whole.join('\n'), policy],
    ['in another order', lines(...whole.toReversed()), policy],
    ['without blanks', lines('version:STSv1', 'mode:enforce', 'mx:mail.example.com', 'max_age:604800'), policy],
    ['with blanks at the end', lines(...whole.map((line) => `${line} \t`)), policy],
    ['with keys that are unknown', lines(...whole, 'x-note: Größe: 1', 'tlsrpt: yes'), policy],
    ['with a key twice: the first', lines(...whole, 'mode: none', 'max_age: 1'), policy],
    ['with empty lines', lines('', ...whole, ''), policy],
    ['in capitals', lines(...whole.slice(0, 2), 'mx: MAIL.Example.COM', 'max_age: 604800'), policy],
    [
      'with several hosts and a pattern',
      lines('version: STSv1', 'mode: testing', 'mx: a.example.com', 'mx: *.example.net', 'max_age: 86400'),
      { mode: 'testing', mx: ['a.example.com', '*.example.net'], maxAgeSeconds: 86_400 },
    ],
    ['of none', lines('version: STSv1', 'mode: none', 'max_age: 0'), { mode: 'none', mx: [], maxAgeSeconds: 0 }],
    [
      'for longer than a year',
      lines(...whole.slice(0, 3), 'max_age: 9999999999'),
      { ...policy, maxAgeSeconds: 31_557_600 },
    ],
    ['of another version', lines('version: STSv2', ...whole.slice(1)), undefined],
    ['without a version', lines(...whole.slice(1)), undefined],
    ['without a mode', lines(whole[0] ?? '', ...whole.slice(2)), undefined],
    ['of an unknown mode', lines('version: STSv1', 'mode: strict', ...whole.slice(2)), undefined],
    ['without a host', lines('version: STSv1', 'mode: enforce', 'max_age: 604800'), undefined],
    ['without an age', lines(...whole.slice(0, 3)), undefined],
    ['with an age that is none', lines(...whole.slice(0, 3), 'max_age: 1d'), undefined],
    ['with an age of eleven digits', lines(...whole.slice(0, 3), 'max_age: 00000604800'), undefined],
    ['with a star within', lines(...whole, 'mx: mail.*.example.com'), undefined],
    ['with an address', lines(...whole, 'mx: <mail@example.com>'), undefined],
    ['that is a page', '<!DOCTYPE html><html></html>', undefined],
    ['that is empty', '', undefined],
  ])('%s', (_what, text, expected) => {
    expect(parseStsPolicy(text)).toStrictEqual(expected);
  });
});

describe('a host of a policy (RFC 8461 §4.1)', () => {
  const policy = { mx: ['mail.example.com', '*.example.net'] };
  it.each([
    ['mail.example.com', true],
    ['MAIL.example.com', true],
    ['other.example.com', false],
    ['a.mail.example.com', false],
    ['a.example.net', true],
    ['example.net', false],
    ['a.b.example.net', false],
    ['net', false],
  ])('%s: %p', (host, isOne) => {
    expect(isMxOfPolicy(policy, host)).toBe(isOne);
  });
});
