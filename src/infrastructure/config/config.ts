import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { RetryPolicy } from '../../domain/shared/retries/email-retries.js';
import { type ConfigProblem, contradictions, renamed } from './contradictions.js';
import { parseHostName, type RelayAddress } from './fields/parse.js';
import { pacesOf } from './paces.js';
import { type Environment, environmentSchema } from './schema.js';

type DeliveryMode =
  | { readonly kind: 'capture' }
  | { readonly kind: 'mx' }
  | { readonly kind: 'relay'; readonly relay: RelayAddress & RelayTrust };

interface RelayTrust {
  /** PEM certificates of authorities beside the public ones. */
  readonly ca: string | null;
  /** Credentials go only to a relay whose certificate proves its name. */
  readonly verify: boolean;
}

/** Where the engines are that processes share. Each may hold a password. */
export interface EngineAddresses {
  readonly eventStoreUrl: string;
  readonly mongodbUrl: string;
  readonly redisUrl: string;
}

/** What the operator chose, as plain data: names in A-labels, times in milliseconds, null where nothing was chosen. */
export type Config = ReturnType<typeof toConfig>;

/** Every wrong setting at once, a line each. No secret is in the text, so it can be printed. */
export class ConfigError extends Error {
  readonly code = 'config-invalid';

  constructor(readonly problems: readonly ConfigProblem[]) {
    super(problems.map(sentenceOf).join('\n'));
  }
}

/** `PORT=abc (.env line 3): expected a whole number from 0 to 65535`. */
export function sentenceOf({ field, value, place, expected }: ConfigProblem): string {
  return `${field}${value === undefined ? '' : `=${value}`}${place === undefined ? '' : ` (${place})`}: expected ${expected}`;
}

/** While `by` is set, `name` counts for nothing. */
interface Overruled {
  readonly name: string;
  readonly by: string;
}

const overruling: readonly Overruled[] = [{ name: 'REQUEST_LOG_DAYS', by: 'RETENTION_DAYS' }];

/** Every name that can be set. */
export const settingNames: readonly string[] = Object.keys(environmentSchema.shape);

/** Reads every field; an empty value counts as unset. Throws {@link ConfigError}. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = environmentSchema.safeParse(given);
  const problems: ConfigProblem[] = [
    ...renamed.filter(({ field }) => field in given),
    ...(parsed.error?.issues ?? []).map((issue) => ({ field: String(issue.path[0]), expected: issue.message })),
  ];
  if (parsed.success) problems.push(...contradictions(parsed.data, (name) => name in given));
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(
    parsed.data,
    pacesOf(given),
    overruling.filter(({ name, by }) => name in given && by in given),
  );
}

function enginesOf({ EVENTSTOREDB_URL, MONGODB_URL, REDIS_URL }: Environment): EngineAddresses | null {
  if (EVENTSTOREDB_URL === undefined || MONGODB_URL === undefined || REDIS_URL === undefined) return null;
  return { eventStoreUrl: EVENTSTOREDB_URL, mongodbUrl: MONGODB_URL, redisUrl: REDIS_URL };
}

/** @returns null where no traces are made. */
function tracingOf(environment: Environment) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole } = environment;
  const url = whole ?? (base === undefined ? null : `${base}/v1/traces`);
  if (url === null || environment.OTEL_SDK_DISABLED || environment.OTEL_TRACES_SAMPLER === 'always_off') return null;
  return {
    url,
    headers: environment.OTEL_EXPORTER_OTLP_HEADERS ?? [],
    timeoutMs: environment.OTEL_EXPORTER_OTLP_TIMEOUT,
    attributes: {
      ...Object.fromEntries(environment.OTEL_RESOURCE_ATTRIBUTES ?? []),
      'service.name': environment.OTEL_SERVICE_NAME,
    },
    sampling: {
      asCaller: environment.OTEL_TRACES_SAMPLER.startsWith('parentbased_'),
      ratio: ratioOf(environment),
    },
  };
}

function ratioOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share }: Environment): number {
  if (sampler.endsWith('traceidratio')) return share;
  return sampler.endsWith('always_off') ? 0 : 1;
}

/** A provider that is null is not offered for sign-in. */
function identityProvidersOf(environment: Environment) {
  const client = (clientId: string | undefined, clientSecret: string | undefined, name: string) =>
    clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret, name };
  const oidc = client(environment.OIDC_CLIENT_ID, environment.OIDC_CLIENT_SECRET, environment.OIDC_NAME);
  const github = client(environment.GITHUB_CLIENT_ID, environment.GITHUB_CLIENT_SECRET, 'GitHub');
  const issuer = environment.OIDC_ISSUER;
  return {
    oidc: oidc === null || issuer === undefined ? null : { ...oidc, issuer },
    google: client(environment.GOOGLE_CLIENT_ID, environment.GOOGLE_CLIENT_SECRET, 'Google'),
    github: github === null ? null : { ...github, url: environment.GITHUB_URL },
  };
}

