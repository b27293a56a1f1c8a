import { resolve } from 'node:path';
import { z } from 'zod';
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
import type { Paces } from './paces.js';

type Role = 'api' | 'smtp' | 'inbound' | 'delivery' | 'projections' | 'webhooks';

export const processFields = {
  PORT: wholeNumber(0, 65_535)
    .prefault('3000')
    .register(notes, { says: 'The port of the REST API and the dashboard. With 0, the system chooses a free port.' }),
  HOST: hostNameOrAddress.prefault('127.0.0.1').register(notes, {
    says: 'The address on which the server listens for HTTP, and for SMTP unless SMTP_HOST is set. Use 0.0.0.0 or :: for all interfaces.',
  }),
  PUBLIC_URL: publicUrl.optional().register(notes, {
    says: 'The URL at which clients and recipients reach this server. Links begin with this URL.',
    unset: 'http://HOST:PORT, with the port in use',
  }),
  TRUSTED_PROXIES: networks.optional().register(notes, {
    says: 'The addresses or networks (CIDR) of your proxies. The server reads the client address from the X-Forwarded-For header of these proxies only, because any other client could spoof the header.',
    unset: 'none; the client is the connecting address',
  }),
  POSTHORN_ROLES: someOf<Role>(['api', 'smtp', 'inbound', 'delivery', 'projections', 'webhooks'])
    .prefault('api,smtp,inbound,delivery,projections,webhooks')
    .register(notes, { says: 'The tasks of this process.' }),
  DATA_DIR: text.prefault('./data').register(notes, {
    says: 'The folder that contains the event log, the vault, and the read store. Only one server can use the folder at a time.',
  }),
  POSTHORN_REGIONS: regionNames.optional().register(notes, {
    says: 'The regions for which this process delivers email.',
    unset: 'all regions',
  }),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .prefault('info')
    .register(notes, { says: 'The minimum severity of the log lines that the server writes.' }),
  MEMORY_MEGABYTES: wholeNumber(128, 1_000_000).optional().register(notes, {
    says: 'The memory, in megabytes (1,048,576 bytes), that this process can use. The process derives its limits from this value: the maximum size of a request, and the total size of all requests in progress.',
    unset: 'the memory limit of the container, or the memory of the machine',
  }),
  METRICS_TOKEN: text.optional().register(notes, {
    says: 'The token that requests to `/metrics` must contain (`Authorization: Bearer <token>`). Set the token if Prometheus runs on another machine, or if requests come through a proxy.',
    unset: 'none; only programs on this machine can read the metrics',
  }),
  SHUTDOWN_GRACE_MS: waitMs.prefault('8000').register(notes, {
    says: 'The time for which a graceful shutdown waits for replies to email that was already sent.',
  }),
};

export const engineFields = {
  EVENTSTOREDB_URL: engineUrl('esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover').optional().register(notes, {
    says: 'The URL of the EventStoreDB or KurrentDB server that stores the event log. Set the URLs of all three engines, or none.',
    unset: 'none; the log is in DATA_DIR',
  }),
  MONGODB_URL: engineUrl('mongodb', 'mongodb+srv').optional().register(notes, {
    says: 'The URL of the MongoDB server that stores keys, bodies, read models, and leases.',
    unset: 'none; this data is in DATA_DIR',
  }),
  REDIS_URL: engineUrl('redis', 'rediss').optional().register(notes, {
    says: 'The URL of the Redis server that stores job hints, rate limits, and quota counters.',
    unset: 'none; this data is in the memory of the process',
  }),
  START_PATIENCE_MS: waitMs.prefault('60000').register(notes, {
    says: 'The time for which a start waits for an engine that is unavailable, has no leader, or does not respond. After this time, the process exits with code 69.',
  }),
};

