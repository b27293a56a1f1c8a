import type { Dns } from '../ports/dns.js';
import type { DomainQueries } from './domain-queries.js';
import { checkDmarc } from './records/check-dmarc.js';
import type { RecordSettings } from './records/published-domain.js';
import type { GetDomainDmarcQuery, GetDomainDmarcResult } from './sending-domain.messages.js';
import { publishedDocument } from './shown-records.js';

export interface GetDomainDmarcDependencies {
  readonly domainQueries: Pick<DomainQueries, 'get'>;
  readonly dns: Dns;
  readonly recordSettings: RecordSettings;
}

export type GetDomainDmarc = (query: GetDomainDmarcQuery) => Promise<GetDomainDmarcResult>;

/** Asks DNS each time: no check waits for DMARC, so none writes down what it found of it. */
export function createGetDomainDmarc({ domainQueries, dns, recordSettings }: GetDomainDmarcDependencies) {
  return async (query: GetDomainDmarcQuery): Promise<GetDomainDmarcResult> => {
    const domain = await domainQueries.get(query);
    if (domain === undefined) return undefined;
    return checkDmarc(publishedDocument(domain.document), recordSettings, dns);
  };
}
