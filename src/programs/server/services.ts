import { createApiKeys, type ApiKeys } from '../../application/api-key/api-keys.js';
import { createListApiKeys } from '../../application/api-key/list-api-keys.js';
import type { AcceptEmailsDependencies } from '../../application/submission/accept-emails.js';
import { createAcceptMail } from '../../application/submission/accept-mail.js';
import type { AcceptMail } from '../../application/submission/smtp-submission.js';
import type { FetchDependencies } from '../../application/submission/fetch-attachments.js';
import type { AcceptPorts } from '../../application/submission/accept-ports.js';
import { createInFlight } from '../../application/submission/in-flight.js';
import { type AttachmentQueries, createAttachmentQueries } from '../../application/email/attachment-queries.js';
import { createEmailQueries, type EmailQueries } from '../../application/email/email-queries.js';
import type { ScheduleDependencies } from '../../application/email/schedule-email.js';
import type { BodySealer } from '../../application/ports/body-sealer.js';
import type { CapturedMail } from '../../application/ports/captured-mail.js';
import type { EventCodec } from '../../application/ports/event-codec.js';
import type { EventStore } from '../../application/ports/event-store.js';
import { createGetEmailMetrics } from '../../application/metrics/get-email-metrics.js';
import { createLogQueries, type LogQueries } from '../../application/request-log/log-queries.js';
import { createRequestLog, type RequestLog } from '../../application/request-log/request-log.js';
import type { KeyedHash } from '../../application/ports/hashing.js';
import type { QuotaCounter } from '../../application/ports/quota-counter.js';
import type { ReadStore } from '../../application/ports/read-store.js';
import type { BlobStore, KeyStore } from '../../application/ports/vault.js';
import type { VaultSweep } from '../../application/ports/vault-sweep.js';
import { createDomainClaims, type DomainClaims } from '../../application/sending-domain/claims/domain-claims.js';
import { createDomainWrites, type DomainWrites } from '../../application/sending-domain/domain-changes.js';
import { createGetDomainDmarc, type GetDomainDmarc } from '../../application/sending-domain/domain-dmarc.js';
import { createDomainQueries, type DomainQueries } from '../../application/sending-domain/domain-queries.js';
import { createSendingDomains, type SendingDomains } from '../../application/sending-domain/sending-domains.js';
import type { ByteBudget } from '../../application/shared/byte-budget.js';
import { createOwnWrites, type WhenProcessed } from '../../application/shared/own-writes.js';
import { type DomainDns, openDomainDns } from './dns.js';
import { createHostLookup } from '../../infrastructure/addresses/host-lookup.js';
import { ownServices } from '../../infrastructure/attachment-fetcher/own-services.js';
import {
  createAttachmentFetcher,
  isPublicAddress,
} from '../../infrastructure/attachment-fetcher/attachment-fetcher.js';
import { generateDkimKey } from '../../infrastructure/dkim/generate-dkim-key.js';
import { createSuppressions, type Suppressions } from '../../application/suppression/suppressions.js';
import { createGetTeamQueue, type GetTeamQueue } from '../../application/queue/team-queue.js';
import { createGetUsage } from '../../application/usage/get-usage.js';
import { createQuotas } from '../../application/usage/quotas.js';
import type { UsagePorts } from '../../application/usage/usage-figures.js';
import { newApiToken } from '../../infrastructure/crypto/tokens.js';
import { messageReader } from '../../infrastructure/message-reader/message-reader.js';
import { logPorts } from '../engines/log-ports.js';
import type { Config } from '../../infrastructure/config/config.js';
import { apiKeysProjection } from '../../projections/api-keys/api-keys.projection.js';
import { domainsProjection, foldDomain } from '../../projections/domains/domains.projection.js';
import { emailTimeline } from '../../projections/emails/email-timeline.js';
import { foldSuppression, suppressionsProjection } from '../../projections/suppressions/suppressions.projection.js';
import { pendingProjection } from '../../projections/pending/pending.projection.js';
import { usageProjection } from '../../projections/usage/usage.projection.js';
import { logsProjection } from '../../projections/logs/logs.projection.js';
import { metricsProjection } from '../../projections/metrics/metrics.projection.js';
import { emailsProjection, foldEmail } from '../../projections/emails/emails.projection.js';

/** The ports behind which the engines work, whichever they are. */
export interface Engines {
  readonly store: EventStore;
  readonly codec: EventCodec;
  readonly keys: KeyStore;
  readonly blobs: BlobStore;
  readonly sweep: VaultSweep;
  readonly sealer: BodySealer;
  readonly hash: KeyedHash;
  readonly readStore: Pick<ReadStore, 'checkpoint' | 'get' | 'list' | 'count'>;
  readonly whenProcessed: WhenProcessed;
  readonly captured: CapturedMail;
}

/** The use cases, ready to be called. */
export interface Services {
  readonly ports: AcceptPorts;
  readonly domainDns: DomainDns;
  readonly apiKeys: ApiKeys;
  readonly domains: SendingDomains;
  readonly acceptEmails: AcceptEmailsDependencies;
  /** Messages that come over SMTP. */
  readonly acceptMail: AcceptMail;
  readonly schedule: ScheduleDependencies;
  readonly attachmentQueries: AttachmentQueries;
  readonly emailQueries: EmailQueries;
  readonly domainQueries: DomainQueries;
  readonly getDomainDmarc: GetDomainDmarc;
  readonly domainWrites: DomainWrites;
  readonly domainClaims: DomainClaims;
  /** Who used how much, and up to which day it is settled. */
  readonly usage: UsagePorts;
  readonly getUsage: ReturnType<typeof createGetUsage>;
  readonly getTeamQueue: GetTeamQueue;
  readonly getEmailMetrics: ReturnType<typeof createGetEmailMetrics>;
  readonly listApiKeys: ReturnType<typeof createListApiKeys>;
  readonly suppressions: Suppressions;
  readonly requestLog: RequestLog;
  readonly logQueries: LogQueries;
}

