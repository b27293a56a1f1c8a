import { sentenceOf, settingNames } from '../../../src/infrastructure/config/config.js';
import { readDotEnv } from '../../../src/infrastructure/config/dot-env.js';
import { doubtsAbout } from '../../../src/infrastructure/config/doubts.js';
import { meantBy } from '../../../src/infrastructure/config/misspelt.js';
import { shownValue } from '../../../src/infrastructure/config/secret-settings.js';

const given = (text: string, environment: Readonly<Record<string, string>> = {}, mode = 0o600) => {
  const dotEnv = { ...readDotEnv(text), mode };
  return { settings: { ...dotEnv.values, ...environment }, environment, dotEnv };
};
const doubtful = (...of: Parameters<typeof given>): readonly string[] =>
  doubtsAbout(given(...of), settingNames).map(({ field, expected }) => `${field}: ${expected}`);

describe('a .env file', () => {
  it.each([
    ['', []],
    ['# a remark\n\nPORT=4000\n  export HOST = 127.0.0.1\r\nHELO_NAME="a\nb"\nSMTP_USERNAME=\'x\'', []],
    ['PORT: 4000', [1]],
    ['PORT=4000\nmx\n\nset HOST=::1\nDELIVERY MODE=mx', [2, 4, 5]],
    ['HELO_NAME="open\nPORT=1', []],
    ['\uFEFFPORT=1', []],
    ['P\0O\0R\0T\0=\x001\0', [1]],
    ['SPF_VALUE="a\nb c\nd" # x\n=5', [4]],
  ])('%j has these lines that say nothing: %j', (text, lines) => {
    expect(readDotEnv(text).brokenLines).toEqual(lines);
  });

  it('gives its values and their lines, behind a mark of Windows too', () => {
    const { values, lineOf } = readDotEnv('\uFEFFPORT=1\nHELO_NAME="a\nb"\nHOST=::1');
    expect(values).toEqual({ PORT: '1', HELO_NAME: 'a\nb', HOST: '::1' });
    expect(Object.fromEntries(lineOf)).toEqual({ PORT: 1, HELO_NAME: 2, HOST: 4 });
  });
});

describe('a name that is no setting', () => {
  it.each([
    ['DELIVERY_MOD', 'DELIVERY_MODE'],
    ['DELIVERYMODE', 'DELIVERY_MODE'],
    ['delivery_mode', 'DELIVERY_MODE'],
    ['DELIEVRY_MODE', 'DELIVERY_MODE'],
    ['POSTHORN_PORT', 'PORT'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['DATA-DIR', 'DATA_DIR'],
    ['SMTP_TLS_CERTIFICATE', 'SMTP_TLS_CERT'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['PROT', 'PORT'],
    ['MASTERKEY', 'MASTER_KEY'],
    ['RETENTION_DAY', 'RETENTION_DAYS'],
  ])('%s was meant to be %s', (name, meant) => expect(meantBy(name, settingNames)).toBe(meant));

  it.each([
    'HOME',
    'PATH',
    'USER',
    'SHELL',
    'HOSTNAME',
    'SMTP_SERVICE_HOST',
    'SMTP_PORT',
    'SMTP_PORT_25_TCP',
    'NODE_ENV',
    'LANG',
    'PORT',
  ])('%s was meant to be none', (name) => expect(meantBy(name, settingNames)).toBeUndefined());

  it('is named where it stands, and what is set beside it counts', () => {
    expect(doubtful('DELIVERY_MOD=mx\nFOO=1\nmx')).toEqual([
      '.env line 3: NAME=value, a # with a remark, or an empty line: this line is not read',
      'DELIVERY_MOD: no value: this is not a setting. Did you mean DELIVERY_MODE?',
      'FOO: no value: this is not a setting of Posthorn',
    ]);
    expect(doubtful('', { FOO: '1', DATADIR: '/srv' })).toEqual([
      'DATADIR: no value: this is not a setting. Did you mean DATA_DIR?',
    ]);
    expect(
      doubtful('', { API_PORT: 'tcp://10.0.0.7:80', SMTP_HOSTS: 'tcp://10.0.0.7:25', npm_config_port: '1' }),
    ).toEqual([]);
    expect(doubtful('', { DATADIR: '/srv', DATA_DIR: '/srv' })).toEqual([]);
  });
});

describe('a former setting', () => {
  const doubts = (...of: Parameters<typeof given>) => doubtsAbout(given(...of), settingNames);

  it('is a warning wherever it is set, and no reason to refuse a start', () => {
    const found = doubts('SEAL_EVERY_SECONDS=5', { DNS_TRIES: '9' });
    expect(found.map(sentenceOf)).toEqual([
      'SEAL_EVERY_SECONDS=5 (.env line 1): expected no value: this setting was removed, its default applies. Delete it',
      'DNS_TRIES=9 (environment): expected no value: this setting was removed, its default applies. Delete it',
    ]);
    expect(found.some(({ isUnread }) => isUnread)).toBe(false);
  });

  it('that is empty, and a pace that a suite chooses, are none', () => {
    expect(doubts('SEAL_EVERY_SECONDS=', { DNS_TRIES: ' ', POSTHORN_TEST_DNS_TRIES: '1' })).toEqual([]);
  });
});

describe('secrets', () => {
  it.each(['MASTER_KEYS', 'MASTER_KYE', 'master_key', 'METRICS_TOKN', 'OIDC_CLIENT_SECERT', 'DB_PASS', 'STRIPE_SK'])(
    'of %s are in no message, although it is no setting',
    (name) => {
      const inFile = doubtsAbout(given(`${name}=hidden`), settingNames).map(sentenceOf);
      const inEnvironment = doubtsAbout(given('', { [name]: 'hidden' }), settingNames).map(sentenceOf);
      expect(inFile).toHaveLength(1);
      expect([...inFile, ...inEnvironment].join()).not.toContain('hidden');
    },
  );

  it('in a file that others can read are a warning', () => {
    const secret = 'MASTER_KEY=00';
    const warning = `.env: permissions 600, not 640: other users of this machine can read MASTER_KEY. Run chmod 600 .env`;
    expect(doubtful(secret, {}, 0o640)).toEqual([warning]);
    expect([doubtful(secret), doubtful('PORT=1', {}, 0o644)]).toEqual([[], []]);
  });

  it.each([
    ['MASTER_KEY', 'x', undefined],
    ['RELAY_URL', 'smtp://u:p@h', undefined],
    ['OIDC_CLIENT_SECRET', 'x', undefined],
    ['NOTICE_TO', 'ada@example.com', undefined],
    ['PUBLIC_URL', 'https://a', 'https://a'],
    ['PORT', 'a\nb', 'a?b'],
    ['PORT', 'a'.repeat(70), `${'a'.repeat(60)}…`],
  ])('a message about %s=%j shows %j', (name, value, shown) => expect(shownValue(name, value)).toBe(shown));
});