export const firstStartFields = {
  MASTER_KEY: masterKey.optional().register(notes, {
    says: 'The key that encrypts every key in the vault: 32 bytes, as 64 hexadecimal digits or in base64. Store a copy separately from the backups of DATA_DIR.',
    unset: 'the key in DATA_DIR/master.key, which the first start creates',
  }),
  MASTER_KEY_FILE: text.optional().register(notes, {
    says: 'The file that contains the value of MASTER_KEY.',
    unset: 'none',
  }),
  OTHER_MASTER_KEY: masterKey.optional().register(notes, {
    says: 'The previous or the next MASTER_KEY, for the time of a rotation with `posthorn keys rotate-master`. The server uses this key only to decrypt.',
    unset: 'none',
  }),
  OTHER_MASTER_KEY_FILE: text.optional().register(notes, {
    says: 'The file that contains the value of OTHER_MASTER_KEY.',
    unset: 'none',
  }),
  BOOTSTRAP_API_KEY: apiKey.optional().register(notes, {
    says: 'The first API key: `re_`, followed by at least 24 letters, digits, or underscores. If you change the value, the server adds the new key and keeps the previous key.',
    unset: 'a key that the first start creates and shows once, at the place that BOOTSTRAP_KEY_OUTPUT sets',
  }),
  BOOTSTRAP_API_KEY_FILE: text.optional().register(notes, {
    says: 'The file that contains the value of BOOTSTRAP_API_KEY.',
    unset: 'none',
  }),
  BOOTSTRAP_KEY_OUTPUT: oneOf(['stdout', 'file']).prefault('stdout').register(notes, {
    says: 'The place where the first start shows the API key that it creates: standard output, or the file DATA_DIR/bootstrap-api-key (mode 0600).',
  }),
  SANDBOX_DOMAINS: domainNames.prefault('posthorn.test,resend.dev').register(notes, {
    says: 'Sender domains that need no verification. Email from these domains never leaves this machine.',
  }),
  PREVERIFIED_DOMAINS: domainNames.optional().register(notes, {
    says: 'Sender domains of the first team that you have verified yourself. The server does not check their DNS records.',
    unset: 'none',
  }),
  REGIONS: regionNames.prefault('us-east-1,eu-west-1,sa-east-1,ap-northeast-1').register(notes, {
    says: 'The regions that a domain can belong to. The first region is the default.',
  }),
};

const schema = z.object({ ...processFields, ...engineFields, ...firstStartFields });
type Chosen = z.output<typeof schema>;

/** Where the engines are that processes share. Each may hold a password. */
export interface EngineAddresses {
  readonly eventStoreUrl: string;
  readonly mongodbUrl: string;
  readonly redisUrl: string;
}

export const processOf = (chosen: Chosen, paces: Paces) => ({
  port: chosen.PORT,
  host: chosen.HOST,
  publicUrl: chosen.PUBLIC_URL ?? null,
  /** Addresses and networks. */
  trustedProxies: chosen.TRUSTED_PROXIES ?? [],
  roles: chosen.POSTHORN_ROLES,
  /** Regions whose email this process delivers. */
  servedRegions: chosen.POSTHORN_REGIONS ?? ('all' as const),
  /** Null when everything is embedded, in `dataDir`. */
  engines: enginesOf(chosen),
  dataDir: resolve(chosen.DATA_DIR),
  logLevel: chosen.LOG_LEVEL,
  /** In units of 1,048,576 bytes; null: the limit of the container, or all of the machine. */
  memoryMb: chosen.MEMORY_MEGABYTES ?? null,
  startPatienceMs: chosen.START_PATIENCE_MS,
  shutdownGraceMs: chosen.SHUTDOWN_GRACE_MS,
  listPatienceMs: paces.LIST_PATIENCE_MS,
  metricsToken: chosen.METRICS_TOKEN ?? null,
  /** 64 hex digits. */
  masterKey: chosen.MASTER_KEY ?? null,
  /** 64 hex digits; null: the master key is not being rotated. */
  otherMasterKey: chosen.OTHER_MASTER_KEY ?? null,
  bootstrapApiKey: chosen.BOOTSTRAP_API_KEY ?? null,
  bootstrapKeyOutput: chosen.BOOTSTRAP_KEY_OUTPUT,
  sandboxDomains: chosen.SANDBOX_DOMAINS,
  preverifiedDomains: chosen.PREVERIFIED_DOMAINS ?? [],
  /** The first is the default. */
  regions: chosen.REGIONS,
  sealEveryMs: paces.SEAL_EVERY_MS,
});

function enginesOf({ EVENTSTOREDB_URL, MONGODB_URL, REDIS_URL }: Chosen): EngineAddresses | null {
  if (EVENTSTOREDB_URL === undefined || MONGODB_URL === undefined || REDIS_URL === undefined) return null;
  return { eventStoreUrl: EVENTSTOREDB_URL, mongodbUrl: MONGODB_URL, redisUrl: REDIS_URL };
}