function reportsTls({ DELIVERY_MODE: mode, TLS_REPORTS: chosen, NOTICE_FROM: from }: Environment): boolean {
  return mode === 'mx' && (chosen ?? from !== undefined);
}

function toConfig(environment: Environment, paces: ReturnType<typeof pacesOf>, overruled: readonly Overruled[]) {
  const heloName = environment.HELO_NAME ?? parseHostName(hostname()) ?? 'localhost';
  return {
    port: environment.PORT,
    host: environment.HOST,
    publicUrl: environment.PUBLIC_URL ?? null,
    /** Addresses and networks. */
    trustedProxies: environment.TRUSTED_PROXIES ?? [],
    roles: environment.POSTHORN_ROLES,
    /** Regions whose email this process delivers. */
    servedRegions: environment.POSTHORN_REGIONS ?? ('all' as const),
    /** Null when everything is embedded, in `dataDir`. */
    engines: enginesOf(environment),
    dataDir: resolve(environment.DATA_DIR),
    logLevel: environment.LOG_LEVEL,
    /** In units of 1,048,576 bytes; null: the limit of the container, or all of the machine. */
    memoryMb: environment.MEMORY_MEGABYTES ?? null,
    startPatienceMs: environment.START_PATIENCE_MS,
    shutdownGraceMs: environment.SHUTDOWN_GRACE_MS,
    listPatienceMs: paces.LIST_PATIENCE_MS,
    metricsToken: environment.METRICS_TOKEN ?? null,
    tracing: tracingOf(environment),
    identityProviders: identityProvidersOf(environment),
    /** 64 hex digits. */
    masterKey: environment.MASTER_KEY ?? null,
    /** 64 hex digits; null: the master key is not being rotated. */
    otherMasterKey: environment.OTHER_MASTER_KEY ?? null,
    bootstrapApiKey: environment.BOOTSTRAP_API_KEY ?? null,
    bootstrapKeyOutput: environment.BOOTSTRAP_KEY_OUTPUT,
    sandboxDomains: environment.SANDBOX_DOMAINS,
    notices: {
      from: environment.NOTICE_FROM ?? `posthorn@${environment.SANDBOX_DOMAINS[0] ?? 'posthorn.test'}`,
      to: environment.NOTICE_TO ?? [],
    },
    /** Null where none are sent. */
    tlsReports: reportsTls(environment)
      ? { spreadMs: paces.TLS_REPORT_SPREAD_MS, everyMs: paces.TLS_REPORT_EVERY_MS }
      : null,
    preverifiedDomains: environment.PREVERIFIED_DOMAINS ?? [],
    /** The first is the default. */
    regions: environment.REGIONS,
    smtp: {
      host: environment.SMTP_HOST ?? environment.HOST,
      hostSetting: environment.SMTP_HOST === undefined ? ('HOST' as const) : ('SMTP_HOST' as const),
      listeners: listenersOf(environment),
      /** In lower case. */
      userNames: [...new Set([environment.SMTP_USERNAME.toLowerCase(), 'resend'])],
      /** Receivers may know who submitted a message, and from where. */
      tracesClient: environment.SMTP_TRACE_CLIENT,
      /** Null for a self-signed certificate in `dataDir`. */
      certificateFiles:
        environment.SMTP_TLS_CERT === undefined || environment.SMTP_TLS_KEY === undefined
          ? null
          : { cert: environment.SMTP_TLS_CERT, key: environment.SMTP_TLS_KEY },
      limits: {
        maxConnections: environment.SMTP_MAX_CONNECTIONS,
        maxConnectionsPerAddress: environment.SMTP_MAX_CONNECTIONS_PER_ADDRESS,
        maxRecipients: environment.SMTP_MAX_RECIPIENTS,
      },
    },
    /** Null where neither bounces nor email for receiving domains are taken. */
    inboundPort: typeof environment.INBOUND_PORT === 'number' ? environment.INBOUND_PORT : null,
    inboundLimits: {
      perAddress: environment.INBOUND_PER_ADDRESS_PER_MINUTE || null,
      perDomain: environment.INBOUND_PER_DOMAIN_PER_MINUTE || null,
    },
    /** SPF, DKIM, DMARC and ARC of received email. */
    checksInbound: environment.INBOUND_CHECKS,
    deliveryMode: deliveryModeOf(environment),
    relayConnections: environment.RELAY_CONNECTIONS,
    /** What the relay says of mailboxes counts for suppressions. */
    relaySuppresses: environment.RELAY_SUPPRESSES,
    mx: {
      port: environment.MX_PORT,
      allowPrivate: environment.ALLOW_PRIVATE_MX,
      /** Empty when the system chooses. */
      outboundAddresses: environment.OUTBOUND_IPS ?? [],
      connections: environment.MX_CONNECTIONS,
      slowConnections: environment.MX_SLOW_CONNECTIONS,
      slowAfterMs: paces.MX_SLOW_AFTER_MS,
      missingCacheMs: paces.MX_MISSING_CACHE_MS,
      pauseMs: paces.MX_PAUSE_MS,
      longestPauseMs: paces.MX_LONGEST_PAUSE_MS,
      /** `address:port` of a validating resolver; null: DANE is off. */
      daneResolver: environment.DANE_RESOLVER ?? null,
      /** Null when receivers' MTA-STS policies are not asked for. */
      policyPort: environment.MTA_STS ? paces.MTA_STS_PORT : null,
    },
    brokenTlsMemoryMs: paces.TLS_BROKEN_MS,
    heloName,
    /** Null servers: the system's. */
    dns: {
      servers: environment.DNS_SERVERS ?? null,
      timeoutMs: paces.DNS_TIMEOUT_MS,
      tries: paces.DNS_TRIES,
      /** Null when only the servers above are asked. */
      zoneServers: environment.DNS_ZONE_SERVERS
        ? { port: paces.DNS_ZONE_SERVER_PORT, allowPrivate: environment.ALLOW_PRIVATE_DNS }
        : null,
    },
    /** `{region}` in a value stands for a domain's region. */
    domainRecords: {
      returnPathHost: environment.RETURN_PATH_HOST ?? heloName,
      spfValue: environment.SPF_VALUE,
      trackingHost: environment.TRACKING_HOST ?? heloName,
      inboundHost: environment.INBOUND_HOST ?? heloName,
      trackingAuthority: environment.TRACKING_CA,
      ownPolicyMode: environment.MTA_STS_POLICY,
    },
    /** DNS zones of block lists (RFC 5782) that are asked about the addresses that mail leaves from. */
    blockListZones: environment.DNSBL_ZONES ?? [],
    domainChecks: {
      pendingEveryMs: paces.DOMAIN_CHECK_PENDING_MS,
      verifiedEveryMs: paces.DOMAIN_CHECK_VERIFIED_MS,
      patienceMs: paces.DOMAIN_CHECK_PATIENCE_MS,
    },
    /** Findings of the check of a content with which no template is published. */
    checkRefuses: environment.TEMPLATE_CHECK_REFUSES ?? [],
    domainsPerTeam: environment.DOMAINS_PER_TEAM,
    webhooksPerTeam: environment.WEBHOOKS_PER_TEAM,
    /** Its limits are for the teams of one owner together. */
    webhookSending: {
      retryDelaysMs: environment.RETRY_SCHEDULE_WEBHOOKS,
      perSecond: environment.WEBHOOK_MESSAGES_PER_SECOND,
      atOnce: environment.WEBHOOK_REQUESTS_AT_ONCE,
    },
    teamCreation: environment.TEAM_CREATION,
    exports: {
      perTeam: environment.EXPORTS_PER_TEAM,
      bytesPerTeam: environment.EXPORT_MEGABYTES_PER_TEAM * 1_000_000,
    },
    diskBytesPerTeam: {
      images: environment.IMAGE_MEGABYTES_PER_TEAM * 1_000_000,
      contents: environment.CONTENT_MEGABYTES_PER_TEAM * 1_000_000,
      imports: Math.max(environment.IMPORT_MEGABYTES_PER_TEAM * 1_000_000, environment.IMPORT_MAX_BYTES),
    },
    review: { checksLinks: environment.REVIEW_CHECKS_LINKS, rspamdUrl: environment.RSPAMD_URL ?? null },
    importMaxBytes: environment.IMPORT_MAX_BYTES,
    invitationsPerDay: environment.INVITATIONS_PER_DAY,
    signUpsPerDay: environment.SIGN_UPS_PER_DAY,
    teamsPerPerson: environment.TEAMS_PER_PERSON,
    dkim: {
      selector: environment.DKIM_SELECTOR,
      /** Null when only `posthorn dkim rotate` does it. */
      rotateAfterMs: environment.DKIM_ROTATION_DAYS === 0 ? null : environment.DKIM_ROTATION_DAYS * 86_400_000,
      graceMs: paces.DKIM_GRACE_MS,
      checkEveryMs: paces.DKIM_CHECK_MS,
    },
    /** Requests a second and team; 0: no limit. */
    rateLimitPerSecond: environment.RATE_LIMIT_PER_SECOND,
    /** Recipients a UTC day and a UTC month; null: no quota. */
    quotas: { daily: environment.DAILY_QUOTA ?? null, monthly: environment.MONTHLY_QUOTA ?? null },
    /** Null for no limit. */
    retentionDays: environment.RETENTION_DAYS ?? null,
    requestLogDays: environment.RETENTION_DAYS ?? environment.REQUEST_LOG_DAYS,
    sealEveryMs: paces.SEAL_EVERY_MS,
    allowPrivateFetch: environment.ALLOW_PRIVATE_FETCH,
    allowPrivateLinks: environment.ALLOW_PRIVATE_LINKS,
    smtpTimings: {
      connectTimeoutMs: paces.CONNECT_TIMEOUT_MS,
      greetingTimeoutMs: paces.GREETING_TIMEOUT_MS,
      commandTimeoutMs: paces.COMMAND_TIMEOUT_MS,
      afterDotTimeoutMs: environment.AFTER_DOT_TIMEOUT_MS,
      claimMarginMs: paces.CLAIM_MARGIN_MS,
    },
    retryPolicy: { ...retryPolicyOf(environment), maxUnknownOutcomes: paces.MAX_UNKNOWN_OUTCOMES },
    /** Names that were set to no effect, because another one is set too. */
    overruled,
  } as const;
}

