import type { DiskUse } from '../../application/shared/disk-use.js';
import { createDiskUse } from './disk.js';
import { ApiKeys } from '../../application/api-key/api-keys.js';
import type { AcceptRestPorts } from '../../application/submission/accept-rest-email.js';
import type { AcceptSmtpPorts } from '../../application/submission/accept-smtp-message.js';
import type { GetHealthPorts } from '../../application/doctor/health.js';
import type { ExportProgress } from '../../application/export/exports.js';
import type { ExportLimits } from '../../application/export/kept-exports.js';
import type { ReadAddress } from '../../application/import/read-row.js';
import { InFlight } from '../../application/submission/accept-submission.js';
import { RecentMail } from '../../application/submission/recent-mail.js';
import { type NoticeRecipients, noticeRecipients } from '../../application/notice/notice-recipients.js';
import { type NoticePorts, type NoticeSettings, sendNotice } from '../../application/notice/send-notice.js';
import type { ConsentProof } from '../../application/ports/consent-proof.js';
import type { CsvWriter } from '../../application/ports/csv.js';
import type { LinkReader } from '../../application/ports/html-tracker.js';
import type { LinkChecker } from '../../application/ports/link-checker.js';
import type { SpamFilter } from '../../application/ports/spam-filter.js';
import type { Dns } from '../../application/ports/dns.js';
import { LiveChanges } from '../../application/live/live-changes.js';
import type { PeopleServices } from '../../application/people/people-services.js';
import { DailyLimits } from '../../application/people/daily-limits.js';
import { People } from '../../application/people/people.js';
import type { TeamCreationServices } from '../../application/people/team-creation.js';
import type { MailComposer } from '../../application/ports/mail-composer.js';
import type { DailyAllowances } from '../../application/ports/daily-allowances.js';
import type { SignInPatience } from '../../application/ports/sign-in-patience.js';
import type { CallerScope } from '../../application/ports/caller-scope.js';
import { RequestLog } from '../../application/request-log/request-log.js';
import type { QuotaCounter, QuotaLimits } from '../../application/ports/quota-counter.js';
import { withTroubles } from '../../application/doctor/check-troubles.js';
import type { Trouble } from '../../application/delivery/trouble/trouble.js';
import { SendingHost } from '../../application/insight/sending-host.js';
import type { DkimKeyMaker } from '../../application/sending-domain/ensure-keys.js';
import type { RecordSettings } from '../../application/sending-domain/records/published-domain.js';
import { SendingDomains } from '../../application/sending-domain/sending-domains.js';
import type { ContentCheck } from '../../domain/template/check/finding.js';
import type { ByteBudget } from '../../application/shared/byte-budget.js';
import {
  fairReads,
  FairSemaphore,
  type InTurn,
  turnsOfEngine,
  turnsOfThread,
} from '../../application/shared/fair-semaphore.js';
import type { RequestContext } from '../../application/shared/context.js';
import type { Tracer } from '../../application/ports/tracer.js';
import { ReadPlaces } from '../../application/shared/read-places.js';
import { createOwnWrites, type WhenProcessed } from '../../application/shared/own-writes.js';
import { type OwnerOf, TeamOwners } from '../../application/shared/team-owners.js';
import type { Ports } from '../../application/shared/ports.js';
import { personOf } from '../../application/contact/read-contacts.js';
import { TemplateContents } from '../../application/template/template-content.js';
import { PublishedTemplates } from '../../application/template/published-templates.js';
import { ErasedMails } from '../../application/tracking/erased-mails.js';
import { TrackingKeys } from '../../application/tracking/tracking-keys.js';
import { TrackingLog } from '../../application/tracking/tracking-log.js';
import type { TrackingSealer } from '../../application/ports/tracking-sealer.js';
import { isbot } from 'isbot';
import { trackingSealer } from '../../infrastructure/crypto/tracking-sealer.js';
import { getTopic } from '../../application/topic/topics.js';
import type { WebhookSender } from '../../application/ports/webhook-sender.js';
import type { ManageWebhooksPorts } from '../../application/webhook/manage-webhooks.js';
import { WebhookLog } from '../../application/webhook/webhook-log.js';
import { openDomainDns, sendingHostOf } from '../domain-dns.js';
import { createHostLookup } from '../../infrastructure/addresses/host-lookup.js';
import { isPublicAddress } from '../../infrastructure/addresses/public-address.js';
import { createLinkChecker } from '../../infrastructure/link-checker/link-checker.js';
import { createRspamd } from '../../infrastructure/spam-filter/rspamd.js';
import { createAttachmentFetcher } from '../../infrastructure/attachment-fetcher/attachment-fetcher.js';
import { type OwnServices, ownServices } from '../../infrastructure/outbound-http/own-services.js';
import { csvWriter } from '../../infrastructure/csv/csv-writer.js';
import { linksIn } from '../../infrastructure/html/read-links.js';
import { DkimKeyStock } from '../../infrastructure/dkim/dkim-key-stock.js';
import { Quotas } from '../../application/usage/quotas.js';
import { newApiToken, newSecretToken } from '../../infrastructure/crypto/tokens.js';
import { Argon2Hasher } from '../../infrastructure/people/argon2-hasher.js';
import { createOneTimeCodes, createRecoveryCodes } from '../../infrastructure/people/codes.js';
import { createPasskeys } from '../../infrastructure/people/passkeys/passkeys.js';
import { relyingPartyOf } from '../../infrastructure/people/passkeys/relying-party.js';
import { createIdentityProviders } from '../../infrastructure/people/providers/identity-providers.js';
import { createMailComposer } from '../../infrastructure/mail-composer/mail-composer.js';
import { messageReader } from '../../infrastructure/message-reader/message-reader.js';
import { kept } from '../../infrastructure/http/edge/kept-answer.js';
import { readBareAddress } from '../../infrastructure/addresses/mailbox.js';
import { lookInThread } from '../cli/doctor/doctor-thread.js';
import type { Engines } from '../engines/backend.js';
import { linkTroubleOf } from '../../domain/shared/link-trouble.js';
import { createCallerScope } from '../../infrastructure/system/caller-scope.js';
import { logPorts } from '../../infrastructure/system/log-ports.js';
import { createWebhookSender, endpointProblem } from './webhook-sender.js';
import { consentProofOf } from '../consent-proof.js';
import { newWebhookSecret } from '../../infrastructure/webhook-sender/sign.js';
import { type Config, publicUrlOf } from '../../infrastructure/config/config.js';
import { resources } from '../resources/resources.js';

