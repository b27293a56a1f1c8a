import { retireKey, selectKey } from '../../domain/sending-domain/dkim-keys.js';
import type {
  DomainCapabilities,
  DomainCreated,
  DomainUpdated,
  SendingDomainEvent,
} from '../../domain/sending-domain/events.js';
import {
  domainStatus,
  evolveVerification,
  unverified,
  type Verification,
} from '../../domain/sending-domain/verification.js';
import { formerSubdomains } from '../../domain/sending-domain/tracking-subdomain.js';
import { unreachable } from '../../domain/shared/decider.js';
import type { EventMetadata, Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import { foldStream } from '../shared/fold-stream.js';
import type { Projection } from '../shared/projection.js';
import { type Checking, type DomainDocument, sharedScope } from './domains.document.js';

/** What falls is in the sending health of a domain. */
type ShownEvent = Exclude<SendingDomainEvent, { readonly type: 'DomainDeliveryFell' | 'DomainPassShareFell' }>;

/** The sending domains of each team, and the sandbox domains of all. */
export const domainsProjection: Projection<ShownEvent, DomainDocument> = {
  name: 'domains',
  version: 3,
  categories: ['domain'],
  handles: [
    'DomainCreated',
    'DomainUpdated',
    'DomainDkimKeyAdded',
    'DomainDkimRotationRequested',
    'DomainDkimKeySelected',
    'DomainDkimKeyRetired',
    'DomainVerified',
    'DomainCheckRequested',
    'DomainChecked',
    'DomainDeleted',
  ],
  personal: false,
  fields: { scope: 'text', checking: 'text' },
  indexes: [
    ['scope', 'id'],
    ['checking', 'id'],
  ],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata }, key) {
    if (event.type === 'DomainCreated') return opened(key, event.data, metadata);
    if (document === undefined) return undefined;
    const at = metadata.time;
    switch (event.type) {
      case 'DomainUpdated':
        return verified(updated(document, event.data), evolveVerification(document.verification, event, at, document));
      case 'DomainDkimKeyAdded': {
        const { selector, algorithm, role, publicKey } = event.data;
        return { ...document, dkim: [...document.dkim, { selector, algorithm, role, publicKey, since: at }] };
      }
      case 'DomainDkimRotationRequested':
        return document;
      case 'DomainDkimKeySelected':
        return { ...document, dkim: selectKey(document.dkim, event.data.selector, at) };
      case 'DomainDkimKeyRetired':
        return { ...document, dkim: retireKey(document.dkim, event.data.selector, at) };
      case 'DomainVerified':
      case 'DomainCheckRequested':
      case 'DomainChecked':
        return verified(document, evolveVerification(document.verification, event, at, document));
      case 'DomainDeleted':
        return undefined;
      default:
        return unreachable(event);
    }
  },
};

function opened(id: string, created: DomainCreated['data'], { teamId, time }: EventMetadata): DomainDocument {
  const { domainId: _, ...settings } = created;
  // A domain without a team belongs to every team.
  const scope = created.origin === 'sandbox' ? sharedScope : (teamId ?? sharedScope);
  const nothingYet = { formerTrackingSubdomains: [], dkim: [] };
  const verification = unverified(time);
  return {
    ...settings,
    ...nothingYet,
    id,
    teamId,
    scope,
    verification,
    status: 'not_started',
    checking: 'idle',
    createdAt: time,
  };
}

function updated(document: DomainDocument, settings: DomainUpdated['data']): DomainDocument {
  const { trackingSubdomain, formerTrackingSubdomains } = document;
  const former = formerSubdomains(formerTrackingSubdomains, trackingSubdomain, settings.trackingSubdomain);
  return { ...document, ...settings, formerTrackingSubdomains: former };
}

function verified(document: DomainDocument, verification: Verification): DomainDocument {
  const status = domainStatus(verification, document.capabilities);
  return { ...document, verification, status, checking: checkingOf(verification, document.capabilities) };
}

function checkingOf(verification: Verification, capabilities: DomainCapabilities): Checking {
  if (verification.checkAwaited) return 'awaited';
  if (verification.vouched) return 'idle';
  const statuses = (['sending', 'receiving'] as const)
    .filter((capability) => capabilities[capability])
    .map((capability) => verification[capability].status);
  if (statuses.some((status) => status === 'pending' || status === 'temporary_failure')) return 'pending';
  return statuses.includes('verified') ? 'standing' : 'idle';
}

/** The document of one domain, from its own stream; undefined where there is none. */
export const foldDomain = (events: readonly Recorded[]): DomainDocument | undefined =>
  foldStream(domainsProjection, events);
