import type { SendingDomainEvent } from '../../domain/sending-domain/events.js';
import { unreachable } from '../../domain/shared/decider.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import { foldStream } from '../shared/fold-stream.js';
import type { Projection } from '../shared/projection.js';
import { type DomainDocument, sharedScope } from './domains.document.js';

/** The sending domains of each team, and the sandbox domains of all. */
export const domainsProjection: Projection<SendingDomainEvent, DomainDocument> = {
  name: 'domains',
  version: 1,
  categories: ['domain'],
  handles: ['DomainCreated', 'DomainDkimKeyAdded', 'DomainVerified'],
  personal: false,
  fields: { scope: 'text' },
  indexes: [['scope', 'id']],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata }, key) {
    if (event.type === 'DomainCreated') {
      const { name, region, origin } = event.data;
      const { teamId, time } = metadata;
      // A domain without a team can only be everybody's.
      const scope = origin === 'sandbox' ? sharedScope : (teamId ?? sharedScope);
      return { id: key, teamId, scope, name, region, origin, status: 'not_started', createdAt: time, dkim: [] };
    }
    if (document === undefined) return undefined;
    switch (event.type) {
      case 'DomainDkimKeyAdded': {
        const { selector, algorithm, publicKey } = event.data;
        return { ...document, dkim: [...document.dkim, { selector, algorithm, publicKey }] };
      }
      case 'DomainVerified':
        return { ...document, status: 'verified' };
      default:
        return unreachable(event);
    }
  },
};

/** The document of one domain, from its own stream; undefined where there is none. */
export const foldDomain = (events: readonly Recorded[]): DomainDocument | undefined =>
  foldStream(domainsProjection, events);