/** For all files that one request asks to be fetched: its client waits for them. */
const fetchTimeoutMs = 10_000;

export interface ServiceOptions {
  /** Where this process listens; filled while it starts. */
  readonly ownPorts: ReadonlySet<number>;
  readonly quotaCounter: QuotaCounter;
  /** Memory for the contents of requests, shared with the edges that read them. */
  readonly budget: ByteBudget;
  /** Of one request, attachments counted as base64. */
  readonly maxContentBytes: number;
  readonly onAccepted: (emails: number) => void;
  readonly onRequestsLost: (requests: number) => void;
  /** Of what no request waits for. */
  readonly onFailure: (error: unknown) => void;
}

export function createServices(engines: Engines, config: Config, options: ServiceOptions): Services {
  const { hash, sealer, keys, blobs, readStore, captured } = engines;
  const ports: AcceptPorts = { ...logPorts(engines), hash, sealer, keys, blobs };
  const fetches: FetchDependencies = {
    fetcher: createAttachmentFetcher({
      isAllowed: config.allowPrivateFetch ? () => true : isPublicAddress,
      resolve: createHostLookup(config.dns),
      own: ownServices(config.publicUrl, options.ownPorts),
    }),
    budget: options.budget,
    maxContentBytes: options.maxContentBytes,
    timeoutMs: fetchTimeoutMs,
  };
  const ownWrites = createOwnWrites(engines.whenProcessed, config.listPatienceMs);
  const usage: UsagePorts = {
    store: ports.store,
    readStore,
    usage: usageProjection,
    whenProcessed: engines.whenProcessed,
  };
  const limits = config.quotas;
  const quotas =
    limits.daily === null && limits.monthly === null
      ? null
      : createQuotas({
          counter: options.quotaCounter,
          limits,
          usage,
          clock: ports.clock,
          onFailure: options.onFailure,
        });
  const domains = createSendingDomains(ports, hash);
  const apiKeys = createApiKeys({ ports, hash, newToken: newApiToken, onWritten: ownWrites.note });
  const emailQueries = createEmailQueries({
    ports,
    blobs,
    sealer,
    reader: messageReader,
    readStore,
    emails: emailsProjection,
    ownWrites,
    captured,
    foldEmail,
    timelineOf: emailTimeline,
  });
  const domainWriting = {
    ports,
    keys,
    hash,
    makeDkimKey: generateDkimKey,
    selector: config.dkim.selector,
    domains,
    onWritten: ownWrites.note,
  };
  const requestLog = createRequestLog({
    ports,
    keys,
    // Lists of other things wait for nothing that is written here.
    ownWrites: createOwnWrites(engines.whenProcessed, config.listPatienceMs),
    listPatienceMs: config.listPatienceMs,
    onLost: options.onRequestsLost,
    onFailure: options.onFailure,
  });
  const acceptEmails: AcceptEmailsDependencies = {
    ports,
    rules: {
      domains,
      sandboxDomains: config.sandboxDomains,
      captureMode: config.deliveryMode.kind === 'capture',
    },
    fetches,
    inFlight: createInFlight(),
    quotas,
    onAccepted(teamId, position, emails) {
      ownWrites.note(teamId, position);
      options.onAccepted(emails);
    },
  };
  const domainDns = openDomainDns(config);
  const domainQueries = createDomainQueries({
    ports,
    readStore,
    domains: domainsProjection,
    foldDomain,
    ownWrites,
    recordSettings: domainDns.recordSettings,
  });
  return {
    ports,
    domainDns,
    apiKeys,
    domains,
    usage,
    acceptEmails,
    acceptMail: createAcceptMail({
      ...acceptEmails,
      reader: messageReader,
      hostName: config.heloName,
      tracesClient: config.smtp.tracesClient,
    }),
    schedule: { ports, onWritten: ownWrites.note },
    emailQueries,
    attachmentQueries: createAttachmentQueries({ ports, blobs, sealer, reader: messageReader, hash, foldEmail }),
    domainQueries,
    getDomainDmarc: createGetDomainDmarc({ domainQueries, ...domainDns }),
    domainWrites: createDomainWrites({ ...domainWriting, onFailure: options.onFailure }),
    domainClaims: createDomainClaims({ ...domainWriting, lifeMs: config.domainClaims.lifeMs }),
    getUsage: createGetUsage({
      usage,
      readStore,
      domains: domainsProjection,
      ownWrites,
      limits,
      requestsPerSecond: config.rateLimitPerSecond === 0 ? null : config.rateLimitPerSecond,
      clock: ports.clock,
    }),
    getTeamQueue: createGetTeamQueue({ ports, readStore, pending: pendingProjection, ownWrites }),
    getEmailMetrics: createGetEmailMetrics({ readStore, metrics: metricsProjection, domains: domainsProjection }),
    listApiKeys: createListApiKeys({
      readStore,
      apiKeys: apiKeysProjection,
      logs: logsProjection,
      ownWrites,
      requestLog,
    }),
    suppressions: createSuppressions({
      ports,
      readStore,
      suppressions: suppressionsProjection,
      foldSuppression,
      ownWrites,
    }),
    requestLog,
    logQueries: createLogQueries({ ports, readStore, logs: logsProjection, requestLog, emails: emailQueries }),
  };
}
