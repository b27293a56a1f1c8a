import { CommandHandler, type ICommandHandler, type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import type { DomainWrites } from './domain-changes.js';
import type { GetDomainDmarc } from './domain-dmarc.js';
import type { DomainQueries } from './domain-queries.js';
import type { DomainClaims } from './claims/domain-claims.js';
import {
  ChangeDomainCommand,
  type ChangeDomainResult,
  type ClaimCheckResult,
  ClaimDomainCommand,
  type ClaimDomainResult,
  CreateDomainCommand,
  type CreateDomainResult,
  GetDomainClaimQuery,
  type GetDomainClaimResult,
  GetDomainDmarcQuery,
  type GetDomainDmarcResult,
  GetDomainQuery,
  type GetDomainResult,
  ListDomainsQuery,
  type ListDomainsResult,
  RequestClaimCheckCommand,
} from './sending-domain.messages.js';

@CommandHandler(CreateDomainCommand)
export class CreateDomainHandler implements ICommandHandler<CreateDomainCommand> {
  constructor(private readonly domains: DomainWrites) {}

  execute({ context, wish }: CreateDomainCommand): Promise<CreateDomainResult> {
    return this.domains.create(context, wish);
  }
}

@CommandHandler(ChangeDomainCommand)
export class ChangeDomainHandler implements ICommandHandler<ChangeDomainCommand> {
  constructor(private readonly domains: DomainWrites) {}

  execute({ context, domainId, change }: ChangeDomainCommand): Promise<ChangeDomainResult> {
    return this.domains.change(context, domainId, change);
  }
}

@QueryHandler(ListDomainsQuery)
export class ListDomainsHandler implements IQueryHandler<ListDomainsQuery> {
  constructor(private readonly queries: DomainQueries) {}

  execute(query: ListDomainsQuery): Promise<ListDomainsResult> {
    return this.queries.list(query);
  }
}

@QueryHandler(GetDomainQuery)
export class GetDomainHandler implements IQueryHandler<GetDomainQuery> {
  constructor(private readonly queries: DomainQueries) {}

  execute(query: GetDomainQuery): Promise<GetDomainResult> {
    return this.queries.get(query);
  }
}

@QueryHandler(GetDomainDmarcQuery)
export class GetDomainDmarcHandler implements IQueryHandler<GetDomainDmarcQuery> {
  constructor(private readonly getDomainDmarc: GetDomainDmarc) {}

  execute(query: GetDomainDmarcQuery): Promise<GetDomainDmarcResult> {
    return this.getDomainDmarc(query);
  }
}

@CommandHandler(ClaimDomainCommand)
export class ClaimDomainHandler implements ICommandHandler<ClaimDomainCommand> {
  constructor(private readonly claims: DomainClaims) {}

  execute({ context, wish }: ClaimDomainCommand): Promise<ClaimDomainResult> {
    return this.claims.claim(context, wish);
  }
}

@CommandHandler(RequestClaimCheckCommand)
export class RequestClaimCheckHandler implements ICommandHandler<RequestClaimCheckCommand> {
  constructor(private readonly claims: DomainClaims) {}

  execute({ context, domainId }: RequestClaimCheckCommand): Promise<ClaimCheckResult> {
    return this.claims.requestCheck(context, domainId);
  }
}

@QueryHandler(GetDomainClaimQuery)
export class GetDomainClaimHandler implements IQueryHandler<GetDomainClaimQuery> {
  constructor(private readonly claims: DomainClaims) {}

  execute({ teamId, domainId }: GetDomainClaimQuery): Promise<GetDomainClaimResult> {
    return this.claims.get(teamId, domainId);
  }
}
