import { readPathCommand } from '../../../src/infrastructure/smtp-in/path-command.js';

describe('MAIL', () => {
  it.each([
    ['MAIL FROM:<a@example.com>', 'a@example.com'],
    ['mail from: <a@example.com> ', 'a@example.com'],
    ['MAIL FROM:<>', ''],
    ['MAIL FROM:<@relay.example,@b.example:a@example.com>', 'a@example.com'],
    ['MAIL FROM:<"a> b"@example.com>', '"a> b"@example.com'],
    ['MAIL FROM:<root>', 'root'],
    ['MAIL FROM:<root@(none)>', 'root@(none)'],
    ['MAIL FROM:<root@my_app>', 'root@my_app'],
    ['MAIL FROM:<jürgen@bücher>', 'jürgen@bücher'],
    ['MAIL FROM:<a..b@localhost>', 'a..b@localhost'],
    ['MAIL FROM:<user@host@host>', 'user@host@host'],
    ['MAIL FROM:<"open>', '"open'],
    ['MAIL FROM:<www data>', 'www data'],
    ['MAIL FROM:root@my_app', 'root@my_app'],
    [`MAIL FROM:<${'l'.repeat(300)}@example.com>`, `${'l'.repeat(300)}@example.com`],
  ])('%s names any sender', (line, path) => {
    expect(readPathCommand('MAIL', line)).toEqual({ path, args: false });
  });

  it.each([
    ['SIZE=100', { SIZE: '100' }],
    ['body=8bitmime SMTPUTF8', { BODY: '8bitmime', SMTPUTF8: true }],
    ['RET=HDRS ENVID=QQ+2B1', { RET: 'HDRS', ENVID: 'QQ+1' }],
    ['AUTH=<>', { AUTH: '<>' }],
  ])('takes %s, which is offered', (parameters, args) => {
    expect(readPathCommand('MAIL', `MAIL FROM:<> ${parameters}`)).toEqual({ path: '', args });
  });

  it.each([
    'FOO=1',
    'FOO',
    'MT-PRIORITY=3',
    'BODY=BINARYMIME',
    'REQUIRETLS',
    'HOLDFOR=60',
    'BY=120;R',
    'NOTIFY=NEVER',
    'SIZE=1 X-OWN=2',
  ])('%s was not offered', (parameters) => {
    expect(readPathCommand('MAIL', `MAIL FROM:<a@example.com> ${parameters}`)).toEqual({
      fault: 'parameter-not-offered',
    });
  });

  it.each([
    'SIZE=',
    'SIZE=-1',
    'SIZE=1e3',
    `SIZE=${'1'.repeat(21)}`,
    'SIZE=1 SIZE=1',
    'BODY',
    'SMTPUTF8=1',
    'RET=ALL',
    'RET',
    'ENVID=',
    'ENVID=+0D+0A',
    '=1',
    '<b@example.com>',
  ])('%s is wrong', (parameters) => {
    expect(readPathCommand('MAIL', `MAIL FROM:<a@example.com> ${parameters}`)).toEqual({
      fault: 'parameter-not-valid',
    });
  });

  it.each(['MAIL', 'MAIL FROM', 'MAIL FROM:', 'MAIL TO:<a@example.com>', 'MAIL FROM:<a@example.com', 'MAIL FROM:<a>b'])(
    '%s is none',
    (line) => {
      expect(readPathCommand('MAIL', line)).toEqual({ fault: 'path-not-valid' });
    },
  );
});

describe('RCPT', () => {
  it('takes NOTIFY and ORCPT', () => {
    expect(
      readPathCommand('RCPT', 'RCPT TO:<a@example.com> NOTIFY=SUCCESS,DELAY ORCPT=rfc822;b+2Bc@example.net'),
    ).toEqual({ path: 'a@example.com', args: { NOTIFY: 'SUCCESS,DELAY', ORCPT: 'rfc822;b+c@example.net' } });
  });

  it.each(['SMTPUTF8', 'SIZE=1', 'FOO=1', 'RRVS=2014-04-03T23:01:00Z', 'BY=1'])('%s was not offered', (parameter) => {
    expect(readPathCommand('RCPT', `RCPT TO:<a@example.com> ${parameter}`)).toEqual({ fault: 'parameter-not-offered' });
  });

  it.each([
    'NOTIFY',
    'NOTIFY=NEVER,DELAY',
    'NOTIFY=NOW',
    'ORCPT=b@example.net',
    'ORCPT=rfc822;',
    'NOTIFY=DELAY NOTIFY=DELAY',
  ])('%s is wrong', (parameter) => {
    expect(readPathCommand('RCPT', `RCPT TO:<a@example.com> ${parameter}`)).toEqual({ fault: 'parameter-not-valid' });
  });

  it.each([
    'RCPT TO:a@example.com',
    'RCPT TO:<"open@example.net>',
    'RCPT FROM:<a@example.com>',
    'RCPT TO:<a\u0007@example.com>',
  ])('%j is none', (line) => {
    expect(readPathCommand('RCPT', line)).toEqual({ fault: 'path-not-valid' });
  });
});
