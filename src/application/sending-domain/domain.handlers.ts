import { CommandHandler, type ICommandHandler, type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import type { DomainWrites } from './domain-changes.js';
import type { DomainQueries } from './domain-queries.js';
import {
  ChangeDomainCommand,
  type ChangeDomainResult,
  CreateDomainCommand,
  type CreateDomainResult,
  GetDomainQuery,
  type GetDomainResult,
  ListDomainsQuery,
  type ListDomainsResult,
} from './sending-domain.messages.js';

@CommandHandler(CreateDomainCommand)
export class CreateDomainHandler implements ICommandHandler<CreateDomainCommand, CreateDomainResult> {
  constructor(private readonly domains: DomainWrites) {}

  execute({ context, wish }: CreateDomainCommand): Promise<CreateDomainResult> {
    return this.domains.create(context, wish);
  }
}

@CommandHandler(ChangeDomainCommand)
export class ChangeDomainHandler implements ICommandHandler<ChangeDomainCommand, ChangeDomainResult> {
  constructor(private readonly domains: DomainWrites) {}

  execute({ context, domainId, change }: ChangeDomainCommand): Promise<ChangeDomainResult> {
    return this.domains.change(context, domainId, change);
  }
}

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
