import type { Served } from './served.js';
import { lastSaid } from '../../application/shared/last-said.js';
import {
  domainNameStreams,
  type SendingDomainEvent,
  sendingDomainStreams,
} from '../../domain/sending-domain/events.js';
import { domainsProjection, foldDomain } from '../../projections/domains/domains.projection.js';

export const sendingDomain = {
  streams: [sendingDomainStreams, domainNameStreams],
  readModels: [domainsProjection],
  audit: {
    stateOf: foldDomain,
    nameOf: (events) =>
      lastSaid<SendingDomainEvent>(events, ({ type, data }) => (type === 'DomainCreated' ? data.name : undefined)),
  },
  live: { subject: 'domains', readModel: domainsProjection.name },
  http: async () => (await import('../../infrastructure/http/domains/domains.operations.js')).domainsHttp,
  processManagers: async () => [
    (await import('../../application/sending-domain/domain-finisher.js')).domainFinisher,
    (await import('../../application/sending-domain/claims/claim-checker.js')).claimChecker,
    (await import('../../application/sending-health/fall-notifier.js')).fallNotifier,
  ],
} satisfies Served;
