import type { DomainDocument } from '../../projections/domains/domains.document.js';
import type { Page, PageRequest } from '../shared/page.js';

/** GET /domains: the team's own and the sandbox domains; everything when no limit is given. */
export class ListDomainsQuery {
  constructor(
    readonly teamId: string,
    readonly page: Partial<PageRequest>,
  ) {}
}
export type ListDomainsResult = Page<DomainDocument>;

/** GET /domains/{id}. */
export class GetDomainQuery {
  constructor(
    readonly teamId: string,
    readonly domainId: string,
  ) {}
}
export type GetDomainResult = DomainDocument | undefined;