/** Everything that use cases stand on: the ports themselves, and what this process keeps beside them. */
export interface Services
  extends Ports,
    AcceptRestPorts,
    AcceptSmtpPorts,
    NoticePorts,
    PeopleServices,
    TeamCreationServices {
  readonly recentMail: RecentMail;
  /** As `onAccepted`, of email that no request sent. */
  readonly onOpened: AcceptRestPorts['onAccepted'];
  readonly teamOwners: TeamOwners;
  readonly publishedTemplates: PublishedTemplates;
  /** Owner of a team that has asked for something. */
  readonly ownerOf: OwnerOf;
  /** Long reads of the log, in turns of the teams' owners. */
  readonly inTurn: InTurn;
  readonly readPlaces: ReadPlaces;
  readonly dailyLimits: DailyLimits;
  readonly ports: Ports;
  readonly apiKeys: ApiKeys;
  readonly domains: SendingDomains;
  readonly noticeRecipients: NoticeRecipients;
  readonly requestLog: RequestLog;
  readonly trackingLog: TrackingLog;
  readonly trackingKeys: TrackingKeys;
  readonly trackingSealer: TrackingSealer;
  readonly erasedMails: ErasedMails;
  /** Whether a user agent calls itself a program. */
  readonly isBot: (userAgent: string) => boolean;
  readonly callerScope: CallerScope;
  readonly liveChanges: LiveChanges;
  /** For what is shown, not sent: it signs nothing. */
  readonly composer: MailComposer;
  readonly dns: Dns;
  readonly sendingHost: SendingHost;
  /** What the records of every domain are made from. */
  readonly recordSettings: RecordSettings;
  readonly makeDkimKey: DkimKeyMaker;
  readonly lookAtHealth: GetHealthPorts['lookAtHealth'];
  /** What no template is published with. */
  readonly checkRefuses: readonly ContentCheck[];
  readonly domainsPerTeam: number;
  readonly webhooksPerTeam: number;
  readonly dkimSelector: string;
  readonly whenProcessed: WhenProcessed;
  readonly quotaLimits: QuotaLimits;
  readonly newWebhookSecret: () => string;
  readonly endpointProblem: ManageWebhooksPorts['endpointProblem'];
  /** What this process serves itself. */
  readonly own: OwnServices;
  /** Progress of the exports that this process makes. */
  readonly exportProgress: ExportProgress;
  readonly exportLimits: ExportLimits;
  readonly disk: DiskUse;
  /** Null where links are not asked. */
  readonly linkChecker: LinkChecker | null;
  /** Null where there is none. */
  readonly spamFilter: SpamFilter | null;
  readonly csv: CsvWriter;
  readonly linksIn: LinkReader;
  /** What sheets of consent are made with. */
  readonly consentProof: ConsentProof;
  readonly readAddress: ReadAddress;
  /** Sends tests; the partitions have senders and a log of their own. */
  readonly webhookSender: WebhookSender;
  readonly webhookTests: WebhookLog;
  /** Null where no traces are made. */
  readonly tracer: Tracer | null;
  /** Null for no limit. */
  readonly requestsPerSecond: number | null;
  /** Called with errors of work that no request waits for. */
  readonly onFailure: (error: unknown) => void;
}

