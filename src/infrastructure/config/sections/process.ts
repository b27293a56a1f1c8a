import {
  apiKey,
  domainNames,
  engineUrl,
  hostNameOrAddress,
  masterKey,
  notes,
  networks,
  oneOf,
  publicUrl,
  regionNames,
  someOf,
  text,
  waitMs,
  wholeNumber,
} from '../fields/fields.js';

type Role = 'api' | 'smtp' | 'inbound' | 'delivery' | 'projections' | 'webhooks';

export const processFields = {
  PORT: wholeNumber(0, 65_535)
    .prefault('3000')
    .register(notes, { says: 'The port of the REST API and the pages; 0 takes a free one.' }),
  HOST: hostNameOrAddress.prefault('127.0.0.1').register(notes, {
    says: 'The address to listen on, for SMTP too unless SMTP_HOST says otherwise; 0.0.0.0 or :: for every interface.',
  }),
  PUBLIC_URL: publicUrl.optional().register(notes, {
    says: 'The address under which clients reach this server, used in links.',
    unset: 'http://HOST:PORT, with the port really taken',
  }),
  TRUSTED_PROXIES: networks.optional().register(notes, {
    says: 'Addresses or networks (CIDR) of your proxies, whose X-Forwarded-For names the client; otherwise any client could spoof it.',
    unset: 'the connecting address',
  }),
  POSTHORN_ROLES: someOf<Role>(['api', 'smtp', 'inbound', 'delivery', 'projections', 'webhooks'])
    .prefault('api,smtp,inbound,delivery,projections,webhooks')
    .register(notes, { says: 'What this process does.' }),
  DATA_DIR: text
    .prefault('./data')
    .register(notes, { says: 'The folder of the event log, the vault and the read store; one server at a time.' }),
  POSTHORN_REGIONS: regionNames.optional().register(notes, {
    says: 'The regions whose email this process delivers.',
    unset: 'all of them',
  }),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .prefault('info')
    .register(notes, { says: 'The least severe log lines that are written.' }),
  MEMORY_MEGABYTES: wholeNumber(128, 1_000_000).optional().register(notes, {
    says: 'The memory in megabytes (of 1,048,576 bytes) that this process makes its limits for: how many bytes of requests it holds at once, and the largest request.',
    unset: "the container's limit, or the memory of the machine",
  }),
  METRICS_TOKEN: text.optional().register(notes, {
    says: 'What `/metrics` asks for as `Authorization: Bearer <token>`; set it where a proxy or Prometheus on another machine asks.',
    unset: 'only programs on this machine see the metrics',
  }),
  SHUTDOWN_GRACE_MS: waitMs
    .prefault('8000')
    .register(notes, { says: 'How long an orderly stop waits for the replies to email already sent.' }),
};

export const engineFields = {
  EVENTSTOREDB_URL: engineUrl('esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover').optional().register(notes, {
    says: 'The event log on EventStoreDB or KurrentDB. Set all three engines or none.',
    unset: 'the log lies in DATA_DIR',
  }),
  MONGODB_URL: engineUrl('mongodb', 'mongodb+srv').optional().register(notes, {
    says: 'Keys, bodies, read models and leases on MongoDB.',
    unset: 'they lie in DATA_DIR',
  }),
  REDIS_URL: engineUrl('redis', 'rediss').optional().register(notes, {
    says: 'Job hints, rate limits and quota counters on Redis.',
    unset: 'they live in this process',
  }),
  START_PATIENCE_MS: waitMs.prefault('60000').register(notes, {
    says: 'How long a start waits for an engine that is not there yet, has no leader or gives no answer; then it ends with exit code 69.',
  }),
};

export const firstStartFields = {
  MASTER_KEY: masterKey.optional().register(notes, {
    says: 'Wraps every key in the vault: 32 bytes as 64 hex digits or base64; keep it apart from backups of DATA_DIR.',
    unset: 'DATA_DIR/master.key, made at the first start',
  }),
  MASTER_KEY_FILE: text.optional().register(notes, {
    says: 'A file that MASTER_KEY is read from.',
    unset: 'none',
  }),
  OTHER_MASTER_KEY: masterKey.optional().register(notes, {
    says: 'Opens what it has wrapped and wraps nothing: the former or the next MASTER_KEY, while `posthorn keys rotate-master` replaces it.',
    unset: 'none',
  }),
  OTHER_MASTER_KEY_FILE: text.optional().register(notes, {
    says: 'A file that OTHER_MASTER_KEY is read from.',
    unset: 'none',
  }),
  BOOTSTRAP_API_KEY: apiKey.optional().register(notes, {
    says: 'The first API key: re_ and at least 24 letters, digits or underscores; a different one is added, never replaced.',
    unset: 'one is made at the first start and shown once, where BOOTSTRAP_KEY_OUTPUT says',
  }),
  BOOTSTRAP_API_KEY_FILE: text.optional().register(notes, {
    says: 'A file that BOOTSTRAP_API_KEY is read from.',
    unset: 'none',
  }),
  BOOTSTRAP_KEY_OUTPUT: oneOf(['stdout', 'file']).prefault('stdout').register(notes, {
    says: 'Where a key that the first start makes is shown: on standard output, or in DATA_DIR/bootstrap-api-key (mode 0600).',
  }),
  SANDBOX_DOMAINS: domainNames.prefault('posthorn.test,resend.dev').register(notes, {
    says: 'Sender domains that work at once and whose email never leaves this machine.',
  }),
  PREVERIFIED_DOMAINS: domainNames.optional().register(notes, {
    says: 'Sender domains of the first team that you vouch for: no DNS check.',
    unset: 'none',
  }),
  REGIONS: regionNames.prefault('us-east-1,eu-west-1,sa-east-1,ap-northeast-1').register(notes, {
    says: 'The regions that a domain can be in; the first is the default.',
  }),
};
