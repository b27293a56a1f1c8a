import { personOf } from '../../../application/contact/read-contacts.js';
import { noticeRecipients } from '../../../application/notice/notice-recipients.js';
import type { NoticeSettings } from '../../../application/notice/send-notice.js';
import type { QuotaCounter } from '../../../application/ports/quota-counter.js';
import type { DkimKeyMaker } from '../../../application/sending-domain/ensure-keys.js';
import { SendingDomains } from '../../../application/sending-domain/sending-domains.js';
import type { ByteBudget } from '../../../application/shared/byte-budget.js';
import type { RequestContext } from '../../../application/shared/context.js';
import type { AcceptRestPorts } from '../../../application/submission/accept-rest-email.js';
import type { AcceptSmtpPorts } from '../../../application/submission/accept-smtp-message.js';
import { InFlight } from '../../../application/submission/accept-submission.js';
import { RecentMail } from '../../../application/submission/recent-mail.js';
import { PublishedTemplates } from '../../../application/template/published-templates.js';
import { getTopic } from '../../../application/topic/topics.js';
import { Quotas } from '../../../application/usage/quotas.js';
import { linkTroubleOf } from '../../../domain/shared/link-trouble.js';
import { createHostLookup } from '../../../infrastructure/addresses/host-lookup.js';
import { isPublicAddress } from '../../../infrastructure/addresses/public-address.js';
import { createAttachmentFetcher } from '../../../infrastructure/attachment-fetcher/attachment-fetcher.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { DkimKeyStock } from '../../../infrastructure/dkim/dkim-key-stock.js';
import { openDomainDns, sendingHostOf } from '../../domain-dns.js';
import type { Base } from './base.js';

export interface SendingOptions {
  readonly quotaCounter: QuotaCounter;
  /** Memory for the contents of requests, shared with the edges that read them. */
  readonly budget: ByteBudget;
  /** Limit for one request, attachments counted as base64. */
  readonly maxContentBytes: number;
  readonly onAccepted: (context: RequestContext, emailIds: readonly string[]) => void;
  readonly onUnsentNotice: NoticeSettings['onUnsent'];
}

/** For two domains; made once the first domain was. */
const readyDkimKeys = 4;
/** For all files that one request asks to be fetched: its client waits for them. */
const fetchTimeoutMs = 10_000;

type Accepting = Omit<AcceptRestPorts & AcceptSmtpPorts, keyof Base>;

/** What accepts email: for whom, from which domains, within which limits. */
export function sendingServices(base: Base, config: Config, options: SendingOptions) {
  const { ports, teamOwners, templates } = base;
  const domains = new SendingDomains(ports);
  const dkimKeys = new DkimKeyStock({ size: readyDkimKeys });
  const makeDkimKey: DkimKeyMaker = async (algorithm, teamId) => dkimKeys.take(algorithm, await teamOwners.of(teamId));
  const publishedTemplates = new PublishedTemplates(ports, templates);
  const recentMail = new RecentMail(ports.clock, config.engines === null);
  /** As `onAccepted`, of email that no request sent. */
  const onOpened: AcceptRestPorts['onAccepted'] = (context, position, emailIds) => {
    ports.ownWrites.note(context.teamId, position);
    options.onAccepted(context, emailIds);
  };
  const accepting: Accepting = {
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
        own: base.own,
      }),
      budget: options.budget,
      ownerOf: base.ownerOf,
      maxContentBytes: options.maxContentBytes,
      timeoutMs: fetchTimeoutMs,
    },
    trace: { hostName: config.heloName, namesClient: config.smtp.tracesClient },
    inFlight: new InFlight(),
    quotas: quotasOf(base, config, options),
    topicOf: (teamId, topicId) => getTopic(ports, { teamId, topicId }),
    templateOf: (teamId, key) => publishedTemplates.get(teamId, key),
    personOf: (teamId, address) => personOf(ports, teamId, address),
    onAccepted(...accepted) {
      recentMail.note();
      onOpened(...accepted);
    },
  };
  return {
    ...accepting,
    ...openDomainDns(config),
    domains,
    makeDkimKey,
    dkimSelector: config.dkim.selector,
    domainsPerTeam: config.domainsPerTeam,
    sendingHost: sendingHostOf(config, ports.clock),
    publishedTemplates,
    recentMail,
    onOpened,
    notices: { from: { name: 'Posthorn', address: config.notices.from }, onUnsent: options.onUnsentNotice },
    noticeRecipients: noticeRecipients(config.notices.to),
    quotaLimits: config.quotas,
  };
}

function quotasOf(base: Base, { quotas: quotaLimits }: Config, { quotaCounter }: SendingOptions): Quotas | null {
  const isLimited = quotaLimits.daily !== null || quotaLimits.monthly !== null;
  return isLimited ? new Quotas({ ...base, quotaCounter, quotaLimits }) : null;
}