const healthKeptMs = 30_000;
/** For two domains; made once the first domain was. */
const readyDkimKeys = 4;
/** For all files that one request asks to be fetched: its client waits for them. */
const fetchTimeoutMs = 10_000;

export interface ServiceOptions {
  /** Where this process listens; filled while it starts. */
  readonly ownPorts: ReadonlySet<number>;
  readonly quotaCounter: QuotaCounter;
  readonly patience: SignInPatience;
  readonly allowances: DailyAllowances;
  readonly installationId: string;
  /** Speaks for the server. */
  readonly firstTeamId: string;
  /** Memory for the contents of requests, shared with the edges that read them. */
  readonly budget: ByteBudget;
  /** Limit for one request, attachments counted as base64. */
  readonly maxContentBytes: number;
  readonly onAccepted: (context: RequestContext, emailIds: readonly string[]) => void;
  /** Null where no traces are made. */
  readonly tracer: Tracer | null;
  readonly onRequestsLost: (requests: number) => void;
  readonly onHitsLost: (hits: number) => void;
  /** What keeps email from leaving now. */
  readonly troubles: () => readonly Trouble[];
  readonly isDiskFull: () => boolean;
  readonly onUnsentNotice: NoticeSettings['onUnsent'];
  readonly onProviderFailure: (provider: string, reason: string) => void;
  /** Called with errors of work that no request waits for. */
  readonly onFailure: (error: unknown) => void;
}

