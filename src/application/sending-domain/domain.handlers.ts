import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import type { DomainQueries } from './domain-queries.js';
import {
  GetDomainQuery,
  type GetDomainResult,
  ListDomainsQuery,
  type ListDomainsResult,
} from './sending-domain.queries.js';

@QueryHandler(ListDomainsQuery)
export class ListDomainsHandler implements IQueryHandler<ListDomainsQuery, ListDomainsResult> {
  constructor(private readonly queries: DomainQueries) {}

  execute(query: ListDomainsQuery): Promise<ListDomainsResult> {
    return this.queries.list(query);
  }
}

@QueryHandler(GetDomainQuery)
export class GetDomainHandler implements IQueryHandler<GetDomainQuery, GetDomainResult> {
  constructor(private readonly queries: DomainQueries) {}

  execute(query: GetDomainQuery): Promise<GetDomainResult> {
    return this.queries.get(query);
  }
}
