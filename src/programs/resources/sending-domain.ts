import type { Resource } from '../../application/shared/resource.js';
import { streams } from '../../domain/shared/event.js';
import { domainsProjection, foldDomain } from '../../projections/domains/domains.projection.js';

export const sendingDomain = {
  streams: [streams('domain', []), streams('domainname', [])],
  readModels: [domainsProjection],
  audit: { stateOf: foldDomain },
  live: { subject: 'domains', readModel: domainsProjection.name },
} satisfies Resource;
