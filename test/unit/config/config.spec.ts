import { ConfigError, loadConfig, publicUrlOf } from '../../../src/infrastructure/config/config.js';
import type { ConfigProblem } from '../../../src/infrastructure/config/contradictions.js';

function problemsOf(env: Record<string, string>): readonly ConfigProblem[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

const fieldsWrongIn = (env: Record<string, string>): string[] => problemsOf(env).map((problem) => problem.field);

describe('the configuration', () => {
  it('of an empty environment is one process with every role, on loopback, capturing its mail', () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: null,
      roles: ['api', 'smtp', 'inbound', 'delivery', 'projections', 'webhooks'],
      dataDir: `${process.cwd()}/data`,
      masterKey: null,
      bootstrapApiKey: null,
      sandboxDomains: ['posthorn.test', 'resend.dev'],
      preverifiedDomains: [],
      deliveryMode: { kind: 'capture' },
      smtpTimings: { afterDotTimeoutMs: 600_000 },
      shutdownGraceMs: 8000,
      listPatienceMs: 500,
    });
  });

  it('counts an empty value as unset, which is how a compose file passes an unset variable on', () => {
    expect(loadConfig({ PORT: '', DELIVERY_MODE: ' ', RELAY_URL: '' })).toEqual(loadConfig({}));
  });

  it('gives every retry class a try in the four to ten minutes in which greylisting opens', () => {
    for (const { delaysMs } of Object.values(loadConfig({}).retryPolicy.schedules)) {
      let ageMs = 0;
      const ages = delaysMs.map((delayMs) => (ageMs += delayMs));
      expect(ages.some((age) => age >= 4 * 60_000 && age <= 10 * 60_000)).toBe(true);
    }
  });

  it('reads schedules and ages in seconds and answers milliseconds, repeats kept', () => {
    const { schedules } = loadConfig({ RETRY_SCHEDULE_BULK: '5, 5,60', EXPIRY_BULK_SECONDS: '90' }).retryPolicy;
    expect(schedules.bulk).toEqual({ delaysMs: [5000, 5000, 60_000], expiresAfterMs: 90_000 });
  });

  it('keeps domain names once, in lower-case A-labels', () => {
    const config = loadConfig({
      SANDBOX_DOMAINS: 'Posthorn.TEST,posthorn.test',
      PREVERIFIED_DOMAINS: 'Bücher.Example.com,a.example.com.',
    });
    expect(config.sandboxDomains).toEqual(['posthorn.test']);
    expect(config.preverifiedDomains).toEqual(['xn--bcher-kva.example.com', 'a.example.com']);
  });

  it('sends its own mail from the sandbox, and has no recipients, unless an operator sets them', () => {
    expect(loadConfig({ SANDBOX_DOMAINS: 'sandbox.test' }).notices).toEqual({ from: 'posthorn@sandbox.test', to: [] });
    const notices = { NOTICE_FROM: 'Ops@Bücher.example.com', NOTICE_TO: 'a@one.test, b@TWO.test' };
    const read = { from: 'Ops@xn--bcher-kva.example.com', to: ['a@one.test', 'b@two.test'] };
    expect(loadConfig(notices).notices).toEqual(read);
  });

  it.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 25, implicitTls: false, credentials: null }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, implicitTls: false, credentials: null }],
    [
      'smtps://user%40example.com:p%2Fw@mail.example.com',
      {
        host: 'mail.example.com',
        port: 465,
        implicitTls: true,
        credentials: { username: 'user@example.com', password: 'p/w' },
      },
    ],
  ])('reads the relay %s', (url, relay) => {
    expect(loadConfig({ DELIVERY_MODE: 'relay', RELAY_URL: url }).deliveryMode).toEqual({
      kind: 'relay',
      relay: { ...relay, ca: null, verify: true },
    });
  });

  it.each([
    ['0f'.repeat(32)],
    ['0F'.repeat(32)],
    [Buffer.from('0f'.repeat(32), 'hex').toString('base64')],
    [Buffer.from('0f'.repeat(32), 'hex').toString('base64url')],
  ])('reads the master key %s as 32 bytes', (masterKey) => {
    expect(loadConfig({ MASTER_KEY: masterKey }).masterKey).toBe('0f'.repeat(32));
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '3000x'],
    ['HOST', 'not a host'],
    ['PUBLIC_URL', 'https://mail.example.com/posthorn'],
    ['PUBLIC_URL', 'ftp://mail.example.com'],
    ['PUBLIC_URL', 'https://user@mail.example.com'],
    ['POSTHORN_ROLES', 'api,everything'],
    ['POSTHORN_ROLES', 'webhooks'],
    ['SMTP_25_PORT', '65536'],
    ['SMTP_465_PORT', 'on'],
    ['SMTP_MAX_CONNECTIONS', '0'],
    ['RELAY_CA', 'package.json'],
    ['RELAY_CA', 'no/such/file.pem'],
    ['LOG_LEVEL', 'loud'],
    ['MASTER_KEY', '0f'.repeat(31)],
    ['BOOTSTRAP_API_KEY', `re_${'a'.repeat(23)}`],
    ['BOOTSTRAP_API_KEY', `sk_${'a'.repeat(24)}`],
    ['BOOTSTRAP_API_KEY', `re_${'a'.repeat(23)}-`],
    ['SANDBOX_DOMAINS', 'localhost'],
    ['PREVERIFIED_DOMAINS', 'a.example.com,,b.example.com'],
    ['PREVERIFIED_DOMAINS', 'resend.dev'],
    ['NOTICE_FROM', 'posthorn'],
    ['NOTICE_FROM', 'a@localhost'],
    ['NOTICE_TO', 'a@example.com,b'],
    ['RELAY_URL', 'http://mail.example.com'],
    ['RELAY_URL', 'smtp://user@mail.example.com'],
    ['RELAY_URL', 'smtp://mail.example.com/path'],
    ['RELAY_CONNECTIONS', '0'],
    ['AFTER_DOT_TIMEOUT_MS', '-1'],
    ['RETRY_SCHEDULE_STANDARD', '60,soon'],
    ['EXPIRY_STANDARD_SECONDS', '0'],
  ])('refuses %s=%s', (field, value) => {
    expect(fieldsWrongIn({ [field]: value })).toEqual([field]);
  });

  it('names every wrong field at once and shows no value', () => {
    const env = {
      PORT: 'seven',
      MASTER_KEY: 'too-short-and-secret',
      BOOTSTRAP_API_KEY: 're_secret',
      REDIS_URL: 'http://user:pass@127.0.0.1',
    };
    const error = new ConfigError(problemsOf(env));
    expect(error.problems.map((problem) => problem.field).sort()).toEqual(Object.keys(env).sort());
    expect(error.message).toContain('PORT: expected a whole number from 0 to 65535');
    for (const value of Object.values(env)) expect(error.message).not.toContain(value);
  });

  it('of direct delivery waits as long as RFC 5321 asks, and sends to public hosts at port 25', () => {
    expect(loadConfig({ DELIVERY_MODE: 'mx' })).toMatchObject({
      deliveryMode: { kind: 'mx' },
      mx: { port: 25, allowPrivate: false, outboundAddresses: [] },
      smtpTimings: {
        connectTimeoutMs: 30_000,
        greetingTimeoutMs: 60_000,
        commandTimeoutMs: 300_000,
        afterDotTimeoutMs: 600_000,
      },
    });
  });

  it('takes the addresses that mail leaves from, of both families', () => {
    expect(loadConfig({ OUTBOUND_IPS: '192.0.2.1, 2001:db8::1' }).mx.outboundAddresses).toEqual([
      '192.0.2.1',
      '2001:db8::1',
    ]);
    for (const wrong of ['mail.example.com', '192.0.2.1:25', '192.0.2.1,']) {
      expect(fieldsWrongIn({ OUTBOUND_IPS: wrong })).toEqual(['OUTBOUND_IPS']);
    }
  });

  it('reads the providers of identities', () => {
    expect(loadConfig({}).identityProviders).toEqual({ oidc: null, google: null, github: null });
    const { oidc, github } = loadConfig({
      OIDC_ISSUER: 'https://id.example.com/app/',
      OIDC_CLIENT_ID: 'a',
      OIDC_CLIENT_SECRET: 'b',
      GITHUB_CLIENT_ID: 'c',
      GITHUB_CLIENT_SECRET: 'd',
    }).identityProviders;
    // The slash is the issuer's own: what it says of itself is compared with it.
    expect(oidc).toEqual({
      issuer: 'https://id.example.com/app/',
      clientId: 'a',
      clientSecret: 'b',
      name: 'Single sign-on',
    });
    expect(github).toEqual({ url: 'https://github.com', clientId: 'c', clientSecret: 'd', name: 'GitHub' });
  });

  it.each(['OIDC_ISSUER', 'GITHUB_URL'])('%s is asked over TLS, or on this machine', (name) => {
    const rest = { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
    const wrong = (url: string) => fieldsWrongIn({ OIDC_ISSUER: 'https://id.example.com', ...rest, [name]: url });
    for (const url of ['http://id.example.com', 'http://10.0.0.7', 'http://127.0.0.1.example.com', 'ftp://a.example']) {
      expect(wrong(url)).toEqual([name]);
    }
    for (const url of ['http://127.0.0.1:9000', 'http://[::1]:9000', 'http://localhost:9000', 'https://a.example']) {
      expect(wrong(url)).toEqual([]);
    }
  });

  it('asks for the rest of what a provider of identities needs', () => {
    expect(fieldsWrongIn({ OIDC_ISSUER: 'https://id.example.com/' })).toEqual(['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']);
    expect(fieldsWrongIn({ GOOGLE_CLIENT_ID: 'a' })).toEqual(['GOOGLE_CLIENT_SECRET']);
    expect(fieldsWrongIn({ GITHUB_CLIENT_SECRET: 'a' })).toEqual(['GITHUB_CLIENT_ID']);
  });

  it('asks for the relay when mail is to go through one', () => {
    expect(fieldsWrongIn({ DELIVERY_MODE: 'relay' })).toEqual(['RELAY_URL']);
  });

  describe('engines that processes share', () => {
    const urls = {
      EVENTSTOREDB_URL: 'esdb://user:secret@127.0.0.1:2113?tls=false',
      MONGODB_URL: 'mongodb://127.0.0.1:27017/posthorn',
      REDIS_URL: 'redis://127.0.0.1:6379',
    };
    const masterKey = { MASTER_KEY: '0'.repeat(64) };

    it('are embedded unless they are named', () => {
      expect(loadConfig({}).engines).toBeNull();
      expect(loadConfig({ ...urls, ...masterKey }).engines).toEqual({
        eventStoreUrl: urls.EVENTSTOREDB_URL,
        mongodbUrl: urls.MONGODB_URL,
        redisUrl: urls.REDIS_URL,
      });
    });

    it.each(Object.keys(urls))('are refused without %s, which is named', (missing) => {
      const given = Object.fromEntries(Object.entries(urls).filter(([name]) => name !== missing));
      expect(fieldsWrongIn({ ...given, ...masterKey })).toEqual([missing]);
    });

    it.each(Object.entries(urls))('say nothing of what was typed for %s', (name) => {
      const [problem] = problemsOf({ ...urls, ...masterKey, [name]: 'http://user:secret@127.0.0.1' });
      expect(problem?.field).toBe(name);
      expect(problem?.expected).not.toContain('secret');
    });

    it('are refused under the name of before, with the new one', () => {
      const before = { EVENTSTORE_URL: urls.EVENTSTOREDB_URL };
      const [problem, ...others] = problemsOf({ ...urls, ...masterKey, ...before });
      expect(problem).toEqual({ field: 'EVENTSTORE_URL', expected: expect.stringContaining('EVENTSTOREDB_URL') });
      expect(others).toEqual([]);
      expect(problem?.expected).not.toContain('secret');
      expect(fieldsWrongIn(before)).toEqual(['EVENTSTORE_URL']);
      expect(fieldsWrongIn({ ...before, PORT: 'none' })).toEqual(['EVENTSTORE_URL', 'PORT']);
    });

    it('need a master key that every process has', () => {
      expect(fieldsWrongIn(urls)).toEqual(['MASTER_KEY']);
    });

    it('let delivery run in a process of its own', () => {
      expect(loadConfig({ ...urls, ...masterKey, POSTHORN_ROLES: 'delivery' }).roles).toEqual(['delivery']);
      expect(fieldsWrongIn({ POSTHORN_ROLES: 'delivery' })).toEqual(['POSTHORN_ROLES']);
      expect(fieldsWrongIn({ POSTHORN_ROLES: 'webhooks' })).toEqual(['POSTHORN_ROLES']);
    });

    it('serve all regions, or those that are named', () => {
      expect(loadConfig({}).servedRegions).toBe('all');
      expect(loadConfig({ POSTHORN_REGIONS: 'eu-west-1' }).servedRegions).toEqual(['eu-west-1']);
    });
  });

  describe('about domains', () => {
    it('lets the records of domains name this server', () => {
      const { domainRecords } = loadConfig({ HELO_NAME: 'mx.example.com' });
      expect(domainRecords).toEqual({
        returnPathHost: 'mx.example.com',
        spfValue: 'v=spf1 mx ~all',
        trackingHost: 'mx.example.com',
        inboundHost: 'mx.example.com',
        trackingAuthority: 'letsencrypt.org',
        ownPolicyMode: 'off',
      });
    });

    it('takes hosts in which the region stands', () => {
      const given = { RETURN_PATH_HOST: 'Bounces.{region}.Example.com.', INBOUND_HOST: 'in-{region}.example.com' };
      expect(loadConfig(given).domainRecords).toMatchObject({
        returnPathHost: 'bounces.{region}.example.com',
        inboundHost: 'in-{region}.example.com',
      });
      expect(fieldsWrongIn({ TRACKING_HOST: '{zone}.example.com' })).toEqual(['TRACKING_HOST']);
    });

    it('takes an SPF record and nothing else', () => {
      const spfValue = 'v=spf1 ip4:192.0.2.0/24 include:spf.{region}.example.com -all';
      expect(loadConfig({ SPF_VALUE: spfValue }).domainRecords.spfValue).toBe(spfValue);
      for (const wrong of ['mx ~all', 'v=spf1  mx', `v=spf1 ${'a'.repeat(450)}`, 'v=spf1 mx\n~all']) {
        expect(fieldsWrongIn({ SPF_VALUE: wrong })).toEqual(['SPF_VALUE']);
      }
    });

    it('asks the servers that are named, on port 53 unless told otherwise', () => {
      const zoneServers = { port: 53, allowPrivate: false };
      expect(loadConfig({}).dns).toEqual({ servers: null, timeoutMs: 3000, tries: 3, zoneServers });
      expect(loadConfig({ DNS_ZONE_SERVERS: '0' }).dns.zoneServers).toBeNull();
      const servers = '192.0.2.53, 192.0.2.54:5353, 2001:db8::53, [2001:db8::54]:5353';
      expect(loadConfig({ DNS_SERVERS: servers, POSTHORN_TEST_DNS_TRIES: '1' }).dns).toEqual({
        servers: ['192.0.2.53:53', '192.0.2.54:5353', '[2001:db8::53]:53', '[2001:db8::54]:5353'],
        timeoutMs: 3000,
        tries: 1,
        zoneServers,
      });
      for (const wrong of ['ns.example.com', '192.0.2.53:0', '192.0.2.53:65536', '[192.0.2.53', '2001:db8::53]:53']) {
        expect(fieldsWrongIn({ DNS_SERVERS: wrong })).toEqual(['DNS_SERVERS']);
      }
    });
  });

  describe('about SMTP submission', () => {
    const places = (env: Record<string, string>) =>
      Object.fromEntries(loadConfig(env).smtp.listeners.map(({ name, port, chosen }) => [name, { port, chosen }]));

    it('listens where no privileges are needed unless told otherwise', () => {
      expect(places({})).toEqual({
        SMTP_25_PORT: { port: 10_025, chosen: false },
        SMTP_587_PORT: { port: 10_587, chosen: false },
        SMTP_2587_PORT: { port: 2587, chosen: false },
        SMTP_465_PORT: { port: 10_465, chosen: false },
        SMTP_2465_PORT: { port: 2465, chosen: false },
      });
    });

    it('knows a port that was asked for, a free one, and none', () => {
      const env = { SMTP_25_PORT: '25', SMTP_587_PORT: '0', SMTP_2587_PORT: 'off', SMTP_2465_PORT: 'off' };
      expect(places(env)).toEqual({
        SMTP_25_PORT: { port: 25, chosen: true },
        SMTP_587_PORT: { port: 0, chosen: true },
        SMTP_465_PORT: { port: 10_465, chosen: false },
      });
    });

    it('takes the name that the contract knows beside the configured one', () => {
      expect(loadConfig({}).smtp.userNames).toEqual(['posthorn', 'resend']);
      expect(loadConfig({ SMTP_USERNAME: 'Mailer' }).smtp.userNames).toEqual(['mailer', 'resend']);
    });

    it('wants a certificate with its key, or neither', () => {
      expect(loadConfig({}).smtp.certificateFiles).toBeNull();
      const files = { SMTP_TLS_CERT: '/etc/ssl/mx.crt', SMTP_TLS_KEY: '/etc/ssl/mx.key' };
      expect(loadConfig(files).smtp.certificateFiles).toEqual({ cert: '/etc/ssl/mx.crt', key: '/etc/ssl/mx.key' });
      expect(fieldsWrongIn({ SMTP_TLS_CERT: '/etc/ssl/mx.crt' })).toEqual(['SMTP_TLS_KEY']);
      expect(fieldsWrongIn({ SMTP_TLS_KEY: '/etc/ssl/mx.key' })).toEqual(['SMTP_TLS_CERT']);
    });
  });

  it('makes links to where it listens unless told otherwise', () => {
    expect(publicUrlOf(loadConfig({ PORT: '0' }), 40123)).toBe('http://127.0.0.1:40123');
    expect(publicUrlOf(loadConfig({ HOST: '::1' }), 3000)).toBe('http://[::1]:3000');
    expect(publicUrlOf(loadConfig({ PUBLIC_URL: 'https://mail.example.com' }), 3000)).toBe('https://mail.example.com');
  });
});
