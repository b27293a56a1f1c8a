import { ApiKeys } from '../../application/api-key/api-keys.js';
import type { AcceptEmailsDependencies } from '../../application/submission/accept-emails.js';
import { createAcceptMail } from '../../application/submission/accept-mail.js';
import type { AcceptMail } from '../../application/submission/smtp-submission.js';
import type { FetchDependencies } from '../../application/submission/fetch-attachments.js';
import { createInFlight } from '../../application/submission/in-flight.js';
import { type AttachmentQueries, createAttachmentQueries } from '../../application/email/attachment-queries.js';
import { createEmailQueries, type EmailQueries } from '../../application/email/email-queries.js';
import type { ScheduleDependencies } from '../../application/email/schedule-email.js';
import type { BodySealer } from '../../application/ports/body-sealer.js';
import type { CapturedMail } from '../../application/ports/captured-mail.js';
import type { Dns } from '../../application/ports/dns.js';
import type { EventCodec } from '../../application/ports/event-codec.js';
import type { EventStore } from '../../application/ports/event-store.js';
import type { GetLogPorts } from '../../application/request-log/read-logs.js';
import { RequestLog } from '../../application/request-log/request-log.js';
import type { KeyedHash } from '../../application/ports/hashing.js';
import type { QuotaCounter, QuotaLimits } from '../../application/ports/quota-counter.js';
import type { ReadStore } from '../../application/ports/read-store.js';
import type { BlobStore, KeyStore } from '../../application/ports/vault.js';
import type { VaultSweep } from '../../application/ports/vault-sweep.js';
import type { RecordSettings } from '../../application/sending-domain/records/published-domain.js';
import type { DkimKeyMaker } from '../../application/sending-domain/ensure-keys.js';
import { SendingDomains } from '../../application/sending-domain/sending-domains.js';
import type { ByteBudget } from '../../application/shared/byte-budget.js';
import { createOwnWrites, type WhenProcessed } from '../../application/shared/own-writes.js';
import type { Ports } from '../../application/shared/ports.js';
import { openDomainDns } from './dns.js';
import {
  createAttachmentFetcher,
  isPublicAddress,
} from '../../infrastructure/attachment-fetcher/attachment-fetcher.js';
import { generateDkimKey } from '../../infrastructure/dkim/generate-dkim-key.js';
import { Quotas } from '../../application/usage/quotas.js';
import { newApiToken } from '../../infrastructure/crypto/tokens.js';
import { messageReader } from '../../infrastructure/message-reader/message-reader.js';
import { logPorts } from '../engines/log-ports.js';
import type { Config } from '../../infrastructure/config/config.js';
import { emailTimeline } from '../../projections/emails/email-timeline.js';
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

/** The ports, and what keeps state above them: each use case names, with `Pick`, what it needs. */
export interface UseCasePorts extends Ports {
  readonly apiKeys: ApiKeys;
  readonly domains: SendingDomains;
  readonly requestLog: RequestLog;
  readonly getEmail: GetLogPorts['getEmail'];
  readonly dns: Dns;
  /** What the records of every domain are made from. */
  readonly recordSettings: RecordSettings;
  readonly makeDkimKey: DkimKeyMaker;
  readonly dkimSelector: string;
  readonly claimLifeMs: number;
  readonly whenProcessed: WhenProcessed;
  readonly quotaLimits: QuotaLimits;
  /** Null: no limit. */
  readonly requestsPerSecond: number | null;
  /** Of what no request waits for. */
  readonly onFailure: (error: unknown) => void;
}

/** The use cases, ready to be called. */
export interface Services {
  readonly ports: UseCasePorts;
  readonly apiKeys: ApiKeys;
  readonly domains: SendingDomains;
  readonly acceptEmails: AcceptEmailsDependencies;
  /** Messages that come over SMTP. */
  readonly acceptMail: AcceptMail;
  readonly schedule: ScheduleDependencies;
  readonly attachmentQueries: AttachmentQueries;
  readonly emailQueries: EmailQueries;
  readonly requestLog: RequestLog;
}

/** For all files that one request asks to be fetched: its client waits for them. */
const fetchTimeoutMs = 10_000;

export interface ServiceOptions {
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
  const ownWrites = createOwnWrites(engines.whenProcessed, config.listPatienceMs);
  const ports: Ports = {
    ...logPorts(engines),
    hash,
    sealer,
    keys,
    blobs,
    readStore,
    reader: messageReader,
    captured,
    ownWrites,
  };
  const fetches: FetchDependencies = {
    fetcher: createAttachmentFetcher({ isAllowed: config.allowPrivateFetch ? () => true : isPublicAddress }),
    budget: options.budget,
    maxContentBytes: options.maxContentBytes,
    timeoutMs: fetchTimeoutMs,
  };
  const limits = config.quotas;
  const { whenProcessed } = engines;
  const { quotaCounter, onFailure } = options;
  const isLimited = limits.daily !== null || limits.monthly !== null;
  const quotas = isLimited
    ? new Quotas({ ...ports, whenProcessed, quotaCounter, quotaLimits: limits, onFailure })
    : null;
  const domains = new SendingDomains(ports);
  const apiKeys = new ApiKeys({ ...ports, newToken: newApiToken });
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
  const requestLog = new RequestLog({
    ...ports,
    // Lists of other things wait for nothing that is written here.
    ownWrites: createOwnWrites(engines.whenProcessed, config.listPatienceMs),
    listPatienceMs: config.listPatienceMs,
    onLost: options.onRequestsLost,
    onFailure,
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
  return {
    ports: {
      ...ports,
      ...openDomainDns(config),
      apiKeys,
      domains,
      requestLog,
      getEmail: (query) => emailQueries.get(query),
      makeDkimKey: generateDkimKey,
      dkimSelector: config.dkim.selector,
      claimLifeMs: config.domainClaims.lifeMs,
      whenProcessed,
      quotaLimits: limits,
      requestsPerSecond: config.rateLimitPerSecond === 0 ? null : config.rateLimitPerSecond,
      onFailure,
    },
    apiKeys,
    domains,
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
    requestLog,
  };
}
