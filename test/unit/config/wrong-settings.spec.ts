import { ConfigError, loadConfig, settingNames } from '../../../src/infrastructure/config/config.js';
import { doubtsAbout } from '../../../src/infrastructure/config/doubts.js';
import type { Given } from '../../../src/infrastructure/config/given.js';
import { withSecretFiles } from '../../../src/infrastructure/config/load.js';
import { failedStart } from '../../../src/programs/server/failed-start.js';
import { givenBy, type Settings } from '../../support/given-by.js';

/** The line of a start with these settings, in production. */
function lineFor(given: Given): string {
  const failed = failedBy(given, () => {
    loadConfig(withSecretFiles(given.settings));
    const doubts = doubtsAbout(given, settingNames).filter(({ isUnread }) => isUnread);
    if (doubts.length > 0) throw new ConfigError(doubts);
  });
  expect(failed.exitCode).toBe(78);
  return failed.lines.join('\n');
}

function failedBy(given: Given, start: () => void) {
  try {
    start();
  } catch (error) {
    return failedStart(error, { given, version: '1.0.0', lastVersion: null });
  }
  throw new Error('the start went well');
}

const seconds = 'whole seconds from 1 to 2592000, separated by commas';
const relay =
  'smtp://host:port or smtps://user:password@host:port, with both user and password or neither, percent-encoded where they have a @, : or /';
const publicUrl =
  'http:// or https:// and a host, without a path, such as https://mail.example.com: behind a proxy Posthorn needs a host name of its own';
const hostName = 'a host name of letters, digits, hyphens and dots, such as mail.example.com';
const assignment = 'NAME=value, a # with a remark, or an empty line: this line is not read';
const addresses = 'IP addresses or networks such as 10.0.0.0/8, separated by commas';
const masterKey = '32 bytes as 64 hex digits or as base64';