/** What any user may listen on; the ports that email clients know need privileges. */
const unprivilegedPorts = {
  SMTP_25_PORT: 10_025,
  SMTP_587_PORT: 10_587,
  SMTP_2587_PORT: 2_587,
  SMTP_465_PORT: 10_465,
  SMTP_2465_PORT: 2_465,
} as const;

interface SmtpListener {
  readonly name: keyof typeof unprivilegedPorts;
  /** 0 for a free one. */
  readonly port: number;
  /** An operator asked for this port: it must be had. */
  readonly chosen: boolean;
}

function listenersOf(environment: Environment): readonly SmtpListener[] {
  const listeners: SmtpListener[] = [];
  for (const [key, unprivileged] of Object.entries(unprivilegedPorts)) {
    // Its keys are those of the object above.
    const name = key as SmtpListener['name'];
    const port = environment[name];
    if (port !== null) listeners.push({ name, port: port ?? unprivileged, chosen: port !== undefined });
  }
  return listeners;
}

function deliveryModeOf({ DELIVERY_MODE, RELAY_URL, RELAY_CA, RELAY_TLS_VERIFY }: Environment): DeliveryMode {
  if (DELIVERY_MODE === 'mx') return { kind: 'mx' };
  return DELIVERY_MODE === 'relay' && RELAY_URL !== undefined
    ? { kind: 'relay', relay: { ...RELAY_URL, ca: RELAY_CA ?? null, verify: RELAY_TLS_VERIFY } }
    : { kind: 'capture' };
}

function retryPolicyOf(environment: Environment): Omit<RetryPolicy, 'maxUnknownOutcomes'> {
  return {
    schedules: {
      transactional: {
        delaysMs: environment.RETRY_SCHEDULE_TRANSACTIONAL,
        expiresAfterMs: environment.EXPIRY_TRANSACTIONAL_SECONDS,
      },
      standard: {
        delaysMs: environment.RETRY_SCHEDULE_STANDARD,
        expiresAfterMs: environment.EXPIRY_STANDARD_SECONDS,
      },
      bulk: { delaysMs: environment.RETRY_SCHEDULE_BULK, expiresAfterMs: environment.EXPIRY_BULK_SECONDS },
      strangers: {
        delaysMs: environment.RETRY_SCHEDULE_STANDARD,
        expiresAfterMs: environment.EXPIRY_STANDARD_SECONDS,
      },
    },
    statedDelayBoundsMs: { min: 10_000, max: 6 * 3_600_000 },
  };
}

/** The address that links use: what was configured, or where the server really listens. */
export function publicUrlOf(config: Pick<Config, 'publicUrl' | 'host'>, listeningPort: number): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return config.publicUrl ?? `http://${host}:${listeningPort}`;
}