export function createServices(engines: Engines, config: Config, options: ServiceOptions): Services {
  const { hash, sealer, keys, blobs, captured } = engines;
  // Embedded, one thread answers every list, and the log is read in this one.
  const turnLimits = config.engines === null ? turnsOfThread : turnsOfEngine;
  const ownerOf: OwnerOf = (teamId) => teamOwners.known(teamId);
  const readStore = fairReads(engines.readStore, new FairSemaphore(turnLimits), ownerOf);
  const logTurns = new FairSemaphore(turnLimits);
  const ownWrites = createOwnWrites(engines.whenProcessed, config.listPatienceMs);
  const templates = new TemplateContents({ blobs, sealer, keys });
  const ports: Ports = {
    ...logPorts(engines),
    hash,
    sealer,
    keys,
    blobs,
    readStore,
    captured,
    ownWrites,
    reader: messageReader,
    templates,
    resources,
  };
  const teamOwners = new TeamOwners(ports);
  const recentMail = new RecentMail(ports.clock, config.engines === null);
  const onOpened: Services['onOpened'] = (context, position, emailIds) => {
    ownWrites.note(context.teamId, position);
    options.onAccepted(context, emailIds);
  };
  const { whenProcessed } = engines;
  const { quotaCounter, onFailure } = options;
  const quotaLimits = config.quotas;
  const quotas =
    quotaLimits.daily === null && quotaLimits.monthly === null
      ? null
      : new Quotas({ ...ports, teamOwners, whenProcessed, quotaCounter, quotaLimits, onFailure });
  const publishedTemplates = new PublishedTemplates(ports, templates);
  const domains = new SendingDomains(ports);
  const dkimKeys = new DkimKeyStock({ size: readyDkimKeys });
  const requestLog = new RequestLog({
    ...ports,
    // Lists of other things wait for nothing that is written here.
    ownWrites: createOwnWrites(whenProcessed, config.listPatienceMs),
    listPatienceMs: config.listPatienceMs,
    onLost: options.onRequestsLost,
    onFailure,
  });
  const domainDns = openDomainDns(config);
  const own = ownServices(config.publicUrl, options.ownPorts);
  const passwords = new Argon2Hasher();
  // A port that the system chooses is in no link, and no provider knows it.
  const passkeys = createPasskeys(config.publicUrl === null ? undefined : relyingPartyOf(config.publicUrl));
  const services: Services = {
    ...ports,
    ports,
    callerScope: createCallerScope(),
    liveChanges: new LiveChanges({ store: ports.store, resources, whenProcessed, onFailure }),
    composer: createMailComposer({ sign: async (message) => message }),
    passwords,
    people: new People({ ...ports, passwords, passkeys, newSecretToken }),
    patience: options.patience,
    oneTimeCodes: createOneTimeCodes(ports.clock),
    recoveryCodes: createRecoveryCodes(hash),
    passkeys,
    identityProviders: createIdentityProviders(config.identityProviders, {
      publicUrl: () => publicUrlOf(config, config.port),
      monotonicMs: () => ports.clock.monotonicMs(),
      noteFailure: options.onProviderFailure,
    }),
    // These mails belong to no team: a person who can read such a mail can take over the account that it opens.
    notify: ({ to, ...mail }) =>
      sendNotice(services, { ...mail, to: [to], teamId: options.installationId, cause: { eventId: mail.eventId } }),
    ...domainDns,
    sendingHost: sendingHostOf(config, ports.clock),
    apiKeys: new ApiKeys({ ...ports, newToken: newApiToken }),
    domains,
    requestLog,
    trackingLog: new TrackingLog(ports, { onLost: options.onHitsLost, onFailure }),
    trackingKeys: new TrackingKeys(ports),
    trackingSealer,
    erasedMails: new ErasedMails(ports),
    isBot: isbot,
    makeDkimKey: async (algorithm, teamId) => dkimKeys.take(algorithm, await teamOwners.of(teamId)),
    firstTeamId: options.firstTeamId,
    teamOwners,
    ownerOf,
    inTurn: (teamId, step) => logTurns.run(ownerOf(teamId), 'step', step),
    readPlaces: new ReadPlaces(),
    dailyLimits: new DailyLimits({
      allowances: options.allowances,
      teamOwners,
      invitationsPerDay: config.invitationsPerDay,
      signUpsPerDay: config.signUpsPerDay,
    }),
    teamCreation: { by: config.teamCreation, perPerson: config.teamsPerPerson },
    // In a thread, and not more often than an open page needs.
    lookAtHealth: kept(healthKeptMs, async () => withTroubles(await lookInThread(config), options.troubles())),
    checkRefuses: config.checkRefuses,
    domainsPerTeam: config.domainsPerTeam,
    webhooksPerTeam: config.webhooksPerTeam,
    dkimSelector: config.dkim.selector,
    whenProcessed,
    quotaLimits,
    newWebhookSecret,
    own,
    endpointProblem: (url) =>
      endpointProblem(url, config.allowPrivateFetch ? null : { isAllowed: isPublicAddress, own }),
    webhookSender: createWebhookSender(config, own),
    exportProgress: new Map(),
    exportLimits: { kept: config.exports.perTeam, keptBytes: config.exports.bytesPerTeam },
    disk: createDiskUse({ readStore: ports.readStore, ownWrites: ports.ownWrites }, config, teamOwners, ports.clock),
    linkChecker: config.review.checksLinks
      ? createLinkChecker({
          isAllowed: config.allowPrivateFetch ? () => true : isPublicAddress,
          resolve: createHostLookup(config.dns),
          own,
        })
      : null,
    spamFilter: config.review.rspamdUrl === null ? null : createRspamd(config.review.rspamdUrl, onFailure),
    isDiskFull: options.isDiskFull,
    csv: csvWriter,
    linksIn,
    consentProof: consentProofOf(keys),
    readAddress: readBareAddress,
    webhookTests: new WebhookLog(ports, onFailure),
    tracer: options.tracer,
    requestsPerSecond: config.rateLimitPerSecond === 0 ? null : config.rateLimitPerSecond,
    onFailure,
    notices: {
      from: { name: 'Posthorn', address: config.notices.from },
      onUnsent: options.onUnsentNotice,
    },
    noticeRecipients: noticeRecipients(config.notices.to),
    senderRules: {
      domains,
      sandboxDomains: config.sandboxDomains,
      captureMode: config.deliveryMode.kind === 'capture',
      linkTrouble: linkTroubleOf(config),
      readElsewhere: config.deliveryMode.kind !== 'capture' && !config.allowPrivateLinks,
    },
    fetching: {
      fetcher: createAttachmentFetcher({
        isAllowed: config.allowPrivateFetch ? () => true : isPublicAddress,
        resolve: createHostLookup(config.dns),
        own,
      }),
      budget: options.budget,
      ownerOf: teamOwners.known,
      maxContentBytes: options.maxContentBytes,
      timeoutMs: fetchTimeoutMs,
    },
    trace: { hostName: config.heloName, namesClient: config.smtp.tracesClient },
    inFlight: new InFlight(),
    quotas,
    topicOf: (teamId, topicId) => getTopic(ports, { teamId, topicId }),
    publishedTemplates,
    templateOf: (teamId, key) => publishedTemplates.get(teamId, key),
    personOf: (teamId, address) => personOf(ports, teamId, address),
    recentMail,
    onAccepted(...accepted) {
      recentMail.note();
      onOpened(...accepted);
    },
    onOpened,
  };
  return services;
}