describe('a start with a setting that is wrong says which, its value, where it is from and what is expected', () => {
  it.each<readonly [Settings | string, string]>([
    [{ PORT: 'abc' }, 'PORT=abc (environment): expected a whole number from 0 to 65535'],
    ['\nPORT=70000', 'PORT=70000 (.env line 2): expected a whole number from 0 to 65535'],
    [
      { HOST: 'localhost:3000' },
      'HOST=localhost:3000 (environment): expected a host name or an IP address, without scheme and port',
    ],
    [{ DELIVERY_MODE: 'smtp' }, 'DELIVERY_MODE=smtp (environment): expected one of mx, relay, capture'],
    [
      { RELAY_URL: 'smtp://h' },
      'DELIVERY_MODE (not set): expected relay, because RELAY_URL is set; capture keeps every email on this machine',
    ],
    [{ DELIVERY_MODE: 'relay' }, 'RELAY_URL (not set): expected a value, because DELIVERY_MODE is relay'],
    [{ DELIVERY_MODE: 'relay', RELAY_URL: 'h:587' }, `RELAY_URL (environment): expected ${relay}`],
    [{ DELIVERY_MODE: 'relay', RELAY_URL: 'smtp://user@h' }, `RELAY_URL (environment): expected ${relay}`],
    [{ RELAY_CA: '/no' }, 'RELAY_CA=/no (environment): expected a file with PEM certificates that this user can read'],
    [{ RELAY_TLS_VERIFY: 'no' }, 'RELAY_TLS_VERIFY=no (environment): expected 1 or 0'],
    ['PUBLIC_URL=mail.example.com', `PUBLIC_URL=mail.example.com (.env line 1): expected ${publicUrl}`],
    [{ PUBLIC_URL: 'https://a.example/b' }, `PUBLIC_URL=https://a.example/b (environment): expected ${publicUrl}`],
    [{ PUBLIC_URL: 'https://ann:pw@a.example' }, `PUBLIC_URL (environment): expected ${publicUrl}`],
    [{ MASTER_KEY: 'abc' }, `MASTER_KEY (environment): expected ${masterKey}`],
    [{ MASTER_KEY_FILE: '/etc/passwd' }, `MASTER_KEY (file in MASTER_KEY_FILE): expected ${masterKey}`],
    [
      { MASTER_KEY_FILE: '/no' },
      'MASTER_KEY_FILE=/no (environment): expected a file that this user can read and that is not empty',
    ],
    [
      { MASTER_KEY_FILE: '/no', MASTER_KEY: '00'.repeat(32) },
      'MASTER_KEY_FILE=/no (environment): expected no value, because MASTER_KEY is set',
    ],
    [
      { BOOTSTRAP_API_KEY: 're_1' },
      'BOOTSTRAP_API_KEY (environment): expected re_ and then at least 24 letters, digits or underscores',
    ],
    [{ SMTP_TLS_CERT: '/c' }, 'SMTP_TLS_KEY (not set): expected a file, because SMTP_TLS_CERT is set'],
    [{ SMTP_587_PORT: 'no' }, 'SMTP_587_PORT=no (environment): expected a whole number from 0 to 65535, or off'],
    [{ HELO_NAME: '10.0.0.1' }, `HELO_NAME=10.0.0.1 (environment): expected ${hostName}`],
    [{ HELO_NAME: 'mail_1.example.com' }, `HELO_NAME=mail_1.example.com (environment): expected ${hostName}`],
    [
      { NOTICE_FROM: 'ops' },
      'NOTICE_FROM=ops (environment): expected an email address. An address needs an @ with a domain after it',
    ],
    [
      { NOTICE_FROM: 'Ops <ops@example.com>' },
      'NOTICE_FROM (environment): expected an email address. The address must stand alone, without a name',
    ],
    [{ OUTBOUND_IPS: 'a.example' }, 'OUTBOUND_IPS=a.example (environment): expected IP addresses, separated by commas'],
    [{ TRUSTED_PROXIES: 'caddy' }, `TRUSTED_PROXIES=caddy (environment): expected ${addresses}`],
    [{ TRUSTED_PROXIES: '10.0.0.0/40' }, `TRUSTED_PROXIES=10.0.0.0/40 (environment): expected ${addresses}`],
    [
      { POSTHORN_ROLES: 'api,deliver' },
      'POSTHORN_ROLES=api,deliver (environment): expected some of api, smtp, inbound, delivery, projections, webhooks, separated by commas',
    ],
    [
      { POSTHORN_ROLES: 'delivery' },
      'POSTHORN_ROLES=delivery (environment): expected projections beside delivery, which reads there what is pending; only on shared engines can another process have that role',
    ],
    [
      { EVENTSTOREDB_URL: 'esdb://h', MONGODB_URL: 'mongodb://h/x', MASTER_KEY: '00'.repeat(32) },
      'REDIS_URL (not set): expected a value, because EVENTSTOREDB_URL is set: all three engines are shared, or none',
    ],
    [
      { EVENTSTOREDB_URL: 'esdb://h', MONGODB_URL: 'mongodb://h/x', REDIS_URL: 'redis://h' },
      'MASTER_KEY (not set): expected a value, because MONGODB_URL is set: every process needs the same',
    ],
    [
      { EVENTSTORE_URL: 'esdb://h' },
      'EVENTSTORE_URL (environment): expected no value: it is EVENTSTOREDB_URL now, because EventStoreDB takes every EVENTSTORE_* for an option of its own',
    ],
    [{ GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_SECRET (not set): expected a value, because GOOGLE_CLIENT_ID is set'],
    [
      { PREVERIFIED_DOMAINS: 'posthorn.test' },
      'PREVERIFIED_DOMAINS=posthorn.test (environment): expected no domain that SANDBOX_DOMAINS lists too',
    ],
    [{ RETENTION_DAYS: '0' }, 'RETENTION_DAYS=0 (environment): expected a whole number from 1 to 36500'],
    [{ MEMORY_MEGABYTES: '512M' }, 'MEMORY_MEGABYTES=512M (environment): expected a whole number from 128 to 1000000'],
    [{ RETRY_SCHEDULE_STANDARD: '1m,5m' }, `RETRY_SCHEDULE_STANDARD=1m,5m (environment): expected ${seconds}`],
    ['DELIVERY_MODE: mx', `.env line 1: expected ${assignment}`],
    ['PORT=1\nset HOST=::1', `.env line 2: expected ${assignment}`],
    [
      'DELIVERY_MODE=capture\nPORT=1\nDELIVERY_MODE=mx',
      '.env line 1: expected DELIVERY_MODE once: line 3 sets another value. Remove one of the two',
    ],
    [
      'DELIVERY_MOD=mx',
      'DELIVERY_MOD=mx (.env line 1): expected no value: this is not a setting. Did you mean DELIVERY_MODE?',
    ],
    [
      { DATADIR: '/srv' },
      'DATADIR=/srv (environment): expected no value: this is not a setting. Did you mean DATA_DIR?',
    ],
    [
      { PORT: 'x', HOST: 'a b' },
      'PORT=x (environment): expected a whole number from 0 to 65535\nHOST=a b (environment): expected a host name or an IP address, without scheme and port',
    ],
  ])('%j', (settings, line) => {
    const [environment, text] = typeof settings === 'string' ? [{}, settings] : [settings, ''];
    expect(lineFor(givenBy(environment, text))).toBe(line);
  });
});
