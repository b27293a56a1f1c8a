import type { EmailEvent } from '../../domain/email/events.js';
import type { PosthornEvent } from '../../domain/events.js';
import type { DomainChecked, DomainDeleted, DomainSettings } from '../../domain/sending-domain/events.js';
import type { WebhookEvent } from '../../domain/webhook/events.js';
import type { WebhookLogEvent } from '../../domain/webhook/log-events.js';
import { describePeopleEvent, type PeopleEvent } from './describe-people-event.js';
import { describeWebhookEvent } from './describe-webhook-event.js';

/** Every event but those of a mail, which the timeline describes. */
export type DescribedEvent = Exclude<PosthornEvent, EmailEvent>;

/** What changed, in words. */
export function describeEvent(event: DescribedEvent): string {
  switch (event.type) {
    case 'DomainCreated':
      return `Domain ${event.data.name} created (${event.data.origin}, ${event.data.region})`;
    case 'DomainUpdated':
      return `Settings are now: ${settingsOf(event.data)}`;
    case 'DomainDkimKeyAdded':
      return `DKIM key added under selector ${event.data.selector} (${event.data.algorithm}, ${event.data.role})`;
    case 'DomainDkimRotationRequested':
      return `A change of the DKIM key asked for by the ${event.data.by}`;
    case 'DomainDkimKeySelected':
      return `The DKIM key under selector ${event.data.selector} signs from now on`;
    case 'DomainDkimKeyRetired':
      return `The DKIM key under selector ${event.data.selector} is retired: its record may go`;
    case 'DomainVerified':
      return `Verified by the ${event.data.by}`;
    case 'DomainCheckRequested':
      return 'A check of the DNS records asked for';
    case 'DomainChecked':
      return `DNS checked: ${checkedLine(event.data)}`;
    case 'DomainDeleted':
      return `Deleted${deletedBecause[event.data.reason]}`;
    case 'NameClaimed':
      return `Name ${event.data.opens.name} claimed for ${event.data.owner}, until ${event.data.expiresAt}`;
    case 'NameClaimCheckRequested':
      return `A look for the proof of claim ${event.data.claimId} asked for`;
    case 'NameClaimBlocked':
      return `Claim ${event.data.claimId} is proved, and blocked: ${event.data.reason}`;
    case 'NameClaimCompleted':
      return `Claim ${event.data.claimId} completed`;
    case 'NameClaimEnded':
      return `Claim ${event.data.claimId} ended: ${event.data.outcome}`;
    case 'Reserved':
      return `Name ${event.data.opens.name} reserved for ${event.data.owner}`;
    case 'Released':
      return `Name released by ${event.data.owner}`;
    default:
      return isOfWebhooks(event) ? describeWebhookEvent(event) : describePeopleEvent(event);
  }
}

const isOfWebhooks = (event: PeopleEvent | WebhookEvent | WebhookLogEvent): event is WebhookEvent | WebhookLogEvent =>
  event.type.startsWith('Webhook');

const deletedBecause: Readonly<Record<DomainDeleted['data']['reason'], string>> = {
  asked: '',
  claimed: ': another team has proved the name',
  'claim-ended': ': its claim came to nothing',
};

function settingsOf({ tls, openTracking, clickTracking, capabilities, trackingSubdomain }: DomainSettings): string {
  const on = (isOn: boolean): string => (isOn ? 'on' : 'off');
  return [
    `TLS ${tls}`,
    `sending ${on(capabilities.sending)}`,
    `receiving ${on(capabilities.receiving)}`,
    `open tracking ${on(openTracking)}`,
    `click tracking ${on(clickTracking)}`,
    `tracking subdomain ${trackingSubdomain ?? 'none'}`,
  ].join(', ');
}

function checkedLine({ sending, receiving, records }: DomainChecked['data']): string {
  const each = records.map(({ key, status, advice }) => {
    const codes = advice.map(({ code }) => code);
    return codes.length === 0 ? `${key} ${status}` : `${key} ${status} (${codes.join(', ')})`;
  });
  return [`sending ${sending}`, `receiving ${receiving}`, ...each].join(', ');
}
