import type { Served } from './served.js';
import { streams } from '../../domain/shared/event.js';
import { domainsProjection, foldDomain } from '../../projections/domains/domains.projection.js';

export const sendingDomain = {
  streams: [streams('domain', []), streams('domainname', [])],
  readModels: [domainsProjection],
  audit: { stateOf: foldDomain },
  live: { subject: 'domains', readModel: domainsProjection.name },
  http: async () => (await import('../../infrastructure/http/domains/domains.http.js')).domainsHttp,
} satisfies Served;
