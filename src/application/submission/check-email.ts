import type { MailSubscription, RecipientRole } from '../../domain/shared/accepted-email.js';
import { type LinkTrouble, unreachableLink } from '../../domain/shared/link-trouble.js';
import { domainOfAddress } from '../../domain/shared/mailbox.js';
import { checkSendWindow, type SendWindowRefusal } from '../email/schedule-email.js';
import type { Clock } from '../ports/clock.js';
import type { SendingDomains, VerifiedDomain } from '../sending-domain/sending-domains.js';
import type { Sender, Unavailable } from '../shared/context.js';
import { type FillPorts, fillTemplate } from './fill-template.js';
import type { EmailRequest, FillRefusal, RequestedEmail, SenderRefusal, SendRefusal } from './email-request.js';
import type { AttachmentFetches, FetchingPorts } from './fetch-attachments.js';
import { type AboutPorts, subscriptionOf } from './mail-about.js';
import { type CheckedEmail, recipientsOf } from './prepare-email.js';

export interface SenderRules {
  readonly domains: Pick<SendingDomains, 'verified'>;
  /** Names of the sandbox domains, where the simulators live. */
  readonly sandboxDomains: readonly string[];
  /** Everything goes to the catcher anyway. */
  readonly captureMode: boolean;
  /** Why links in emails do not lead to their readers; null where they do. */
  readonly linkTrouble: LinkTrouble | null;
  /** Emails are read elsewhere: links in them have to be reached from there. */
  readonly readElsewhere: boolean;
}

export interface CheckPorts extends AboutPorts, FillPorts {
  readonly clock: Clock;
  readonly senderRules: SenderRules;
  readonly fetching: FetchingPorts;
}

/**
 * Allowed to be sent, and everything that it consists of is here. Nothing is fetched for a mail that is not allowed.
 * For new requests only: a repeat under its key gets its answer although the time that it names is past by now.
 */
export async function checkEmail(
  ports: CheckPorts,
  fetches: AttachmentFetches,
  principal: Sender,
  requested: RequestedEmail,
): Promise<CheckedEmail | SendRefusal | Unavailable> {
  const request = await filledIn(ports, principal, requested);
  return 'refused' in request ? request : checkFilled(ports, fetches, principal, request);
}

/** The first half of {@link checkEmail}, which takes the processor alone. */
export async function filledIn(
  ports: CheckPorts,
  { teamId }: Sender,
  requested: RequestedEmail,
): Promise<EmailRequest | FillRefusal | SendWindowRefusal> {
  const { scheduledAt } = requested;
  const outside = scheduledAt === undefined ? undefined : checkSendWindow(Date.parse(scheduledAt), ports.clock.now());
  if (outside !== undefined) return outside;
  return 'template' in requested ? fillTemplate(ports, teamId, requested) : requested;
}

/** The second half. */
export async function checkFilled(
  ports: CheckPorts,
  fetches: AttachmentFetches,
  principal: Sender,
  request: EmailRequest,
): Promise<CheckedEmail | SendRefusal | Unavailable> {
  const { senderRules } = ports;
  const { about, headers } = request;
  const domain = await checkSender(senderRules, principal, request);
  if ('refused' in domain) return domain;
  const names = headers.map(([name]) => name);
  const subscription = await subscriptionOf(ports, principal.teamId, about, names);
  if (subscription !== undefined && 'refused' in subscription) return subscription;
  const unreachable = unreachableLinks(senderRules, domain, { subscription, html: request.html });
  if (unreachable !== undefined) return unreachable;
  const email = await fetches.complete(request);
  if ('refused' in email) return email;
  return { email, domain, ...(subscription === undefined ? {} : { subscription }) };
}

/**
 * What needs links that lead to its reader, where they do not: ways to leave, and pictures that this server keeps. What
 * a sandbox domain sends is read on this machine.
 */
export function unreachableLinks(
  { linkTrouble: trouble }: Pick<SenderRules, 'linkTrouble'>,
  { sandbox }: Pick<VerifiedDomain, 'sandbox'>,
  { subscription, html }: { readonly subscription: MailSubscription | undefined; readonly html?: string | undefined },
): Extract<SenderRefusal, { readonly refused: 'links-unreachable' }> | undefined {
  if (trouble == null || sandbox) return undefined;
  if (subscription?.isLinked === true) {
    const field = subscription.topicId === null ? 'X-Posthorn-Unsubscribe' : 'topic_id';
    return { refused: 'links-unreachable', field, trouble };
  }
  const isShown = html !== undefined && unreachableLink(html) !== undefined;
  return isShown ? { refused: 'links-unreachable', field: 'html', trouble } : undefined;
}

/** May this key send this mail? Answers the domain that signs it, or why not. */
export async function checkSender(
  rules: SenderRules,
  principal: Sender,
  request: Pick<EmailRequest, 'from' | RecipientRole>,
): Promise<VerifiedDomain | SenderRefusal> {
  const domain = domainOfAddress(request.from.address);
  const verified = await rules.domains.verified(principal.teamId, domain);
  if (verified === undefined) return { refused: 'domain-not-verified', domain };
  if (principal.domainId !== null && principal.domainId !== verified.domainId) {
    return { refused: 'domain-not-allowed-for-key', domain };
  }
  if (verified.sandbox && !rules.captureMode && !recipientsOf(request).every(isSimulator(rules.sandboxDomains))) {
    return { refused: 'sandbox-recipient', domain };
  }
  return verified;
}

const simulators = new Set(['delivered', 'bounced', 'complained', 'suppressed']);

/** `delivered@`, `delivered+label@` and so on, at any sandbox domain. */
function isSimulator(sandboxDomains: readonly string[]) {
  return ({ mailbox }: { readonly mailbox: { readonly address: string } }): boolean => {
    const localPart = mailbox.address.slice(0, mailbox.address.lastIndexOf('@'));
    const [base = ''] = localPart.toLowerCase().split('+');
    return simulators.has(base) && sandboxDomains.includes(domainOfAddress(mailbox.address));
  };
}
